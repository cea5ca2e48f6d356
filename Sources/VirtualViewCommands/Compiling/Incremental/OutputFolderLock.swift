/// Keeps other runs of `vvc` out of a folder that has a record.
final class OutputFolderLock {
    private let descriptor: Int32

    /// Waits until no other run works in a folder, and makes the folder if it is not there; `nil` if it cannot be made or
    /// locked.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - isWaiting: Called if there is another run that does not end within 0.3 seconds.
    init?(_ folder: String, isWaiting: () -> Void) {
        guard (try? FileSystem.makeFolder(folder)) != nil else { return nil }
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        for _ in 0..<30 {
            guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
            usleep(10_000)
        }
        isWaiting()
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit {
        close(descriptor)
    }
}
