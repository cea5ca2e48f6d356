import VirtualViewCommands

/// The tests of templates (`vvc test`) inside of `swift test`.
///
/// One test compares every template of a folder with what it is expected to show, and plays the steps beside it:
///
/// ```swift
/// import Testing
/// import VirtualViewTesting
///
/// @Test func templatesShowWhatIsExpected() {
///     let result = TemplateTests.run("Templates")
///     #expect(result.isSuccess, "\(result.report)")
/// }
/// ```
public enum TemplateTests {
    /// What came of a run.
    public struct Result: Sendable {
        /// Whether everything is as expected.
        public let isSuccess: Bool
        /// What is not as expected, one line for each change of a node, and the sums.
        public let report: String
    }

    /// Tests templates as `vvc test` does.
    ///
    /// - Parameters:
    ///   - paths: Sources and folders; relative ones count from the current folder.
    ///   - updates: Whether what the templates show is what is expected from now on.
    ///   - options: Further options of `vvc test`, such as `--report` and a folder.
    /// - Returns: What came of it.
    public static func run(_ paths: String..., updates: Bool = false, options: [String] = []) -> Result {
        var out: [UInt8] = []
        var errors: [UInt8] = []
        let terminal = Terminal(
            out: {
                out += $0
                return true
            },
            error: { errors += $0 }
        )
        let code = VVC.run(["test"] + options + (updates ? ["--update"] : []) + ["--"] + paths, terminal: terminal)
        return Result(isSuccess: code == .success, report: String(decoding: errors + out, as: UTF8.self))
    }
}
