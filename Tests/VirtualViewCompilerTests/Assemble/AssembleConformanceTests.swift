import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// What a sample file lists as one diagnostic.
private struct ListedDiagnostic: Decodable {
    let severity: String
    let code: String
    let line: Int
    let col: Int

    var text: String { "\(line):\(col): \(severity) \(code)" }
}

/// A wrong source with everything that is reported about it.
struct MalformedSample: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    fileprivate let expect: [ListedDiagnostic]

    var testDescription: String { name }
}

@Suite struct AssembleConformanceTests {
    /// The names of the samples that have XML beside them.
    static let samples: [String] = names()
    static let malformed: [MalformedSample] = list("malformed.json") ?? []
    private static let warnings: [String: [ListedDiagnostic]] = list("warnings.json") ?? [:]

    /// The samples are for clients that know neither `maxWidth` nor `flexShrink`.
    private static let options = AssembleOptions(client: .iOS)

    private static func names() -> [String] {
        let folder = Fixtures.url("Assemble")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "asv" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }

    private static func list<T: Decodable>(_ name: String) -> T? {
        guard let bytes = try? Fixtures.bytes("Assemble/\(name)") else { return nil }
        return try? JSONDecoder().decode(T.self, from: Data(bytes))
    }

    private static func described(_ diagnostics: [Diagnostic]) -> [String] {
        var formatter = DiagnosticFormatter()
        return diagnostics.map { diagnostic in
            let place = formatter.position(of: diagnostic.range.offsets.lowerBound, in: diagnostic.range.file)
            return "\(place.line):\(place.column): \(diagnostic.severity.rawValue) \(diagnostic.id)"
        }
    }

    @Test func allSamplesAreThere() {
        #expect(Self.samples.count == 23)
        #expect(Self.malformed.count == 23)
        #expect(Self.warnings.count == 3)
    }

    @Test(arguments: samples)
    func sampleStandsForItsXML(_ name: String) throws {
        let source = SourceFile(path: "\(name).asv", bytes: try Fixtures.bytes("Assemble/\(name).asv"))
        let reading = AssembleReading(source, options: Self.options)
        let expected = readCleanXML(SourceFile(path: "\(name).xml", bytes: try Fixtures.bytes("Assemble/\(name).xml")))
        let tree = try #require(reading.output.tree)
        #expect(outlineOf(tree, sorted: true) == outlineOf(expected, sorted: true))
        #expect(Self.described(reading.diagnostics) == (Self.warnings["\(name).asv"] ?? []).map(\.text))
    }

    @Test(arguments: samples)
    func sampleHasItsAttributesInTheOrderOfItsXML(_ name: String) throws {
        let source = SourceFile(path: "\(name).asv", bytes: try Fixtures.bytes("Assemble/\(name).asv"))
        let tree = try #require(AssembleReading(source, options: Self.options).output.tree)
        let expected = readCleanXML(SourceFile(path: "\(name).xml", bytes: try Fixtures.bytes("Assemble/\(name).xml")))
        #expect(outlineOf(tree) == outlineOf(expected))
    }

    @Test(arguments: samples)
    func sampleCompilesToTheBytesOfItsXML(_ name: String) throws {
        let source = SourceFile(path: "\(name).asv", bytes: try Fixtures.bytes("Assemble/\(name).asv"))
        let output = AssembleReading(source, options: Self.options).output
        let printed = XMLPrinter().print(try #require(output.tree), comments: output.comments)
        let expected = SourceFile(path: "\(name).xml", bytes: try Fixtures.bytes("Assemble/\(name).xml"))
        let compiled = TemplateCompiler().compile(SourceFile(path: "\(name).xml", text: printed))
        let bytes = try #require(compiled.bytes)
        #expect(bytes == TemplateCompiler().compile(expected).bytes)
        #expect(bytes == TemplateCompiler(options: .init(client: .iOS)).compile(source).bytes)
    }

    @Test(arguments: malformed)
    func malformedSampleIsReportedExactly(_ sample: MalformedSample) {
        let reading = AssembleReading(sample.source)
        #expect(Self.described(reading.diagnostics) == sample.expect.map(\.text))
        #expect(reading.output.tree == nil)
    }

    @Test(arguments: malformed)
    func fixItsOfMalformedSampleHelp(_ sample: MalformedSample) {
        let found = AssembleReading(sample.source).diagnostics
        for diagnostic in found {
            for fixIt in diagnostic.fixIts {
                let corrected = applying(fixIt.edits, to: Array(sample.source.utf8))
                let after = AssembleReading(SourceFile(path: "test.asv", bytes: corrected)).diagnostics
                #expect(after.count < found.count, "\(fixIt.message) does not help")
            }
        }
    }
}
