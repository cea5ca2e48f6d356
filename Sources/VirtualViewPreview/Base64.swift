/// Encodes bytes as text in the alphabet of RFC 4648 §4.
package enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes bytes, with `=` at the end if their number is not a multiple of three.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = UInt32(bytes[index]) << 16
            if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[index + 2]) }
            for place in 0..<4 {
                let letter = letters[Int(group >> UInt32(18 - 6 * place) & 63)]
                text.append(place <= count ? letter : UInt8(ascii: "="))
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }
}
