import Foundation

/// A source of a template among the files of a target.
///
/// Both plugins have this file; a plugin cannot depend on a library.
struct TemplateSource {
    let url: URL
    /// The path below the target's folder, without the ending and without a first folder `Templates`.
    let path: String
    /// What the template is called: the stem of the source, or its path where several sources of the target have one stem.
    let name: String
    /// The nearest `config.properties`, in the folder of the source or one above it, unless the project file names another.
    let config: URL?
    /// The nearest project file, `vvc.json`, and the files that it names.
    let project: [URL]

    /// The name of the compiled file.
    ///
    /// All resources of a target lie in one folder, so that a path cannot keep its folders.
    var outputName: String {
        name.replacingOccurrences(of: "/", with: "_") + ".out"
    }

    /// The name of the file with the ids of named parts, for an assemble source.
    var partsName: String {
        name.replacingOccurrences(of: "/", with: "_") + ".parts.json"
    }

    /// Whether the source is in the assemble language.
    var isAssemble: Bool {
        url.pathExtension.lowercased() == "asv"
    }
}

extension TemplateSource {
    /// Whether a file can be the source of a template.
    static func isSource(_ url: URL) -> Bool {
        ["xml", "asv"].contains(url.pathExtension.lowercased())
    }

    /// Names the sources of a target.
    ///
    /// - Parameters:
    ///   - files: The sources.
    ///   - folder: The folder of the target; paths and configurations are looked for below it.
    /// - Returns: The sources in the order of their paths.
    static func named(_ files: [URL], in folder: URL) -> [TemplateSource] {
        let paths = files.map { path(of: $0, below: folder) }
        var counts: [String: Int] = [:]
        for file in files { counts[stemKey(of: file), default: 0] += 1 }
        return zip(files, paths).map { file, path in
            let project = ProjectInputs(above: file)
            return TemplateSource(
                url: file,
                path: path,
                name: counts[stemKey(of: file)] == 1 ? file.deletingPathExtension().lastPathComponent : path,
                config: project.namesConfig ? nil : config(for: file, below: folder),
                project: project.files
            )
        }.sorted { $0.path < $1.path }
    }

    /// The sources that would become one file, in groups.
    static func collisions(among sources: [TemplateSource]) -> [[TemplateSource]] {
        Dictionary(grouping: sources) { key(of: $0.outputName) }.values.filter { $0.count > 1 }
            .sorted { $0[0].path < $1[0].path }
    }

    /// File systems may hold names equal that differ in case or in how letters are composed.
    private static func key(of name: String) -> String {
        name.precomposedStringWithCanonicalMapping.lowercased()
    }

    private static func stemKey(of file: URL) -> String {
        key(of: file.deletingPathExtension().lastPathComponent)
    }

    /// The folders between a folder and a file.
    static func folders(of file: URL, below folder: URL) -> ArraySlice<String> {
        let all = file.standardizedFileURL.pathComponents.dropLast()
        let above = folder.standardizedFileURL.pathComponents
        return all.dropFirst(all.starts(with: above) ? above.count : 1)
    }

    private static func path(of file: URL, below folder: URL) -> String {
        let folders = folders(of: file, below: folder)
        let named = folders.first == "Templates" ? folders.dropFirst() : folders
        return (named + [file.deletingPathExtension().lastPathComponent]).joined(separator: "/")
    }

    private static func config(for file: URL, below folder: URL) -> URL? {
        let top = folder.standardizedFileURL.pathComponents
        var place = file.standardizedFileURL.deletingLastPathComponent()
        while place.pathComponents.starts(with: top) {
            let config = place.appendingPathComponent("config.properties")
            if FileManager.default.fileExists(atPath: config.path) { return config }
            guard place.pathComponents.count > top.count else { return nil }
            place.deleteLastPathComponent()
        }
        return nil
    }
}
