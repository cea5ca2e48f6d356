import VirtualViewCompiler
import VirtualViewFormat

/// The operand `-`: standard input instead of a file.
///
/// A file of that name is `./-`.
struct StandardInput: Sendable {
    /// A language of sources.
    enum Language: String, CaseIterable {
        case xml
        case asv
    }

    /// The operand.
    static let operand = "-"
    /// What stands for a name.
    static let unnamed = "<stdin>"
    /// The option of commands that write no template.
    static let nameOption = Option("--name", "NAME", help: "Takes '-' for the file of this name (default: <stdin>)")

    /// The name that messages show, which may be a path; `nil` for the usual one.
    let name: String?
    /// The language; `nil` to tell it from the text.
    let language: Language?
    /// The name of a template that has none by ``name`` or an instruction; `nil` if it must have one.
    var templateName: String?

    /// What stands for the path of the file, in messages and for the name of the template.
    var path: String { name ?? Self.unnamed }

    /// Returns the path that is shown for an operand, and beside which other files are looked for.
    func place(of operand: String) -> String {
        operand == Self.operand ? path : operand
    }

    /// Refuses an operand that would read standard input a second time.
    static func check(_ operands: [String]) throws(UsageError) {
        guard operands.count(where: { $0 == operand }) > 1 else { return }
        throw UsageError("'\(operand)', standard input, is given twice")
    }

    /// Reads a file, or standard input for the operand.
    static func read(_ path: String) throws(FileError) -> [UInt8] {
        try FileSystem.read(path, isStandardInput: path == operand)
    }

    /// Reads all of it, as a source.
    func source() throws(FileError) -> SourceFile {
        source(try Self.read(Self.operand))
    }

    /// Makes a source of what was read.
    func source(_ bytes: [UInt8]) -> SourceFile {
        let named = Language(rawValue: Path.fileExtension(of: path))
        return SourceFile(path: path, bytes: bytes, isAssemble: (language ?? named ?? Self.language(of: bytes)) == .asv)
    }

    /// Returns the language of a text: only XML begins with `<`.
    private static func language(of bytes: [UInt8]) -> Language {
        let first = bytes.withoutByteOrderMark.firstThatIsNotBlank
        return first == nil || first == UInt8(ascii: "<") ? .xml : .asv
    }
}

extension [UInt8] {
    /// The text without the mark that some editors put before it.
    var withoutByteOrderMark: ArraySlice<UInt8> {
        starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
    }
}

extension ArraySlice<UInt8> {
    /// The first byte that is neither a space, a tab nor part of a line end.
    var firstThatIsNotBlank: UInt8? {
        first { !XMLCharacters.isSpace($0) }
    }
}

extension ArgumentReader {
    /// Returns the language of standard input.
    ///
    /// - Throws: `UsageError` if one is given, and that is no operand.
    mutating func language() throws(UsageError) -> StandardInput.Language? {
        let names = StandardInput.Language.allCases.map(\.rawValue)
        let help = "Sets the language of '-' (default: that of its name's ending, else of its text)"
        let option = Option("--language", "xml|asv", choices: names, help: help)
        let name = text(option)
        try check(option, name)
        return name.flatMap(StandardInput.Language.init)
    }

    /// Returns how the operand `-` is read by a command that writes no template.
    ///
    /// - Parameter only: The language, if the command takes one alone.
    /// - Returns: The name and the language that options give.
    /// - Throws: `UsageError` if an option says how, and that is no operand.
    mutating func standardInput(_ only: StandardInput.Language? = nil) throws(UsageError) -> StandardInput {
        let name = text(StandardInput.nameOption)
        let input = StandardInput(name: name, language: only == nil ? try language() : only)
        try check(StandardInput.nameOption, input.name)
        return input
    }

    private func check(_ option: Option, _ value: String?) throws(UsageError) {
        guard value != nil, !operands.contains(StandardInput.operand) else { return }
        throw UsageError("'\(option.name)' goes with '\(StandardInput.operand)', standard input")
    }
}
