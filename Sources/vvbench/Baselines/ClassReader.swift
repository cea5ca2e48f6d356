/// What the class design reads bytes with: one byte after another.
final class ClassReader {
    struct Failure: Error {}

    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    func readUInt8() throws -> UInt8 {
        guard offset < bytes.count else { throw Failure() }
        defer { offset += 1 }
        return bytes[offset]
    }

    func readUInt16() throws -> UInt16 {
        UInt16(try readUInt8()) << 8 | UInt16(try readUInt8())
    }

    func readInt32() throws -> Int32 {
        Int32(bitPattern: UInt32(try readUInt16()) << 16 | UInt32(try readUInt16()))
    }

    func readBytes(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - offset else { throw Failure() }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    func readText() throws -> String {
        String(decoding: try readBytes(Int(try readUInt16())), as: UTF8.self)
    }
}
