import VirtualViewExpressions

/// The bytes of an event program being written; numbers are little-endian.
struct EventCode: Sendable {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ opcode: Opcode) {
        bytes.append(opcode.rawValue)
    }

    mutating func append(byte: Int) {
        bytes.append(UInt8(truncatingIfNeeded: byte))
    }

    mutating func append(short: Int) {
        for place in 0..<2 { append(byte: short >> (8 * place)) }
    }

    mutating func append(_ number: Int32) {
        for place in 0..<4 { append(byte: Int(number >> Int32(8 * place))) }
    }

    /// Writes a number over four bytes that stand already.
    mutating func overwrite(_ number: Int, at offset: Int) {
        for place in 0..<4 { bytes[offset + place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
    }

    /// Writes a value without its kind.
    mutating func append(_ operand: EventOperand) {
        switch operand {
        case .path(let base, let names):
            append(Int32(truncatingIfNeeded: base ?? -1))
            append(byte: names.count)
            for name in names { append(name) }
        case .int(let value): append(value)
        case .float(let value):
            // Every NaN has the same bits.
            append(Int32(bitPattern: value.isNaN ? 0x7FC0_0000 : value.bitPattern))
        case .string(let text): append(EventOperand.stringID(text))
        case .register(let number): append(Int32(truncatingIfNeeded: number))
        case .invalid: break
        }
    }

    /// Writes a value after its kind.
    mutating func appendTyped(_ operand: EventOperand) {
        append(byte: operand.kind)
        append(operand)
    }
}
