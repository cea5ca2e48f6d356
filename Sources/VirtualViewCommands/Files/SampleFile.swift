import VirtualViewCompiler
import VirtualViewFormat

/// The names of the files with data beside a template: `Card.json`, and further ones such as `Card.empty.json`.
enum SampleFile {
    /// The endings of what `vvc test` and `vvc compile` keep beside a template.
    private static let others = [TestScript.ending, ".parts.json", ".dump.json"]

    /// Returns whether a file may have data.
    static func hasData(_ name: String) -> Bool {
        name.hasSuffix(".json") && !others.contains { name.hasSuffix($0) }
    }

    /// Returns whether a file may have data, or tests with steps.
    private static func belongsToTemplate(_ name: String) -> Bool {
        hasData(name) || name.hasSuffix(TestScript.ending)
    }

    /// Returns whether a file may have data or tests with steps of a source with one of some names, without its ending.
    static func belongs(_ name: String, toOneOf stems: Set<String>) -> Bool {
        guard belongsToTemplate(name) else { return false }
        return name.indices.contains { name[$0] == "." && stems.contains(String(name[..<$0])) }
    }

    /// Returns the path of a template's data: the name of its source, with another ending.
    static func path(beside source: String) -> String {
        Path.join(Path.folder(of: source), Path.stem(of: source) + ".json")
    }

    /// Returns the paths of a name beside the sources to whose data or tests with steps a file of that name belongs.
    static func paths(named name: String, beside sources: [String]) -> [String] {
        guard belongsToTemplate(name) else { return [] }
        return sources.filter { name.utf8.starts(with: "\(Path.stem(of: $0)).".utf8) }
            .map { Path.join(Path.folder(of: $0), name) }
    }

    /// Returns whether a file has further data for a template: `Card.empty.json` for `Card`, unless there is a template
    /// `Card.empty`.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - stem: The name of the template's source without its ending.
    ///   - isTemplate: Whether a source with a name, without its ending, is beside it.
    /// - Returns: Whether it has.
    static func isVariant(_ name: String, of stem: String, isTemplate: (String) -> Bool) -> Bool {
        guard hasData(name), name.utf8.starts(with: "\(stem).".utf8), name.utf8.count > stem.utf8.count + 6 else {
            return false
        }
        return !isTemplate(Path.stem(of: name))
    }
}
