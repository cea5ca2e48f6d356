import VirtualViewFormat

/// The name of an image, which is compared by its bytes as the name of a file is.
package struct ImageName: Hashable, Sendable {
    private let text: String

    /// Makes the name of an image.
    ///
    /// - Parameter text: The value of a node's `src` or `backgroundImage`.
    package init(_ text: String) {
        self.text = text
    }

    package static func == (lhs: ImageName, rhs: ImageName) -> Bool {
        lhs.text.hasSameBytes(as: rhs.text)
    }
}
