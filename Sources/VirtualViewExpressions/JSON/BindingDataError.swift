/// An error that says why a JSON text could not be read, and where.
public struct BindingDataError: Error, Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable {
        /// The text ends inside a value, or is empty.
        case unexpectedEnd = "unexpected-end"
        /// A character that is not allowed here.
        case unexpectedCharacter = "unexpected-character"
        /// Something follows the value.
        case trailingCharacters = "trailing-characters"
        /// A number that is not in the form of JSON.
        case invalidNumber = "invalid-number"
        /// A number beyond the range of 64 bits of floating point.
        case numberOutOfRange = "number-out-of-range"
        /// A backslash followed by something other than an escape.
        case invalidEscape = "invalid-escape"
        /// A control character inside a string, where JSON requires an escape.
        case unescapedControl = "unescaped-control"
        /// Bytes that are not UTF-8.
        case invalidUTF8 = "invalid-utf-8"
        /// More nested arrays and objects than allowed.
        case tooDeep = "too-deep"
    }

    /// The kind of problem.
    public let code: Code
    /// The offset of the first wrong byte, from 0; the length of the text if it ends too early.
    public let offset: Int

    init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension BindingDataError: CustomStringConvertible {
    /// The message for people, with the offset, in one line.
    public var description: String {
        "\(message) at byte \(offset)"
    }

    /// The message without the offset: lower case, one line, no full stop.
    package var message: String {
        switch code {
        case .unexpectedEnd: "the JSON text ends too early"
        case .unexpectedCharacter: "unexpected character in JSON"
        case .trailingCharacters: "characters after the JSON value"
        case .invalidNumber: "malformed number in JSON"
        case .numberOutOfRange: "number out of range in JSON"
        case .invalidEscape: "unknown escape in a JSON string"
        case .unescapedControl: "control character in a JSON string"
        case .invalidUTF8: "invalid UTF-8 in JSON"
        case .tooDeep: "JSON nested too deep"
        }
    }
}
