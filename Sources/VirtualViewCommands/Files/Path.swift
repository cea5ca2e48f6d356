/// Taking paths apart and putting them together; nothing here looks at the disk.
enum Path {
    /// What separates names: a byte, which together with a mark that follows it may be another character.
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    /// Returns the part before the last `/`; empty if there is none.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: slash) else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the part after the last `/`.
    static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: slash) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// Returns the name without its last extension.
    static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.utf8.lastIndex(of: dot), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Returns the last extension in lower case, without its point.
    static func fileExtension(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.utf8.lastIndex(of: dot), dot != name.startIndex else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// Returns the path of a name in a folder.
    static func join(_ folder: String, _ name: String) -> String {
        if folder.isEmpty || folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// Returns whether a path leads into a folder: both are absolute, without links, and compared by their bytes.
    static func isIn(_ folder: String, _ path: String) -> Bool {
        path.utf8.starts(with: join(folder, "").utf8)
    }

    /// Returns the same path with `.`, `..` and doubled slashes resolved as text, to compare two paths.
    static func normalized(_ path: String) -> String {
        guard !isNormal(path) else { return path }
        var parts: [Substring] = []
        for part in path.utf8.split(separator: slash).map(Substring.init) where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// Returns the way from a folder to a file or another folder, `../x/y`; empty if they are the same.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - path: The other path, from the same root; both without links, and normal.
    /// - Returns: The way.
    static func way(from folder: String, to path: String) -> String {
        let from = folder.utf8.split(separator: slash)
        let to = path.utf8.split(separator: slash)
        let common = zip(from, to).prefix { $0.elementsEqual($1) }.count
        let parts = from.dropFirst(common).map { _ in ".." } + to.dropFirst(common).map { String(Substring($0)) }
        return parts.joined(separator: "/")
    }

    /// Returns whether every part of a path has a name without a point in front, as most paths' parts do.
    static func isNormal(_ path: String) -> Bool {
        var previous: UInt8?
        for byte in path.utf8 {
            guard byte != dot || (previous ?? slash) != slash, byte != slash || previous != slash else { return false }
            previous = byte
        }
        return previous != slash
    }
}
