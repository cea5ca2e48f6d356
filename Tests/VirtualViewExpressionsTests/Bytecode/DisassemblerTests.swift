import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@Suite struct DisassemblerTests {
    struct Listing: Sendable, CustomStringConvertible {
        let source: String
        let code: [UInt8]
        let lines: [String]

        var description: String {
            source
        }
    }

    /// Programs of the reference compiler with what they do.
    static let listings: [Listing] = {
        guard let text = try? String(contentsOf: Fixtures.url("Expressions/listings.tsv"), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").dropFirst().map { line in
            let fields = line.components(separatedBy: "\t")
            return Listing(source: fields[0], code: bytes(fields[1]), lines: fields[2].components(separatedBy: " | "))
        }
    }()

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { place in
            UInt8(hex.dropFirst(place).prefix(2), radix: 16)
        }
    }

    /// Every word and text of the sources, under its id.
    private static let names: [Int32: String] = {
        let texts = listings.flatMap { listing in
            listing.source.split { !$0.isLetter && !$0.isNumber }.map(String.init)
                + listing.source.components(separatedBy: "'")
        }
        return Dictionary(texts.map { (StringID(hashing: $0).rawValue, $0) }, uniquingKeysWith: { first, _ in first })
    }()

    @Test func allListingsAreThere() {
        #expect(Self.listings.count == 31)
    }

    @Test(arguments: listings)
    func showsEveryInstruction(_ listing: Listing) {
        let result = Disassembler { Self.names[$0] }.listing(of: listing.code)
        #expect(result.lines == listing.lines)
        #expect(result.error == nil)
    }

    @Test(arguments: listings)
    func damagedProgramsEndWithAnErrorOrAtTheEnd(_ listing: Listing) {
        let disassembler = Disassembler { _ in nil }
        for length in 0..<listing.code.count {
            let result = disassembler.listing(of: Array(listing.code[..<length]))
            #expect(result.lines.isEmpty == (length == 0))
        }
        for offset in listing.code.indices {
            for value: UInt8 in [0, 4, 26, 0x7F, 0xFF] {
                var changed = listing.code
                changed[offset] = value
                let result = disassembler.listing(of: changed)
                #expect((result.error == nil) == !(result.lines.last ?? "").contains("error:"))
            }
        }
    }

    @Test(
        arguments: [
            ([26], BytecodeError.Code.unknownOpcode, 0), ([255], .unknownOpcode, 0), ([0, 16], .unknownForm, 1),
            ([0], .truncated, 1), ([21, 0, 0], .truncated, 1), ([7, 5], .unknownForm, 1),
            ([6, 0xFF, 0xFF], .unknownForm, 1),
            ([15, 0, 0, 0, 0, 0], .truncated, 6),
        ] as [([UInt8], BytecodeError.Code, Int)]
    )
    func refusesWhatIsNoInstruction(_ code: [UInt8], _ expected: BytecodeError.Code, _ offset: Int) {
        let result = Disassembler { _ in nil }.listing(of: code)
        #expect(result.error?.code == expected && result.error?.offset == offset)
    }

    @Test func everyProgramOfTheCorpusIsReadWithoutRemainder() throws {
        var count = 0
        for item in CompileCorpus.all {
            let template = try Template(decoding: item.expected)
            for entry in template.expressions {
                let disassembler = Disassembler { template.string(for: StringID(rawValue: $0)) }
                #expect(disassembler.listing(of: entry.code).error == nil, "\(item)")
                count += 1
            }
        }
        #expect(count > 50)
    }
}
