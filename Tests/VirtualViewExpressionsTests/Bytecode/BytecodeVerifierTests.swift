import Testing
import VirtualViewExpressions
import VirtualViewTestSupport

@Suite struct BytecodeVerifierTests {
    /// `0F`-style digits to bytes; blanks part them as a reader likes.
    private static func code(_ hex: String) -> [UInt8] {
        let digits = hex.filter { !$0.isWhitespace }
        return stride(from: 0, to: digits.count, by: 2).compactMap { place in
            UInt8(digits.dropFirst(place).prefix(2), radix: 16)
        }
    }

    private static let path = "FFFFFFFF 01 78000000"

    @Test(arguments: [
        "", "05 01 \(path) 01000000 00", "05 01 \(path) 01000000 13", "0F \(path) 00 00",
        "19 FFFFFFFF 01 78000000 01 00000000 00",
        // An element of a register's value, without a name.
        "0F \(path) 00 00  19 00000000 00 01 01000000 01",
        // Jumps to the end and over an instruction.
        "15 05000000", "15 11000000 0F \(path) 00 00", "16 0F000000 00 \(path)",
    ])
    func soundProgramsPass(_ hex: String) throws {
        #expect(throws: Never.self) { try BytecodeVerifier.verify(Self.code(hex)) }
    }

    @Test(arguments: [
        ("1A", BytecodeError.Code.unknownOpcode, 0),
        ("05 10", .unknownForm, 1),
        // The kinds of a choice's operands have nine bits.
        ("06 49C0 01000000 02000000 03000000 00", .unknownForm, 1),
        ("08 09", .unknownForm, 1), ("16 0B000000 05 00000000", .unknownForm, 5),
        ("0F \(path) 01 07", .unknownForm, 11),
        ("05 01 FFFFFFFF 01 78", .truncated, 7),
        ("05 01 \(path) 01000000 14", .registerOutOfRange, 15),
        ("05 04 \(path) 14000000", .registerOutOfRange, 11),
        ("05 04 \(path) FFFFFFFF", .registerOutOfRange, 11),
        ("05 01 14000000 01 78000000 01000000 00", .registerOutOfRange, 2),
        ("05 01 FEFFFFFF 01 78000000 01000000 00", .registerOutOfRange, 2),
        ("0F \(path) 00 FF", .registerOutOfRange, 11),
        ("05 01 FFFFFFFF 00 01000000 00", .emptyPath, 2),
        ("0F FFFFFFFF 00 00 00", .emptyPath, 1),
        ("15 00000000", .backwardJump, 1),
        ("15 FFFFFFFF", .backwardJump, 1),
        ("15 04000000", .backwardJump, 1),
        ("15 06000000", .badJumpTarget, 1),
        ("15 FFFFFF7F", .badJumpTarget, 1),
        ("15 07000000 0F \(path) 00 00", .badJumpTarget, 1),
        ("0F \(path) 00 00  16 00000000 04 00000000", .backwardJump, 13),
    ])
    func unsoundProgramsAreRefusedAtTheFirstWrongByte(_ hex: String, _ code: BytecodeError.Code, _ offset: Int) {
        let error = #expect(throws: BytecodeError.self) { try BytecodeVerifier.verify(Self.code(hex)) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
        #expect(error.map { "\($0)".hasSuffix("at byte \(offset) of the program") } == true)
    }

    /// A choice says the kinds of its three operands in two bytes, three bits for each.
    @Test func aChoiceReadsEveryOperandByItsOwnKind() throws {
        let operands: [(bytes: [UInt8], operand: Operand)] = [
            (Self.code(Self.path), .path(BytecodePath(base: nil, names: [0x78]))),
            (Self.code("02000000"), .int(2)), (Self.code("0000803F"), .float(1)), (Self.code("03000000"), .string(3)),
            (Self.code("05000000"), .register(5)),
        ]
        for condition in 0..<5 {
            for first in 0..<5 {
                for second in 0..<5 {
                    let kinds = condition | first << 3 | second << 6
                    let parts = [operands[condition], operands[first], operands[second]]
                    let hasRegister = [condition, first, second].contains(4)
                    let code =
                        [6, UInt8(kinds & 0xFF), UInt8(kinds >> 8)] + parts.flatMap(\.bytes) + (hasRegister ? [] : [7])
                    var decoder = InstructionDecoder(code)
                    let instruction = try #require(try decoder.next())
                    #expect(instruction.operation == .select(parts[0].operand, parts[1].operand, parts[2].operand))
                    #expect(instruction.result == (hasRegister ? 5 : 7))
                    #expect(instruction.range == 0..<code.count)
                }
            }
        }
    }

    @Test func everyCodeIsReached() {
        #expect(BytecodeError.Code.allCases.count == 7)
    }

    @Test(arguments: DisassemblerTests.listings)
    func programsOfTheReferencePass(_ listing: DisassemblerTests.Listing) {
        #expect(throws: Never.self) { try BytecodeVerifier.verify(listing.code) }
    }

    /// Damage gives an error inside the program, or a program that still passes; and what passes decodes and ends.
    @Test(arguments: DisassemblerTests.listings)
    func damageNeverGetsPastTheVerifier(_ listing: DisassemblerTests.Listing) {
        for offset in listing.code.indices {
            for bit in 0..<8 {
                var code = listing.code
                code[offset] ^= 1 << UInt8(bit)
                check(code)
            }
            check(Array(listing.code[..<offset]))
        }
    }

    private func check(_ code: [UInt8]) {
        do throws(BytecodeError) {
            try BytecodeVerifier.verify(code)
        } catch {
            #expect((0...code.count).contains(error.offset))
            return
        }
        // Follow every jump: each instruction is run at most once.
        var decoder = InstructionDecoder(code)
        while let instruction = try? decoder.next() {
            switch instruction.operation {
            case .jump(let target), .jumpIfFalse(let target, _):
                #expect(Int(target) >= instruction.range.upperBound && Int(target) <= code.count)
            default: break
            }
        }
        #expect(decoder.offset == code.count)
    }
}
