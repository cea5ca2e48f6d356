/// The SHA-256 of bytes as manifests and release files write it.
package enum ContentHash {
    /// Returns the hash of bytes in 64 lower-case hexadecimal digits.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The digits.
    /// - Complexity: O(*n*) in the number of bytes.
    package static func of(_ bytes: some Collection<UInt8>) -> String {
        HexText.text(SHA256.digest(of: bytes))
    }

    /// Returns whether a text has the form of a hash.
    package static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { $0.isLowerCaseHexadecimalDigit }
    }
}
