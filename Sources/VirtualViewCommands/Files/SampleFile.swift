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

    /// Returns the path of a template's data: the name of its source, with another ending.
    static func path(beside source: String) -> String {
        Path.join(Path.folder(of: source), Path.stem(of: source) + ".json")
    }

    /// Returns the files beside sources that belong to them: their data, and their tests with steps.
    static func files(beside sources: [String]) -> [String] {
        Dictionary(grouping: sources) { ExactText(Path.folder(of: $0)) }.flatMap { folder, sources in
            let folder = folder.text
            let stems = Set(sources.map(Path.stem))
            let names = ((try? FileSystem.list(folder.isEmpty ? "." : folder)) ?? []).map { $0.name }
            return names.filter { name in
                (hasData(name) || name.hasSuffix(TestScript.ending))
                    && name.utf8.indices.contains { index in
                        name.utf8[index] == UInt8(ascii: ".") && stems.contains(String(name[..<index]))
                    }
            }.map { Path.join(folder, $0) }
        }
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
