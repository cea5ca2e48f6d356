import VirtualViewFormat

/// The value of the header `Content-Range`: which bytes of a file an answer has.
///
/// RFC 9110, section 14.4, without the form for a range that cannot be satisfied.
package struct ContentRange: Equatable, Sendable {
    /// The positions of the bytes.
    package let range: Range<Int>
    /// The size of the whole file in bytes; `nil` if the server does not know it.
    package let size: Int?

    /// Reads a value such as `bytes 0-99/1234` or `bytes 0-99/*`; `nil` if it is anything else.
    package init?(_ text: String) {
        let unit = "bytes "
        // Not the server's characters but its bytes are compared: a digit with a mark is no digit.
        let bytes = Array(text.utf8)
        guard bytes.count > unit.utf8.count,
            zip(bytes, unit.utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 && $1 != 0x20 })
        else { return nil }
        let parts = bytes.dropFirst(unit.utf8.count)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < Int.max
        else { return nil }
        range = first..<last + 1
        if Array(parts[1]) == [UInt8(ascii: "*")] {
            size = nil
        } else {
            guard let size = Self.number(parts[1]), size > last else { return nil }
            self.size = size
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ $0.decimalDigit != nil }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
