import VirtualViewFormat

/// Prints an event program as text, one line for each instruction: `20: r0 = ADD this.curPos, 1`.
package struct Disassembler {
    /// Returns the text of a string id; `nil` for one without a text.
    private let string: (Int32) -> String?

    /// Makes a disassembler.
    ///
    /// - Parameter string: Returns the text of a string id; `nil` for one without a text.
    package init(string: @escaping (Int32) -> String?) {
        self.string = string
    }

    /// Lists a program.
    ///
    /// If bytes are not an instruction, the listing ends with a line that says so.
    ///
    /// - Parameters:
    ///   - code: The program.
    ///   - count: The most lines to return.
    /// - Returns: The lines, and the error if the rest could not be read.
    /// - Complexity: O(*n*) in the size of the program.
    package func listing(
        of code: [UInt8],
        atMost count: Int = .max
    ) -> (lines: [String], error: BytecodeError?) {
        var decoder = InstructionDecoder(code)
        var lines: [String] = []
        while lines.count < count {
            let offset = decoder.offset
            do throws(BytecodeError) {
                guard let instruction = try decoder.next() else { return (lines, nil) }
                lines.append("\(Self.padded(offset)): \(text(of: instruction))")
            } catch {
                lines.append("\(Self.padded(offset)): error: \(error)")
                return (lines, error)
            }
        }
        return (lines, nil)
    }

    private static func padded(_ offset: Int) -> String {
        offset < 10 ? "0\(offset)" : "\(offset)"
    }

    private func text(of instruction: Instruction) -> String {
        let result = instruction.result.map { "r\($0) = " } ?? ""
        switch instruction.operation {
        case .binary(let opcode, let left, let right):
            return "\(result)\(opcode.mnemonic) \(text(of: left)), \(text(of: right))"
        case .unary(let opcode, let operand):
            return "\(result)\(opcode.mnemonic) \(text(of: operand))"
        case .select(let condition, let first, let second):
            let parts = "\(text(of: condition)) ? \(text(of: first)) : \(text(of: second))"
            return "\(result)\(Opcode.select.mnemonic) \(parts)"
        case .call(let path, let arguments):
            let list = arguments.map(text(of:)).joined(separator: ", ")
            return "\(result)\(Opcode.call.mnemonic) \(text(of: path))(\(list))"
        case .index(let path, let argument):
            return "\(result)\(Opcode.index.mnemonic) \(text(of: path))[\(text(of: argument))]"
        case .jump(let target):
            return "\(Opcode.jump.mnemonic) ->\(target)"
        case .jumpIfFalse(let target, let condition):
            return "\(Opcode.jumpIfFalse.mnemonic) ->\(target) \(text(of: condition))"
        }
    }

    private func text(of operand: Operand) -> String {
        switch operand {
        case .path(let path): text(of: path)
        case .int(let value): "\(value)"
        case .float(let value): "\(value)".withoutZeroFraction + "f"
        case .string(-1): "''"
        case .string(let id): string(id).map(Self.quoted) ?? "#\(id)"
        case .register(let number): "r\(number)"
        }
    }

    private func text(of path: BytecodePath) -> String {
        let base = path.base.map { ["r\($0)"] } ?? []
        return (base + path.names.map { string($0) ?? "#\($0)" }).joined(separator: ".")
    }

    private static func quoted(_ text: String) -> String {
        "'\(String(decoding: ExpressionText.escaped(text.utf8), as: UTF8.self))'"
    }
}
