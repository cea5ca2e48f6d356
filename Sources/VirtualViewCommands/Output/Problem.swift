import VirtualViewFormat

/// A problem with a file.
struct Problem {
    let code: String
    let offset: Int?
    /// The section of the file; `nil` if the file could not be read.
    let section: FileSection?
    let message: String

    /// `CODE at byte N: text [section]`.
    var text: String {
        "\(code) at byte \(offset ?? 0): \(message)\(section.map { " [\($0.rawValue)]" } ?? "")"
    }
}

extension Problem {
    /// Creates the problem of a file that is not a template, such as a source.
    init(_ error: FormatError, _ path: String) {
        var message = error.context
        if error.section == .header, CompileInput.isSource(path) {
            message = "this is a source; compile it first with 'vvc compile'"
        }
        self.init(code: error.code.rawValue, offset: error.offset, section: error.section, message: message)
    }
}

extension Terminal {
    /// Reads the compiled file that an operand stands for; `nil` if it is none, which is reported.
    func template(_ path: String) throws(FileError) -> Template? {
        let bytes = try StandardInput.read(path)
        do throws(FormatError) {
            return try Template(decoding: bytes)
        } catch {
            report(line: "\(path): error: \(Problem(error, path).text)")
            return nil
        }
    }
}
