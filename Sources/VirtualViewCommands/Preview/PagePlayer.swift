#if canImport(Darwin)
    import Darwin
#endif

/// The script that has the runtime in it and plays templates in pages, which `make web` builds.
enum PagePlayer {
    private static let name = "live-player.js"
    /// The largest script that is read, in bytes.
    private static let limit = 16 << 20

    /// Reads the script.
    ///
    /// - Parameters:
    ///   - folder: The folder with it; `none` for no script, `nil` for the one that was built beside the program.
    ///   - terminal: Says whether to look for that one.
    /// - Returns: The script; `nil` if none was asked for, or none was built.
    /// - Throws: ``FileError`` when a folder was named and the script in it cannot be read.
    static func script(_ folder: String?, _ terminal: Terminal) throws(FileError) -> String? {
        guard folder != "none" else { return nil }
        let beside = folder == nil && terminal.findsPlayer ? besideProgram : nil
        guard let path = folder.map({ Path.join($0, name) }) ?? beside else { return nil }
        let text = String(decoding: try FileSystem.read(path, limit: limit), as: UTF8.self)
        guard !text.lowercased().contains("</script") else {
            throw FileError(reading: path, "it would end in the middle of a page")
        }
        return text
    }

    /// The script in a folder `web` beside the program or above it, as `make web` writes it.
    private static var besideProgram: String? {
        guard var folder = program.map(Path.folder) else { return nil }
        for _ in 0..<4 {
            let path = Path.join(Path.join(folder, "web"), name)
            if FileSystem.kind(of: path) == .file { return path }
            let above = Path.folder(of: folder)
            guard above != folder else { return nil }
            folder = above
        }
        return nil
    }

    /// The path of the program that runs, without links.
    static var program: String? {
        #if canImport(Darwin)
            var size = UInt32(PATH_MAX)
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
            let path = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
            let path = "/proc/self/exe"
        #endif
        return FileSystem.resolved(path)
    }
}

extension ArgumentReader {
    /// Returns the folder with the script that plays templates in pages.
    mutating func playerFolder() -> String? {
        let help =
            "Plays templates in pages with the player in this folder; 'none' for pictures only"
        return text(Option("--player", "DIR", help: help))
    }
}
