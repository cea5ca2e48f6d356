import Foundation
import Testing
import VirtualViewTestSupport

/// Validates documents with `xmllint`.
struct SchemaValidator {
    /// The program; `nil` where there is none.
    static let program = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/bin"].map { "\($0)/xmllint" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether there is a validator on this machine.
    static let isInstalled = program != nil
    static let missing = "needs xmllint (package libxml2-utils)"

    private let folder: TemporaryFolder

    init(_ schema: String) throws {
        folder = try TemporaryFolder()
        _ = try folder.write(Array(schema.utf8), to: "schema.xsd")
    }

    /// Says what is wrong with documents.
    ///
    /// - Returns: The lines of each document that are wrong, with what is said about them.
    func problems(of documents: [[UInt8]]) throws -> [[Int: String]] {
        for (index, document) in documents.enumerated() { _ = try folder.write(document, to: "\(index).xml") }
        let arguments = ["--noout", "--schema", "schema.xsd"] + documents.indices.map { "\($0).xml" }
        let lines = try Program.run(Self.program ?? "xmllint", arguments, in: folder.url).error.split(separator: "\n")
        var problems = documents.map { _ in [Int: String]() }
        var verdicts = 0
        for line in lines {
            if line.hasSuffix(" validates") || line.hasSuffix(" fails to validate") { verdicts += 1 }
            let parts = line.split(separator: ":", maxSplits: 2)
            guard parts.count == 3, parts[0].hasSuffix(".xml"), let index = Int(parts[0].dropLast(4)),
                let number = Int(parts[1])
            else { continue }
            problems[index][number] = String(parts[2])
        }
        // The schema itself was right, and every document was looked at.
        #expect(verdicts == documents.count, "\(lines.prefix(5))")
        return problems
    }

    /// Says what is wrong with one document.
    func problems(of document: String) throws -> [Int: String] {
        try problems(of: [Array(document.utf8)])[0]
    }
}
