import VirtualViewExpressions
import VirtualViewFormat

/// Reads the members of the content of a release file, each of the kind that it must have.
///
/// Members that are not asked for are passed over, so that later versions may add some.
struct ContentReader {
    private let value: JSONValue
    /// The names that lead to this value.
    private let path: String

    /// Reads a content that was verified.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the JSON text.
    ///   - type: What the member `type` must say.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/malformed``.
    init(_ bytes: [UInt8], type: ReleaseRole) throws(DeliveryError) {
        do {
            try self.init(JSONValue(json: bytes, maximumDepth: 8), "")
        } catch {
            throw DeliveryError(.malformed, "the content is not JSON: \(error)", cause: error)
        }
        guard try string("type") == type.rawValue else { throw problem("type", "'\(type.rawValue)'") }
    }

    private init(_ value: JSONValue, _ path: String) {
        self.value = value
        self.path = path
    }

    func problem(_ name: String, _ expected: String) -> DeliveryError {
        let place = path.isEmpty ? name : name.isEmpty ? path : "\(path).\(name)"
        return DeliveryError(.malformed, "the member '\(VisibleText.line(place))' is not \(expected)")
    }
}

// MARK: - Members

extension ContentReader {
    func string(_ name: String) throws(DeliveryError) -> String {
        guard case .string(let text)? = value[name] else { throw problem(name, "a text") }
        return text
    }

    /// The name of an app or a channel, which stands in what keys sign.
    func name(_ name: String) throws(DeliveryError) -> String {
        let text = try string(name)
        guard Self.isName(text) else { throw problem(name, "1 to 64 letters, digits, points, hyphens and underscores") }
        return text
    }

    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIIWord || ".-".utf8.contains($0) }
    }

    func sha256(_ name: String) throws(DeliveryError) -> String {
        let text = try string(name)
        guard ContentHash.isHash(text) else { throw problem(name, "64 lower-case hexadecimal digits") }
        return text
    }

    func time(_ name: String) throws(DeliveryError) -> ReleaseTime {
        guard let time = ReleaseTime(try string(name)) else { throw problem(name, "a time like 2026-11-23T08:30:00Z") }
        return time
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws(DeliveryError) -> Int {
        guard case .int(let number)? = value[name], let number = Int(exactly: number), range.contains(number) else {
            throw problem(name, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func member(_ name: String) throws(DeliveryError) -> ContentReader {
        guard let member = optionalMember(name) else { throw problem(name, "an object") }
        return member
    }

    /// A member that may be left out, but not be something else than an object.
    func optionalMember(_ name: String) -> ContentReader? {
        value[name].map { ContentReader($0, path.isEmpty ? name : "\(path).\(name)") }
    }

    func has(_ name: String) -> Bool { value[name] != nil }

    /// The elements of a list, which may be left out if it is empty.
    func list(_ name: String, maximumCount: Int) throws(DeliveryError) -> [ContentReader] {
        guard let list = value[name] else { return [] }
        guard case .array(let elements) = list, elements.count <= maximumCount else {
            throw problem(name, "a list of at most \(maximumCount)")
        }
        let path = path
        return elements.enumerated().map { ContentReader($1, "\(path.isEmpty ? "" : path + ".")\(name)[\($0)]") }
    }

    /// The value itself as a text, in a list of texts.
    func text() throws(DeliveryError) -> String {
        guard case .string(let text) = value else { throw problem("", "a text") }
        return text
    }

    var json: JSONValue { value }
}
