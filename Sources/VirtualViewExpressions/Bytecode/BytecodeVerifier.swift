import VirtualViewFormat

/// Decides whether an event program may run.
///
/// Bytecode comes from files that need not be trusted. A verified program has complete instructions with known opcodes
/// and operand forms, existing registers, and paths with a name. It only jumps forward, to the start of an
/// instruction or to its end, so it runs every instruction at most once and always ends. The interpreter checks the
/// values at run time.
package enum BytecodeVerifier {
    /// Verifies a program.
    ///
    /// - Parameter code: The program; an empty one does nothing and is valid.
    /// - Throws: ``BytecodeError`` with the offset of the first wrong byte: of the instructions first, then of
    ///   the jump targets.
    /// - Complexity: O(*n*) in the size of the program.
    package static func verify(_ code: [UInt8]) throws(BytecodeError) {
        var decoder = InstructionDecoder(code, checksOperands: true)
        var jumps: [Jump] = []
        var starts: [Int] = []
        while let instruction = try decoder.next() {
            starts.append(instruction.range.lowerBound)
            switch instruction.operation {
            case .jump(let target), .jumpIfFalse(let target, _):
                jumps.append(Jump(target: Int(target), range: instruction.range))
            default: break
            }
        }
        starts.append(code.count)
        for jump in jumps {
            guard jump.target >= jump.range.upperBound else {
                throw BytecodeError(
                    code: .backwardJump,
                    offset: jump.range.lowerBound + 1,
                    context: "a jump back to byte \(jump.target)"
                )
            }
            guard contains(starts, jump.target) else {
                throw BytecodeError(
                    code: .badJumpTarget,
                    offset: jump.range.lowerBound + 1,
                    context: "a jump to byte \(jump.target), where no instruction starts"
                )
            }
        }
    }

    private struct Jump {
        let target: Int
        let range: Range<Int>
    }

    /// Returns whether an offset is among the starts, which ascend.
    private static func contains(_ starts: [Int], _ offset: Int) -> Bool {
        let place = starts.partitioningIndex { $0 >= offset }
        return place < starts.count && starts[place] == offset
    }
}
