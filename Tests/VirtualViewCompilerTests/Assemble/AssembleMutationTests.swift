import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

@Suite struct AssembleMutationTests {
    /// The tokens of a source: words, white space, and every other character by itself.
    static func tokens(of source: String) -> [Substring] {
        func kind(_ character: Character) -> Int {
            if character.isLetter || character.isNumber || character == "_" { return 1 }
            return character.isWhitespace ? 2 : 0
        }
        var tokens: [Substring] = []
        var rest = source[...]
        while let first = rest.first {
            let end =
                kind(first) == 0 ? rest.index(after: rest.startIndex) : rest.firstIndex { kind($0) != kind(first) }
            tokens.append(rest[..<(end ?? rest.endIndex)])
            rest = rest[(end ?? rest.endIndex)...]
        }
        return tokens
    }

    /// Every sample, well formed or not.
    static func sources() throws -> [String] {
        let samples = try AssembleConformanceTests.samples.map {
            String(decoding: try Fixtures.bytes("Assemble/\($0).asv"), as: UTF8.self)
        }
        return samples + AssembleConformanceTests.malformed.map(\.source)
    }

    private static func mutate(_ tokens: [Substring], _ random: inout SeededGenerator) -> [Substring] {
        var tokens = tokens
        for _ in 0..<Int.random(in: 1...3, using: &random) where !tokens.isEmpty {
            let index = Int.random(in: tokens.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: tokens.remove(at: index)
            case 1: tokens.insert(tokens[index], at: index)
            case 2: tokens.swapAt(index, Int.random(in: tokens.indices, using: &random))
            default: tokens.removeLast(tokens.count - index)
            }
        }
        return tokens
    }

    @Test func mutatedSamplesGiveATreeOrAnError() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        let sources = try Self.sources().map(Self.tokens)
        let options = AssembleOptions(assets: ["star": try #require(AssembleAssetSize("12x12"))])
        for round in 0..<RandomTests.count(2000) {
            let source = Self.mutate(sources[round % sources.count], &random).joined()
            let reading = AssembleReading(source, options: options)
            let errors = reading.diagnostics.count { $0.severity == .error }
            guard (reading.output.tree == nil) == (errors > 0) else {
                Issue.record("a tree or an error, not both; VV_SEED=\(RandomTests.seed), round \(round):\n\(source)")
                continue
            }
            guard let tree = reading.output.tree else { continue }
            let text = XMLPrinter().print(tree, comments: reading.output.comments)
            let again = readCleanXML(SourceFile(path: "printed.xml", text: text))
            #expect(outlineOf(again) == outlineOf(tree), "VV_SEED=\(RandomTests.seed), round \(round):\n\(source)")
        }
    }

    @Test func everyPrefixOfASampleGivesATreeOrAnError() throws {
        for source in try Self.sources() {
            var prefix = ""
            for token in Self.tokens(of: source) {
                let file = SourceFile(path: "test.asv", text: prefix)
                prefix += token
                let reading = AssembleReading(file)
                let hasErrors = reading.diagnostics.contains { $0.severity == .error }
                #expect((reading.output.tree == nil) == hasErrors, "\(String(decoding: file.bytes, as: UTF8.self))")
            }
        }
    }
}
