import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

/// The schema that editors get says about a project file what the reader says.
@Suite struct ProjectSchemaTests {
    private static func readSchema(_ text: String = ProjectSchema.text) -> [String: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        return object as? [String: Any] ?? [:]
    }

    /// The members of an object that the schema describes, with those of objects in it.
    private static func members(_ schema: [String: Any], path: [String] = []) -> [(
        path: [String], schema: [String: Any]
    )] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        return properties.sorted { $0.key < $1.key }.flatMap { name, schema in
            [(path + [name], schema)] + members(schema, path: path + [name])
        }
    }

    private static func text(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func document(_ path: [String], _ value: String) -> String {
        path.reversed().reduce(value) { "{\(text($1)): \($0)}" }
    }

    private static func problems(_ document: String) -> [Diagnostic] {
        ProjectFile.read(SourceFile(path: "vvc.json", text: document)).diagnostics
    }

    /// The members of the elements of arrays are members too.
    @Test func describesEveryMemberOfTestsWithAnExampleThatTheReaderTakes() throws {
        let root = Self.readSchema(ProjectSchema.tests)
        var count = 0
        func check(_ schema: [String: Any], _ document: (String) -> String) throws {
            if let elements = schema["items"] as? [String: Any] { try check(elements) { document("[\($0)]") } }
            for (name, member) in schema["properties"] as? [String: [String: Any]] ?? [:] {
                count += 1
                #expect((member["description"] as? String)?.isEmpty == false, "\(name)")
                let example = try #require((member["examples"] as? [Any])?.first, "\(name)")
                let text = document("{\(Self.text(name)): \(Self.text(example))}")
                #expect(Self.isValid(example, member), "\(text)")
                let file = SourceFile(path: "Card" + TestScript.ending, text: text)
                #expect(TestScript.read(file).diagnostics.isEmpty, "\(text)")
                try check(member) { document("{\(Self.text(name)): \($0)}") }
            }
        }
        try check(root) { $0 }
        #expect(count == 43)
    }

    @Test func describesEveryMemberWithAnExampleThatTheReaderTakes() throws {
        let members = Self.members(Self.readSchema())
        #expect(members.count == 25)
        for (path, schema) in members {
            #expect((schema["description"] as? String)?.isEmpty == false, "\(path)")
            let example = try #require((schema["examples"] as? [Any])?.first, "\(path)")
            let document = Self.document(path, Self.text(example))
            #expect(Self.problems(document).isEmpty, "\(document)")
            #expect(Self.isValid(example, schema), "\(document)")
            // The reader keeps what it takes.
            guard path != ["$schema"] else { continue }
            let project = ProjectFile.read(SourceFile(path: "vvc.json", text: document)).project
            let empty = ProjectFile.read(SourceFile(path: "vvc.json", text: "{}")).project
            #expect(String(reflecting: project) != String(reflecting: empty), "\(document)")
        }
    }

    /// Random values, also with the wrong types, names and numbers, in every place that the schema has.
    @Test func refusesWhatTheReaderRefuses() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        var counts = [0, 0]
        let schema = Self.readSchema()
        for _ in 0..<RandomTests.count(2000) {
            let value = Self.value(schema, &random, depth: 0)
            let document = Self.text(value)
            let isRead = Self.problems(document).isEmpty
            counts[isRead ? 1 : 0] += 1
            #expect(Self.isValid(value, schema) == isRead, "seed \(RandomTests.seed): \(document)")
        }
        #expect(counts.allSatisfy { $0 > 10 }, "\(counts)")
    }

    @Test(arguments: [
        (#"{"functions": {"f": {"results": {}}}}"#, true), (#"{"functions": {"f": {"result": 3, "x": 1}}}"#, true),
        (#"{"functions": {"f": {"results": {"[1]": "a"}, "default": [1]}}}"#, true),
        (#"{"functions": {"f": "a"}}"#, true),
        (#"{"functions": {"f": {"results": {}, "x": 1}}}"#, false), (#"{"functions": {"f": {"results": 3}}}"#, false),
        (#"{"functions": {"f": {"results": {"x": 2}}}}"#, false), (#"{"images": {"a": "0.5x10rp"}}"#, true),
        (#"{"images": {"a": "0x0"}}"#, false), (#"{"images": {"a": "4x0.0rp"}}"#, false),
    ])
    func functionsAndImagesAreThoseOfTheReader(_ document: String, _ isRight: Bool) throws {
        let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
        #expect(Self.isValid(value, Self.readSchema()) == isRight && Self.problems(document).isEmpty == isRight)
    }

    // MARK: - A validator of what the schema uses

    private static func isValid(_ value: Any, _ schema: [String: Any]) -> Bool {
        if let type = schema["type"] as? String, !has(value, type) { return false }
        if let condition = schema["if"] as? [String: Any], isValid(value, condition),
            let rest = schema["then"] as? [String: Any], !isValid(value, rest)
        {
            return false
        }
        if let words = schema["enum"] as? [String], !((value as? String).map(words.contains) ?? false) { return false }
        if let text = value as? String {
            if text.unicodeScalars.count < schema["minLength"] as? Int ?? 0 { return false }
            if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
                return false
            }
        }
        if let number = value as? Double {
            if let minimum = schema["minimum"] as? Double, number < minimum { return false }
            if let maximum = schema["maximum"] as? Double, number > maximum { return false }
        }
        if let choices = schema["anyOf"] as? [[String: Any]], !choices.contains(where: { isValid(value, $0) }) {
            return false
        }
        if let elements = value as? [Any] {
            if elements.count > schema["maxItems"] as? Int ?? .max { return false }
            if let items = schema["items"] as? [String: Any], !elements.allSatisfy({ isValid($0, items) }) {
                return false
            }
        }
        if let members = value as? [String: Any] {
            if let required = schema["required"] as? [String], !required.allSatisfy({ members[$0] != nil }) {
                return false
            }
            let known = schema["properties"] as? [String: [String: Any]] ?? [:]
            for (name, value) in members {
                if let names = schema["propertyNames"] as? [String: Any] {
                    if let not = names["not"] as? [String: Any], isValid(name, not) { return false }
                    if !isValid(name, names) { return false }
                }
                if let schema = known[name] {
                    if !isValid(value, schema) { return false }
                } else if schema["additionalProperties"] as? Bool == false {
                    return false
                } else if let others = schema["additionalProperties"] as? [String: Any], !isValid(value, others) {
                    return false
                }
            }
        }
        return true
    }

    private static func has(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "object": return value is [String: Any]
        case "array": return value is [Any]
        case "string": return value is String
        case "number": return value is Double
        default: return false
        }
    }

    // MARK: - Random values

    private static func value(_ schema: [String: Any], _ random: inout SeededGenerator, depth: Int) -> Any {
        if Int.random(in: 0..<40, using: &random) == 0, depth > 0 {
            let wrong: [Any] = ["", 7.5, ["x"], ["y": "z"], -1.0]
            return wrong.randomElement(using: &random) ?? ""
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            return value(choices.randomElement(using: &random) ?? [:], &random, depth: depth)
        }
        if let words = schema["enum"] as? [String] { return words.randomElement(using: &random) ?? "" }
        if schema["pattern"] != nil {
            let texts = ["24x24", "12rpx12.5rp", "0x4", "a/b", "../a", "/a", "a/../b", "x", "a..b/c"]
            return texts.randomElement(using: &random) ?? ""
        }
        switch schema["type"] as? String {
        case "string": return ["a", "b/c", "ä"].randomElement(using: &random) ?? ""
        case "number":
            return ([0, 0.1, 1, 2, 375, 10_000, 10_001] as [Double]).randomElement(using: &random) ?? 1.0
        case "array":
            let items = schema["items"] as? [String: Any] ?? [:]
            return (0..<Int.random(in: 0...3, using: &random)).map { _ in value(items, &random, depth: depth + 1) }
        case "object":
            var members: [String: Any] = [:]
            let known = (schema["properties"] as? [String: [String: Any]] ?? [:]).sorted { $0.key < $1.key }
            for (name, schema) in known where Int.random(in: 0..<max(2, known.count / 3), using: &random) == 0 {
                members[name] = value(schema, &random, depth: depth + 1)
            }
            if let others = schema["additionalProperties"] as? [String: Any] {
                let names = (schema["propertyNames"] as? [String: Any])?["enum"] as? [String] ?? ["money", "now", "x1"]
                if let name = names.randomElement(using: &random) {
                    members[name] = value(others, &random, depth: depth + 1)
                }
            }
            if Int.random(in: 0..<40, using: &random) == 0 { members["scale"] = "x" }
            return members
        default: return ["k": "v"]
        }
    }
}
