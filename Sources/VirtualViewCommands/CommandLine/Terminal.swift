import VirtualView
import VirtualViewFormat

/// The destination of a command's results and messages.
///
/// The process's own terminal in `vvc`; a pair of collecting closures in tests. Names, texts, data and paths come from
/// outside, so everything that is written passes through `VisibleText` here: whatever it holds, no control character
/// but the line feeds between lines gets through.
package struct Terminal {
    private let writeOut: ([UInt8]) -> Bool
    private let writeError: ([UInt8]) -> Void
    /// Whether messages may be coloured.
    let usesColor: Bool
    /// Whether progress may be shown.
    let showsProgress: Bool
    /// Whether pages get the script that was built beside the program.
    var findsPlayer = false

    /// Creates a terminal from two sinks.
    ///
    /// - Parameters:
    ///   - usesColor: Whether messages may be coloured.
    ///   - showsProgress: Whether progress may be shown.
    ///   - out: Writes results; returns whether they could be written.
    ///   - error: Writes messages.
    package init(
        usesColor: Bool = false,
        showsProgress: Bool = false,
        out: @escaping ([UInt8]) -> Bool,
        error: @escaping ([UInt8]) -> Void
    ) {
        self.usesColor = usesColor
        self.showsProgress = showsProgress
        self.writeOut = out
        self.writeError = error
    }

    /// The process's standard output and standard error.
    ///
    /// Colour is used on a terminal only, and never when `NO_COLOR` is set to anything but nothing. One that `TERM` calls
    /// `dumb`, as those of editors do, shows the commands of others as text, and counts as none.
    package static var process: Terminal {
        let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
        let isTerminal = isatty(STDERR_FILENO) == 1 && !isDumb
        let noColor = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return Terminal(
            usesColor: isTerminal && !noColor,
            showsProgress: isTerminal,
            out: { FileDescriptor.write($0, to: STDOUT_FILENO) },
            error: { _ = FileDescriptor.write($0, to: STDERR_FILENO) }
        )
    }

    /// A terminal that nobody looks at.
    package static var silent: Terminal { Terminal(out: { _ in true }, error: { _ in }) }

    /// Writes a result, or a message that it cannot be written.
    ///
    /// - Parameter text: The text, as lines; the caller makes sure that a text from outside does not add lines.
    /// - Returns: Whether it could be written.
    func print(_ text: String) -> Bool {
        write(VisibleText.lines(text))
    }

    /// Writes a result that is JSON.
    ///
    /// - Parameter json: JSON; its values stay the same.
    /// - Returns: Whether it could be written.
    func print(json: String) -> Bool {
        write(JSONText.visible(json))
    }

    /// Writes bytes of a protocol that another program reads, as they are; returns whether that succeeded.
    func write(protocol bytes: [UInt8]) -> Bool { writeOut(bytes) }

    /// Writes a source as it is, with its line ends; what is shown of it elsewhere is made visible there.
    ///
    /// - Parameter source: The source.
    /// - Returns: Whether it could be written.
    func print(source: [UInt8]) -> Bool {
        write(source)
    }

    private func write(_ text: String) -> Bool {
        write(Array(text.utf8))
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        let isWritten = writeOut(bytes)
        // Whoever closes a pipe early has seen enough.
        if !isWritten, errno != EPIPE { reportError("cannot write to standard output: \(FileError.lastReason)") }
        return isWritten
    }

    /// Writes messages of one or more lines, each with its line end.
    func report(_ text: String) {
        writeError(Array(VisibleText.lines(text).utf8))
    }

    /// Writes a message of one line, and a line end.
    func report(line: String) {
        report(VisibleText.line(line) + "\n")
    }

    /// Writes text with terminal commands, for colors and progress; the rest of it must be visible text already.
    func report(styled text: String) {
        writeError(Array(text.utf8))
    }

    /// Writes `vvc: error: …` and a line end.
    func reportError(_ message: String) {
        let label = usesColor ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
        report(styled: "vvc: \(label) \(VisibleText.line(message))\n")
    }
}
