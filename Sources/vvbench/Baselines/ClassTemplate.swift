import VirtualViewFormat

/// The obvious design of a loader, which this package is compared with.
///
/// It is what a straightforward port of the reference clients' loaders gives: a class for nodes, one for each kind of
/// setter, a dictionary of strings; everything is made when the file is loaded, names included. It reads the same files, and its
/// checks are those that fall out of reading.
final class ClassTemplate {
    let type: String
    let root: ClassNode

    private static let systemStrings: [Int32: String] = {
        var strings: [Int32: String] = [:]
        for text in SystemStrings.extended.strings { strings[StringID(hashing: text).rawValue] = text }
        return strings
    }()

    init(_ bytes: [UInt8]) throws {
        let header = ClassReader(bytes, at: 0)
        guard try header.readBytes(5).elementsEqual("ALIVV".utf8), try header.readUInt16() == 1 else {
            throw ClassReader.Failure()
        }
        _ = try header.readInt32()
        let code = Int(try header.readInt32())
        _ = try header.readInt32()
        let strings = try Self.readStrings(ClassReader(bytes, at: Int(try header.readInt32())))
        _ = try header.readInt32()
        let expressions = try Self.readExpressions(ClassReader(bytes, at: Int(try header.readInt32())))

        let reader = ClassReader(bytes, at: code)
        guard try reader.readInt32() == 1 else { throw ClassReader.Failure() }
        type = try reader.readText()
        _ = try reader.readUInt16()
        guard try reader.readUInt8() == 0 else { throw ClassReader.Failure() }
        root = try Self.readNode(reader, strings, expressions)
    }

    private static func readStrings(_ reader: ClassReader) throws -> [Int32: String] {
        var strings: [Int32: String] = [:]
        for _ in 0..<(try reader.readInt32()) {
            let id = try reader.readInt32()
            strings[id] = try reader.readText()
        }
        return strings
    }

    private static func text(_ id: Int32, _ strings: [Int32: String]) -> String {
        systemStrings[id] ?? strings[id] ?? ""
    }

    private static func readExpressions(_ reader: ClassReader) throws -> [Int32: [UInt8]] {
        var expressions: [Int32: [UInt8]] = [:]
        for _ in 0..<(try reader.readInt32()) {
            let id = try reader.readInt32()
            expressions[id] = Array(try reader.readBytes(Int(try reader.readUInt16())))
        }
        return expressions
    }

    /// Reads a node behind its tag, with everything below it.
    private static func readNode(
        _ reader: ClassReader,
        _ strings: [Int32: String],
        _ expressions: [Int32: [UInt8]]
    ) throws -> ClassNode {
        let node = ClassNode(componentID: try reader.readUInt16())
        for table in 0..<6 {
            for _ in 0..<(try reader.readUInt8()) {
                let name = text(try reader.readInt32(), strings)
                let bits = try reader.readInt32()
                let setter: ClassSetter
                switch table {
                case 0, 1:
                    setter = ClassIntSetter(name: name, value: bits, isScaled: table == 1)
                case 2, 3:
                    let value = Float(bitPattern: UInt32(bitPattern: bits))
                    setter = ClassFloatSetter(name: name, value: value, isScaled: table == 3)
                case 4:
                    setter = ClassStringSetter(name: name, value: text(bits, strings))
                default:
                    setter = ClassExpressionSetter(name: name, id: bits, code: expressions[bits] ?? [])
                }
                node.setters.append(setter)
            }
        }
        for _ in 0..<(try reader.readUInt8()) {
            let type = try reader.readUInt8()
            let name = text(try reader.readInt32(), strings)
            node.variables.append(ClassVariable(name: name, type: type, bits: try reader.readInt32()))
        }
        while try reader.readUInt8() == 0 {
            node.children.append(try readNode(reader, strings, expressions))
        }
        return node
    }
}

extension ClassTemplate {
    /// Visits everything: a number that depends on every component, name and value.
    var checksum: Int {
        Self.checksum(root)
    }

    private static func checksum(_ node: ClassNode) -> Int {
        var sum = Int(node.componentID)
        for setter in node.setters { sum &+= setter.checksum }
        for variable in node.variables { sum &+= variable.name.utf8.count }
        for child in node.children { sum &+= checksum(child) }
        return sum
    }
}

/// A node of the class design, with an object for every property.
final class ClassNode {
    let componentID: UInt16
    var setters: [ClassSetter] = []
    var variables: [ClassVariable] = []
    var children: [ClassNode] = []

    init(componentID: UInt16) {
        self.componentID = componentID
    }
}

/// A property: one subclass for each kind of value.
class ClassSetter {
    let name: String

    init(name: String) {
        self.name = name
    }

    /// A number that depends on name and value.
    var checksum: Int { name.utf8.count }
}

final class ClassIntSetter: ClassSetter {
    let value: Int32
    let isScaled: Bool

    init(name: String, value: Int32, isScaled: Bool) {
        self.value = value
        self.isScaled = isScaled
        super.init(name: name)
    }

    override var checksum: Int { name.utf8.count &+ Int(value) }
}

final class ClassFloatSetter: ClassSetter {
    let value: Float
    let isScaled: Bool

    init(name: String, value: Float, isScaled: Bool) {
        self.value = value
        self.isScaled = isScaled
        super.init(name: name)
    }

    override var checksum: Int { name.utf8.count &+ Int(value.bitPattern) }
}

final class ClassStringSetter: ClassSetter {
    let value: String

    init(name: String, value: String) {
        self.value = value
        super.init(name: name)
    }

    override var checksum: Int { name.utf8.count &+ value.utf8.count }
}

final class ClassExpressionSetter: ClassSetter {
    let id: Int32
    let code: [UInt8]

    init(name: String, id: Int32, code: [UInt8]) {
        self.id = id
        self.code = code
        super.init(name: name)
    }

    override var checksum: Int { name.utf8.count &+ Int(id) }
}

/// A user variable.
final class ClassVariable {
    let name: String
    let type: UInt8
    let bits: Int32

    init(name: String, type: UInt8, bits: Int32) {
        self.name = name
        self.type = type
        self.bits = bits
    }
}

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
