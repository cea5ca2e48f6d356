/// A text compared byte for byte.
///
/// Two strings that Unicode calls equivalent are equal to the standard library, but they are two names: their string
/// ids differ.
package struct ExactText: Hashable, Sendable {
    package let text: String

    /// Makes one.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        self.text = text
    }

    package static func == (lhs: ExactText, rhs: ExactText) -> Bool {
        lhs.text.hasSameBytes(as: rhs.text)
    }

    package func hash(into hasher: inout Hasher) {
        let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}
