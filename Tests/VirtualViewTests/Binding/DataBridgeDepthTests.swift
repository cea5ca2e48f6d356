import Testing
import VirtualView
import VirtualViewTestSupport

/// Objects of any depth become data or an error, on a small stack too.
@Suite struct DataBridgeDepthTests {
    /// Objects nested in arrays or dictionaries, and others that are no data, around what is deepest.
    enum Nest: CaseIterable, Sendable {
        case arrays, dictionaries, otherKeys, optionals

        func around(_ object: Any) -> Any {
            switch self {
            case .arrays: [1, object] as [Any]
            case .dictionaries: ["n": 1, "next": object]
            case .otherKeys: [1: object]
            case .optionals: [Optional(object) as Any]
            }
        }

        func object(depth: Int) -> Any {
            (0..<depth).reduce([] as Any) { inner, _ in around(inner) }
        }

        /// What is directly inside.
        func inner(of object: Any) -> Any? {
            switch self {
            case .arrays, .optionals: (object as? [Any])?.last
            case .dictionaries: (object as? [String: Any])?["next"]
            case .otherKeys: (object as? [Int: Any])?[1]
            }
        }
    }

    /// A cast that converts what is inside would need stack for every level, and come again at each of them.
    @Test(arguments: Nest.allCases)
    func looksNoDeeperThanItGoes(_ nest: Nest) {
        let code = SmallStack.run(unoptimized: 2 << 20) { () -> DataBridgeError.Code? in
            var object = nest.object(depth: 100_000)
            // Level by level, because Swift lets go of what is nested by calls inside each other.
            defer { while let inner = nest.inner(of: object) { object = inner } }
            do throws(DataBridgeError) {
                _ = try JSONValue(jsonObject: object)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code == (nest == .otherKeys ? .unsupportedType : .tooDeep))
    }

    @Test(arguments: [Nest.arrays, .dictionaries])
    func theGreatestDepthDoesNotExhaustASmallStack(_ nest: Nest) {
        let depth = SmallStack.run(unoptimized: 2 << 20) {
            try? JSONValue(jsonObject: nest.object(depth: DataBridgeError.maximumDepth - 1)).depth
        }
        #expect(depth == DataBridgeError.maximumDepth)
    }

    @Test func valuesInsideObjectsCountWithTheirDepth() throws {
        let value: JSONValue = [[["x"]]]
        func nested(_ depth: Int) -> Any { (0..<depth).reduce(value as Any) { inner, _ in [inner] } }
        #expect(try JSONValue(jsonObject: nested(253)).depth == 256)
        let error = #expect(throws: DataBridgeError.self) { try JSONValue(jsonObject: nested(254)) }
        #expect(error?.code == .tooDeep)
    }

    @Test func theGreatestDepthDoesNotExhaustASmallStack() {
        let depth = SmallStack.run(unoptimized: 4 << 20) {
            try? JSONValue(encoding: Chain(depth: DataBridgeError.maximumDepth)).depth
        }
        #expect(depth == DataBridgeError.maximumDepth)
    }

    /// A value that encodes another one as an entry of itself.
    private struct Chain: Encodable {
        enum Key: CodingKey { case next }
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            if depth > 1 { try container.encode(Chain(depth: depth - 1), forKey: .next) }
        }
    }
}
