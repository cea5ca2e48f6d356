/// A colour as files store it: alpha, red, green and blue with eight bits each, not premultiplied.
public struct ARGBColor: RawRepresentable, Hashable, Sendable {
    /// `0xAARRGGBB`.
    public var rawValue: UInt32

    /// Makes a colour from a number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Makes a colour from a number as a file stores it.
    ///
    /// - Parameter stored: The bits of `0xAARRGGBB`.
    public init(stored: Int32) {
        rawValue = UInt32(bitPattern: stored)
    }

    /// The number as a file stores it.
    public var stored: Int32 {
        Int32(bitPattern: rawValue)
    }

    /// A fully transparent colour.
    public static let clear = ARGBColor(rawValue: 0)
    /// Opaque black.
    public static let black = ARGBColor(rawValue: 0xFF00_0000)
}

extension ARGBColor {
    /// The opacity, from 0 to 255.
    public var alpha: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 24) }
    /// The red part, from 0 to 255.
    public var red: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
    /// The green part, from 0 to 255.
    public var green: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
    /// The blue part, from 0 to 255.
    public var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}
