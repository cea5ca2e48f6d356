/// The options for reading an assemble source.
package struct AssembleOptions: Sendable {
    /// The definitions of the names given on the command line, as if `def` had defined them.
    package var arguments: [String: SourceFile]
    /// The sizes of images by name, for images without a size in the source.
    package var assets: [String: AssembleAssetSize]
    /// The longest source that is read, in bytes.
    package var maximumSize: Int

    /// Creates options.
    package init(
        arguments: [String: SourceFile] = [:],
        assets: [String: AssembleAssetSize] = [:],
        maximumSize: Int = 1 << 20
    ) {
        self.arguments = arguments
        self.assets = assets
        self.maximumSize = maximumSize
    }
}

/// The size of an image that is in the app.
package struct AssembleAssetSize: Hashable, Sendable {
    /// The width as a template writes it: points, or parts of the screen's width in `rp`.
    package let width: String
    /// The height as a template writes it.
    package let height: String

    /// Reads a size such as `24x24`, `12.5x8` or `40rpx40rp`; fails when a side is not a number above 0.
    ///
    /// - Parameter text: The size.
    package init?(_ text: String) {
        // The unit does not end in 'x', so the 'x' after a digit or a unit separates the sides.
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, sides.allSatisfy(Self.isSide) else { return nil }
        width = sides[0]
        height = sides[1]
    }

    private static func isSide(_ text: String) -> Bool {
        guard let number = try? AssembleNumber(text) else { return false }
        return !number.isNegative && !number.isZero
    }
}

/// A part that a host finds by its number.
package struct AssembleNamedPart: Hashable, Sendable {
    /// The name in the source.
    package let name: String
    /// The `id` in the template, from 1.
    package let id: Int
}
