import VirtualViewExpressions

/// Why an object cannot become data for bindings.
public struct DataBridgeError: Error, Hashable, Sendable {
    /// What is wrong.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable {
        /// An object of a type that JSON does not have.
        case unsupportedType = "unsupported-type"
        /// More arrays and objects inside each other than allowed.
        case tooDeep = "too-deep"
    }

    /// What is wrong.
    public let code: Code
    /// Where, from the root of the data.
    public let path: DataPath
    /// The name of the type that was found.
    public let type: String

    /// How many arrays and objects may stand inside each other.
    public static let maximumDepth = JSONValue.maximumDepth
}

extension DataBridgeError: CustomStringConvertible {
    /// What is wrong and where, in one line.
    public var description: String {
        let place = path.steps.isEmpty ? "the root" : "'\(path)'"
        return switch code {
        case .unsupportedType: "\(place) is of the type '\(type)', which is no data"
        case .tooDeep: "arrays and objects are nested deeper than \(Self.maximumDepth) at \(place)"
        }
    }
}
