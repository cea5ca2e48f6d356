extension [UInt8] {
    /// Appends a number, the most significant byte first.
    @inline(__always)
    package mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}
