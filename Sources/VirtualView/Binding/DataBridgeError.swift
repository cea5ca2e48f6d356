import VirtualViewExpressions

/// An error that says why an object cannot become data for bindings.
public struct DataBridgeError: Error, Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable {
        /// An object of a type that JSON does not have.
        case unsupportedType = "unsupported-type"
        /// More nested arrays and objects than allowed.
        case tooDeep = "too-deep"
    }

    /// The kind of problem.
    public let code: Code
    /// The path of the object, from the root of the data.
    public let path: DataPath
    /// The name of the type that was found.
    public let type: String

    /// The largest depth of nested arrays and objects.
    public static let maximumDepth = JSONValue.maximumDepth
}

extension DataBridgeError: CustomStringConvertible {
    /// The kind of problem and the path, in one line.
    public var description: String {
        let place = path.steps.isEmpty ? "the root" : "'\(path)'"
        return switch code {
        case .unsupportedType: "\(place) is of the type '\(type)', which is no data"
        case .tooDeep: "arrays and objects are nested deeper than \(Self.maximumDepth) at \(place)"
        }
    }
}
