extension String {
    /// Returns whether two texts have the same bytes; `==` also accepts texts that are equivalent in Unicode.
    @inline(never)
    package func hasSameBytes(as other: String) -> Bool {
        let (lhs, rhs) = (utf8, other.utf8)
        guard lhs.count == rhs.count else { return false }
        let areSame = lhs.withContiguousStorageIfAvailable { left in
            rhs.withContiguousStorageIfAvailable { right in
                Self.areEqual(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
            }
        }
        // A text that came from Objective-C has its bytes nowhere.
        return (areSame ?? nil) ?? lhs.elementsEqual(rhs)
    }

    /// Returns whether a text comes before another in the order of their bytes, which is the same on every machine; `<`
    /// knows no order of texts that are equivalent in Unicode.
    package static func inByteOrder(_ lhs: String, _ rhs: String) -> Bool {
        lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
    }

    /// The text with `_` for each `-`, as names of files have it.
    package var underscored: String {
        guard utf8.contains(UInt8(ascii: "-")) else { return self }
        return String(decoding: utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    }

    /// The text of a number without a needless `.0` at its end.
    package var withoutZeroFraction: String { hasSuffix(".0") ? String(dropLast(2)) : self }

    /// Compares eight bytes at a time; both have the same length.
    private static func areEqual(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
        func isSameWord(at offset: Int) -> Bool {
            lhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                == rhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        guard lhs.count >= 8 else {
            for offset in lhs.indices where lhs[offset] != rhs[offset] { return false }
            return true
        }
        for offset in stride(from: 0, to: lhs.count - 8, by: 8) where !isSameWord(at: offset) { return false }
        // Some of the last eight bytes may have been compared.
        return isSameWord(at: lhs.count - 8)
    }
}

extension [UInt8] {
    /// Returns whether a text is at an offset, which is not negative.
    @inlinable
    package func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset + text.utf8CodeUnitCount <= count else { return false }
        for index in 0..<text.utf8CodeUnitCount where self[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Appends a number, the most significant byte first.
    @inline(__always)
    mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        // Byte by byte takes a third of the time of adding a collection.
        for byte in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> byte))
        }
    }
}
