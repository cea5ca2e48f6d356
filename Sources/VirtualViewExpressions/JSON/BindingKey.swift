/// A name in data with its hash, so that a look-up need not hash it again.
package struct BindingKey: Hashable, Sendable {
    /// The name.
    package let text: String
    /// The FNV-1a hash of the name's UTF-8 bytes.
    let code: UInt32

    /// Prepares a name for look-ups.
    ///
    /// - Complexity: O(*n*) in the name's bytes.
    package init(_ text: String) {
        self.text = text
        code = Self.code(of: text.utf8)
    }

    /// Returns the FNV-1a hash in 32 bits.
    ///
    /// Hostile data can make names collide; ``BindingObject`` therefore orders by (code, bytes) and never relies on
    /// different codes.
    static func code(of bytes: some Sequence<UInt8>) -> UInt32 {
        var code: UInt32 = 0x811C_9DC5
        for byte in bytes {
            code = (code ^ UInt32(byte)) &* 0x0100_0193
        }
        return code
    }

    /// Returns whether a name comes first in the order of the entries of large objects.
    static func precedes(_ lhs: BindingKey, _ rhs: BindingKey) -> Bool {
        lhs.code != rhs.code ? lhs.code < rhs.code : lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }

    /// Returns whether two names have the same bytes.
    package static func == (lhs: BindingKey, rhs: BindingKey) -> Bool {
        lhs.code == rhs.code && lhs.text.utf8.elementsEqual(rhs.text.utf8)
    }
}

extension BindingKey: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(value)
    }
}
