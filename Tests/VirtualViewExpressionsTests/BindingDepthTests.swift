import Testing
import VirtualViewExpressions
import VirtualViewTestSupport

/// Data knows how deep it is, and is never so deep that going through it would need much stack.
@Suite struct BindingDepthTests {
    /// What stands around the values inside.
    enum Shape: CaseIterable, Sendable {
        case arrays, objects, turns

        func around(_ value: JSONValue, at level: Int) -> JSONValue {
            switch self {
            case .arrays: [0, value]
            case .objects: ["n": 0, "next": value]
            case .turns: level.isMultiple(of: 2) ? [value] : ["next": value]
            }
        }

        /// A value of a depth, made with the cases of the enumeration.
        func value(depth: Int) -> JSONValue {
            (0..<depth).reduce(1) { inner, level in around(inner, at: level) }
        }
    }

    @Test func everyValueKnowsItsDepth() {
        let simple: [JSONValue] = [.null, true, 1, 1.5, "x"]
        #expect(simple.allSatisfy { $0.depth == 0 })
        #expect(([] as JSONValue).depth == 1)
        #expect(([:] as JSONValue).depth == 1)
        #expect(([1, [2], ["a": [[]]], 3] as JSONValue).depth == 4)
        // Of two entries with one name the first is not there.
        let repeated: [(String, JSONValue)] = [("a", [[[]]]), ("a", 1)]
        #expect(JSONValue.object(BindingObject(repeated)).depth == 1)
        #expect(JSONValue.array([[1]]).depth == 2)
    }

    #if os(macOS) || os(Linux)
        @Test func whatIsTooDeepIsRefusedWhenItIsMade() async {
            await #expect(processExitsWith: .failure) { _ = Shape.arrays.value(depth: JSONValue.maximumDepth + 1) }
            await #expect(processExitsWith: .failure) { _ = Shape.objects.value(depth: JSONValue.maximumDepth + 1) }
            await #expect(processExitsWith: .success) { _ = Shape.turns.value(depth: JSONValue.maximumDepth) }
        }
    #endif

    @Test func theReaderRefusesWhatIsTooDeep() throws {
        func text(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        let most = JSONValue.maximumDepth
        #expect(try JSONValue(json: text(most), maximumDepth: 100_000).depth == most)
        for depth in [most + 1, 200_000] {
            let error = #expect(throws: BindingDataError.self) {
                try JSONValue(json: text(depth), maximumDepth: 1_000_000)
            }
            #expect(error?.code == .tooDeep)
            #expect(error?.offset == most)
        }
    }

    @Test(arguments: Shape.allCases)
    func theGreatestDepthDoesNotExhaustASmallStack(_ shape: Shape) {
        let outcome = SmallStack.run(unoptimized: 4 << 20) {
            let value = shape.value(depth: JSONValue.maximumDepth)
            let text = value.json
            guard let other = try? JSONValue(json: text) else { return "is not read" }
            guard other == value, other.isSame(as: value) else { return "is not equal" }
            guard other.hashValue == value.hashValue else { return "has another hash" }
            guard "\(other)" == text else { return "is printed in another way" }
            return "is safe"
        }
        #expect(outcome == "is safe")
    }

    @Test func anArrayIsReadLikeOneOfSwift() {
        let array = BindingArray([1, "x", .null])
        #expect(Array(array) == [1, "x", .null])
        #expect(array.count == 3 && array[1] == "x" && array.last == .null)
        #expect(array.indices == 0..<3)
        #expect(BindingArray([]).isEmpty)
        guard case .array(let elements) = [2, 3] as JSONValue else {
            Issue.record("no array")
            return
        }
        #expect(elements.map { $0 } == [2, 3])
        #expect(Set([elements, BindingArray([2.0, 3]), array]).count == 2)
    }
}
