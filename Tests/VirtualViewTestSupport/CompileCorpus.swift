import Foundation

/// A template of the compile corpus, with the file that the reference compiler made of it.
package struct CorpusCase: Sendable, CustomStringConvertible {
    /// The folder below `Tests/Fixtures/Compile`.
    package let folder: String
    /// The stem of both files.
    package let name: String
    /// The patch number it was compiled with.
    package let version: UInt16
    /// The template's name in the file.
    package let type: String

    /// The source.
    package var source: [UInt8] {
        get throws { try Fixtures.bytes("Compile/\(folder)/\(name).xml") }
    }

    /// What the reference compiler made of the source.
    package var expected: [UInt8] {
        get throws { try Fixtures.bytes("Compile/\(folder)/\(name).out") }
    }

    package var description: String {
        "\(folder)/\(name)"
    }
}

/// The templates under `Tests/Fixtures/Compile`, as their manifests list them.
package enum CompileCorpus {
    /// The folders and how many templates each must have, so that none goes missing unnoticed.
    package static let folders = ["open": 116, "multi-expr": 6, "edge-order": 2, "source-profile": 11]

    /// Every template of the corpus.
    package static let all: [CorpusCase] = folders.keys.sorted().flatMap(cases)

    /// The templates of one folder.
    package static func cases(in folder: String) -> [CorpusCase] {
        let manifest = Fixtures.url("Compile/\(folder)/manifest.tsv")
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 4, let version = UInt16(fields[1]) else { return nil }
            return CorpusCase(folder: folder, name: fields[0], version: version, type: fields[3])
        }
    }
}
