import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// What `Docs/Format.md §7` says about event programs.
@Suite struct BytecodeDocumentTests {
    private func rows(_ count: Int) throws -> [[String]] {
        try MarkdownDocument("Docs/Format.md").tableRows(in: "§7").filter { $0.count == count }
    }

    @Test func opcodesAreThoseOfTheCode() throws {
        // Two opcodes stand in a row; the escaped `||` splits one row into more cells.
        let cells = try MarkdownDocument("Docs/Format.md").tableRows(in: "§7").filter { Int($0[0]) != nil }
        var names: [Int: String] = [:]
        for row in cells {
            for (cell, next) in zip(row, row.dropFirst()) {
                if let code = Int(cell), next.allSatisfy(\.isUppercase), !next.isEmpty { names[code] = next }
            }
        }
        #expect(names.count == Opcode.allCases.count)
        for opcode in Opcode.allCases { #expect(names[Int(opcode.rawValue)] == opcode.mnemonic) }
    }

    @Test func formsAreThoseOfTheCode() throws {
        let kinds = ["path": 0, "int": 1, "float": 2, "string": 3, "register": 4] as [String: UInt8]
        var forms: [Int: [UInt8]] = [:]
        for row in try rows(8) {
            for place in stride(from: 0, to: 8, by: 2) {
                guard let form = Int(row[place]), row[place + 1].contains(", ") else { continue }
                forms[form] = row[place + 1].components(separatedBy: ", ").compactMap { kinds[$0] }
            }
        }
        #expect(forms.count == InstructionDecoder.forms.count)
        for (form, operands) in InstructionDecoder.forms.enumerated() {
            #expect(forms[form] == [operands.left, operands.right])
        }
    }

    @Test func bytecodeOfTheExamplesGivesTheirListings() throws {
        let words = ["curPos", "total", "util", "sum", "data", "color", "/", "ok"]
        let names = Dictionary(uniqueKeysWithValues: words.map { (StringID(hashing: $0), $0) })
        let disassembler = Disassembler { id in
            let id = StringID(rawValue: id)
            return SystemStrings.string(for: id) ?? names[id]
        }
        let examples = try rows(3).filter { $0[1].count > 16 && $0[1].allSatisfy(\.isHexDigit) }
        #expect(examples.count >= 10)
        for example in examples {
            let digits = Array(example[1])
            let code = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            #expect(disassembler.listing(of: code).lines.joined(separator: "<br>") == example[2])
        }
    }
}
