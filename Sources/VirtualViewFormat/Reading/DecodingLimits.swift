/// Bounds that a file must keep to be read at all.
///
/// The reader's memory is proportional to the file, so its size is the bound that matters.
public struct DecodingLimits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var maximumFileSize: Int

    /// Sets the bounds.
    ///
    /// - Parameter maximumFileSize: The largest file, in bytes; 64 MiB unless told. Files of 4 GiB and more are refused
    ///   whatever this says.
    public init(maximumFileSize: Int = 64 << 20) {
        self.maximumFileSize = maximumFileSize
    }
}
