/// Limits for the files that the reader accepts.
///
/// The reader's memory is proportional to the size of the file, so a limit of the size is enough.
public struct DecodingLimits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var maximumFileSize: Int

    /// Makes limits.
    ///
    /// - Parameter maximumFileSize: The largest file, in bytes; 64 MiB by default. Files of 4 GiB and more are always
    ///   refused.
    public init(maximumFileSize: Int = 64 << 20) {
        self.maximumFileSize = maximumFileSize
    }
}
