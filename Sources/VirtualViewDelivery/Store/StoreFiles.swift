import VirtualViewRelease

/// The few operations on files that a store is made of, so that tests can let each of them fail.
///
/// Paths are relative to the store's folder. Any thread may call.
package protocol StoreFiles: Sendable {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - maximumSize: The largest size, in bytes; a larger file is an error.
    /// - Returns: The bytes; `nil` if there is no such file.
    /// - Throws: ``DeliveryError`` with the code `storeUnreadable` or `tooLarge`.
    func read(_ path: String, maximumSize: Int) throws(DeliveryError) -> [UInt8]?

    /// Returns the names in a folder, in any order; none if there is no such folder.
    ///
    /// - Throws: ``DeliveryError`` with the code `storeUnreadable`.
    func names(in folder: String) throws(DeliveryError) -> [String]

    /// Returns the size and age of a file; `nil` if there is no such file.
    func status(of path: String) -> StoredFile?

    /// Writes a file aside and gives it its name, in place of any file of that name; its folder is made if need be.
    ///
    /// Nobody sees a part of the file, but it is not on the device before the next ``barrier()``.
    ///
    /// - Throws: ``DeliveryError`` with the code `storeUnwritable` or `storeFull`.
    func write(_ bytes: [UInt8], to path: String) throws(DeliveryError)

    /// Writes a file aside and gives it its name, unless a file has that name already.
    ///
    /// - Returns: Whether the file got the name.
    /// - Throws: ``DeliveryError`` with the code `storeUnwritable` or `storeFull`.
    func add(_ bytes: [UInt8], as path: String) throws(DeliveryError) -> Bool

    /// Gives a file another name, in place of any file of that name; nothing happens if there is no such file.
    ///
    /// - Throws: ``DeliveryError`` with the code `storeUnwritable`.
    func rename(_ path: String, to name: String) throws(DeliveryError)

    /// Gives a file another name, unless a file has that name already.
    ///
    /// - Returns: Whether the file got the name; if not, it is gone.
    /// - Throws: ``DeliveryError`` with the code `storeUnwritable` or `storeFull`.
    func claim(_ name: String, for path: String) throws(DeliveryError) -> Bool

    /// Removes a file; nothing happens if there is none.
    func remove(_ path: String)

    /// Makes sure that everything that was written so far reaches the device before anything that is written later.
    ///
    /// - Throws: ``DeliveryError`` with the code `storeUnwritable` or `storeFull`.
    func barrier() throws(DeliveryError)

    /// Waits until the names of the store's files are on the device.
    ///
    /// - Throws: ``DeliveryError`` with the code `storeUnwritable`.
    func sync() throws(DeliveryError)
}

/// What is known of a file of a store without reading it.
package struct StoredFile: Equatable, Sendable {
    /// The size, in bytes.
    package let size: Int
    /// When it was written, in seconds since 1970 by the clock of the system.
    package let modified: Int64

    /// Describes a file.
    package init(size: Int, modified: Int64) {
        (self.size, self.modified) = (size, modified)
    }
}
