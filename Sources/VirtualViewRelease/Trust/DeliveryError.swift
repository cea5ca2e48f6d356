/// An error that says why a release cannot be trusted, fetched, stored or used.
///
/// Compare ``code``; print ``description``. Nothing that a server sends stands in a message unless it was made visible first.
public struct DeliveryError: Error {
    /// The kind of problem; `Docs/Delivery.md` has a table of all codes.
    public let code: Code
    /// The message, in one line, without the place.
    public let message: String
    /// The file, address or member in which the problem was found, if it was found in one.
    public let place: String?
    /// The error that led to this one.
    public let cause: (any Error)?
    /// Whether the same request may be answered later, as after the status 503.
    package var mayPass = false

    /// Makes an error.
    public init(_ code: Code, _ message: String, at place: String? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.place = place
        self.cause = cause
    }

    /// Returns the same error with a place, unless it already has one.
    ///
    /// - Parameter place: The place.
    /// - Returns: This error, or a copy that names the place.
    package func at(_ place: String) -> DeliveryError {
        guard self.place == nil else { return self }
        var error = DeliveryError(code, message, at: place, cause: cause)
        error.mayPass = mayPass
        return error
    }
}

extension DeliveryError: CustomStringConvertible {
    /// The message in one line, after the place if there is one.
    public var description: String {
        guard let place else { return message }
        return "\(place): \(message)"
    }
}

extension DeliveryError {
    /// The kind of a problem; the raw value is a stable name that programs may compare and print.
    ///
    /// The cases are in the order of the documented table.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // MARK: - Files of a release

        /// The bytes are not a file of a release.
        case malformed
        /// The file is larger than its limit, or than the file that names it says.
        case tooLarge
        /// The release needs a newer runtime.
        case unsupported

        // MARK: - Trust

        /// The valid signatures of the role's keys are fewer than its threshold.
        case untrusted
        /// The system has nothing that can check a signature.
        case noCryptography
        /// The number is smaller than one that was seen before, or another file had the same one.
        case rolledBack
        /// The time is later than the signed date until which the file is valid.
        case expired
        /// The file is not the one that a signed file names.
        case mismatch

        // MARK: - Fetching

        /// The server has no such file.
        case missing
        /// The server cannot be reached, or the connection ended early.
        case unreachable
        /// The server answered with a status that is no answer to the request.
        case refused
        /// The address, or one that it leads to, is not on the list of those that are allowed.
        case notAllowed
        /// The server sends too little for too long.
        case tooSlow
        /// The task was cancelled.
        case cancelled

        // MARK: - Storing

        /// A file of the store cannot be read.
        case storeUnreadable
        /// A file of the store cannot be written.
        case storeUnwritable
        /// There is no space left for the release.
        case storeFull
        /// Other processes changed the store again and again.
        case storeBusy
    }
}
