/// The process that a language server serves.
struct ClientProcess: Hashable, Sendable {
    private let number: pid_t

    /// Takes the number that a client tells; fails if there is no such process, for it may be one of another machine or
    /// container.
    init?(_ number: Int?) {
        guard let number = number.flatMap({ pid_t(exactly: $0) }), number > 0 else { return nil }
        self.number = number
        guard isRunning else { return nil }
    }

    /// Whether it is still there.
    var isRunning: Bool { kill(number, 0) == 0 || errno == EPERM }
}
