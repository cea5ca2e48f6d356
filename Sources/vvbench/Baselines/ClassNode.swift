import VirtualViewFormat

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
