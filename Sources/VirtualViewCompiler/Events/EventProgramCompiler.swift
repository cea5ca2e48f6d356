/// Compiles event programs (`Docs/Expressions.md`, "Event programs").
package enum EventProgramCompiler {
    /// The result of compiling a program.
    package struct Result: Sendable {
        /// The bytes; `nil` if there is an error.
        package let code: [UInt8]?
        /// Every word and text in the order in which it is stored, with its place in the text.
        package let strings: [(text: String, range: Range<Int>)]
        /// The problem, in the order of the text.
        package let problems: [EventProblem]
        /// The paths that the program assigns to, with their places.
        let targets: [(names: [String], range: Range<Int>)]
        /// The start of the code of each statement, and the place of the statement in the text.
        let statements: [(offset: Int, place: Int)]
    }

    /// Compiles the program of an attribute.
    ///
    /// - Parameters:
    ///   - text: The attribute's decoded text: `${`, the program, `}`.
    ///   - isLenient: Whether some errors are warnings, with the reference compiler's bytes.
    /// - Returns: The code; `nil` if the text is not of that form.
    /// - Complexity: O(*n*) in the length of the text.
    package static func compile(_ text: String, isLenient: Bool = false) -> Result? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 3, bytes.starts(with: "${".utf8), bytes.last == UInt8(ascii: "}") else { return nil }
        return compile(bytes, 2..<bytes.count - 1, whole: 0..<bytes.count, isLenient: isLenient)
    }

    /// Compiles a program that stands somewhere in a text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8.
    ///   - range: The program without its braces.
    ///   - whole: The place of problems with the program as a whole.
    ///   - isLenient: Whether some errors are warnings.
    /// - Returns: The code, and what is wrong.
    static func compile(_ bytes: [UInt8], _ range: Range<Int>, whole: Range<Int>, isLenient: Bool) -> Result {
        var lexer = EventLexer(bytes, range, isLenient: isLenient)
        let tokens = lexer.tokenize()
        var problems = lexer.problems
        if tokens.allSatisfy({ $0.kind == .end || $0.symbol == .semicolon }), problems.isEmpty {
            problems.append(EventProblem(.emptyProgram, at: whole))
        }
        var parser = EventParser(tokens, of: bytes, isCut: lexer.isCut)
        let tree = parser.parse()
        let output = EventGenerator.generate(tree, isLenient: isLenient)
        problems += parser.problems + output.problems
        if output.code.count > Int(UInt16.max) {
            problems.append(EventProblem(.tooLarge(output.code.count), at: whole))
        }
        let ordered = problems.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        return Result(
            code: problems.contains { $0.message.severity == .error } ? nil : output.code,
            strings: output.strings,
            problems: ordered.map { $0.element },
            targets: output.targets,
            statements: output.statements
        )
    }
}
