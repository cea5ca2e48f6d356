import Foundation

/// Writing to open files.
package enum FileDescriptor {
    /// Writes all bytes in as many calls as needed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: The open file.
    /// - Returns: Whether that succeeded; if not, `errno` says why.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 {
                // Without a reason, another try could go on for ever.
                errno = EIO
                return false
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Writes all bytes in as many calls as needed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: The open file.
    /// - Returns: Whether that succeeded; if not, `errno` says why.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { write($0, to: descriptor) }
    }
}
