import VirtualViewExpressions
import VirtualViewFormat

/// The tests of a template that do something with it, from a file such as `Card.test.json`.
///
/// The file is checked like a project file, and what is wrong with it has the same ids.
package struct TestScript: Sendable {
    /// The ending of the names of such files.
    package static let ending = ".test.json"

    /// Returns the id or the name in what a step calls a node: `#part`, `part` or `#part[2]`.
    package static func nodeName(in text: String) -> String {
        let mark = text.prefix { $0 != "[" }
        return String(mark.first == "#" ? mark.dropFirst() : mark)
    }

    /// Returns whether a text can be the identifier of a language and region, such as `ar_EG`.
    package static func isLocale(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isASCIILetter else { return false }
        return text.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
    }

    /// The tests, in file order.
    package private(set) var tests: [Test] = []

    /// One test.
    package struct Test: Sendable {
        /// What it is about.
        package let name: String
        /// The place of the name, or of the test.
        package let range: SourceRange
        /// The data at the start: the name of a file beside the template; `nil` for that with the template's name.
        package let data: DecodedText?
        /// The surroundings at the start.
        package let surroundings: Surroundings
        /// What is done and expected, in file order.
        package let steps: [Step]
    }

    /// The surroundings of a template, as far as they are stated.
    package struct Surroundings: Sendable {
        package var width: Double?
        package var height: Double?
        package var appearance: String?
        package var direction: String?
        package var textScale: Double?
        package var locale: String?
        package var values: BindingObject?
    }

    /// One step: everything that it has is done in the order of these members.
    package struct Step: Sendable {
        package let range: SourceRange
        /// Whether it has no member.
        package let isEmpty: Bool
        /// Whether nothing happens before what is expected.
        package let doesNothing: Bool
        /// New data.
        package var data: JSONValue?
        /// New surroundings.
        package var surroundings: Surroundings?
        /// The node or the place that is touched.
        package var touch: DecodedText?
        /// The node or the place that is touched for long.
        package var hold: DecodedText?
        /// The container that is scrolled, and how far.
        package var scroll: (node: DecodedText?, x: Double, y: Double, range: SourceRange)?
        /// The pages that are turned, and to which one.
        package var turn: (node: DecodedText?, page: Double, range: SourceRange)?
        /// The seconds that pass.
        package var wait: Double?
        /// What is expected then.
        package var expectation: Expectation?
    }

    /// What is expected after a step, as far as it is stated.
    package struct Expectation: Sendable {
        package let range: SourceRange
        /// All events since the last step that expected some.
        package var events: [Event]?
        package var eventsRange: SourceRange?
        /// The texts of nodes; null for a node that is not there.
        package var texts: [(node: DecodedText, text: String?, range: SourceRange)] = []
        /// The frames of nodes: x, y, width and height in the container.
        package var frames: [(node: DecodedText, frame: [Double], range: SourceRange)] = []
        /// The ids of all problems so far.
        package var issues: [String]?
        package var issuesRange: SourceRange?

        /// Whether nothing is stated.
        package var isEmpty: Bool { events == nil && texts.isEmpty && frames.isEmpty && issues == nil }
    }

    /// An event, as far as it is stated.
    package struct Event: Sendable {
        package let range: SourceRange
        package var kind: String?
        package var id: Double?
        package var action: String?
        package var parameter: String?
        package var value: JSONValue?
        package var page: Double?
    }
}

// MARK: - Reading

extension TestScript {
    /// Reads a file.
    ///
    /// - Parameter file: The file.
    /// - Returns: Its valid content, and everything that is wrong with it, in file order.
    /// - Complexity: O(*n*) in the size of the file.
    package static func read(_ file: SourceFile) -> (script: TestScript, diagnostics: [Diagnostic]) {
        let (node, problems) = JSONNode.read(file)
        var script = TestScript()
        guard let node else { return (script, problems.inFileOrder()) }
        var reader = ProjectReader()
        if let checked = reader.checked(node, .object(members), "a file of tests") {
            script.tests = (checked.member("tests")?.listElements ?? []).map(Test.init)
        }
        return (script, (problems + reader.diagnostics).inFileOrder())
    }

    /// The members that such a file has; schemas for editors list them too.
    static let members: [ProjectMember] = [
        ProjectMember("$schema", .text, "Where editors find the schema of this file", example: #""tests.schema.json""#),
        ProjectMember(
            "tests",
            .list(.object(testMembers), atMost: 1_000),
            "The tests",
            example: ##"[{"name": "a tap opens it", "steps": [{"touch": "#1"}]}]"##
        ),
    ]

    private static let testMembers: [ProjectMember] = [
        ProjectMember("name", .text, "What it is about", example: #""a tap opens the card""#),
        ProjectMember("data", .pathInside, "The file with the data at the start", example: #""Card.empty.json""#),
        ProjectMember("environment", .object(surroundingMembers), "The surroundings", example: #"{"width": 320}"#),
        ProjectMember(
            "steps",
            .list(.object(stepMembers), atMost: 1_000),
            "What is done and expected",
            example: ##"[{"touch": "#1"}]"##
        ),
    ]

    private static let surroundingMembers: [ProjectMember] = [
        ProjectMember("width", .number("a width", 1...10_000), "The width in points", example: "375"),
        ProjectMember(
            "height",
            .number("a height", 1...100_000),
            "The height of the screen in points, for templates that fill it (usual: the one that fits)",
            example: "812"
        ),
        ProjectMember(
            "appearance",
            .word("an appearance", ["light", "dark"]),
            "The user's choice of light or dark",
            example: #""dark""#
        ),
        ProjectMember(
            "direction",
            .word("a direction", ["ltr", "rtl"]),
            "The direction of the user's language",
            example: #""rtl""#
        ),
        ProjectMember(
            "textScale",
            .number("a factor", 0.1...10),
            "The factor by which texts are larger",
            example: "1.3"
        ),
        ProjectMember("locale", .locale, "The user's language and region", example: #""ar_EG""#),
        ProjectMember("values", .map(.values, .value), "What bindings read as env", example: #"{"currency": "EUR"}"#),
    ]

    private static let stepMembers: [ProjectMember] = [
        ProjectMember("set", .value, "New data", example: #"{"title": "Tea"}"#),
        ProjectMember("environment", .object(surroundingMembers), "New surroundings", example: #"{"width": 320}"#),
        ProjectMember("touch", .text, "Touches a node, '#7' or a name, or a point, '10,20'", example: ##""#7""##),
        ProjectMember("hold", .text, "Touches a node or a point for long", example: #""10,20""#),
        ProjectMember(
            "scroll",
            .object([
                ProjectMember("node", .text, "The container", example: ##""#7""##),
                ProjectMember("x", .number("a distance", 0...1_000_000), "How far to the side", example: "0"),
                ProjectMember("y", .number("a distance", 0...1_000_000), "How far down", example: "120"),
            ]),
            "Scrolls a container",
            example: ##"{"node": "#7", "y": 120}"##
        ),
        ProjectMember(
            "turn",
            .object([
                ProjectMember("node", .text, "The pages", example: ##""#7""##),
                ProjectMember("page", .number("a page", 0...10_000), "The page, from 0", example: "1"),
            ]),
            "Turns pages",
            example: ##"{"node": "#7", "page": 1}"##
        ),
        ProjectMember("wait", .number("a time", 0...3_600), "Lets seconds pass", example: "0.5"),
        ProjectMember(
            "expect",
            .object(expectationMembers),
            "What is expected then",
            example: ##"{"texts": {"#7": "1"}}"##
        ),
    ]

    private static let expectationMembers: [ProjectMember] = [
        ProjectMember(
            "events",
            .list(.object(eventMembers), atMost: 1_000),
            "All events since events were expected last; members that are left out are not compared",
            example: #"[{"kind": "click", "action": "open"}]"#
        ),
        ProjectMember(
            "texts",
            .map(.any, .value),
            "Texts of nodes; null for one that is not shown",
            example: ##"{"#7": "Tea"}"##
        ),
        ProjectMember(
            "frames",
            .map(.any, .list(.number("a length", -1_000_000...1_000_000), atMost: 4)),
            "Frames of nodes as if nothing were scrolled: x, y, width, height",
            example: ##"{"#7": [0, 0, 100, 20]}"##
        ),
        ProjectMember(
            "issues",
            .list(.text, atMost: 1_000),
            "The ids of all problems so far",
            example: #"["node.unknown-template"]"#
        ),
    ]

    private static let eventMembers: [ProjectMember] = [
        ProjectMember(
            "kind",
            .word("a kind of event", ["click", "longClick", "pageFlip", "scroll", "autoRefresh"]),
            "The kind",
            example: #""click""#
        ),
        ProjectMember("id", .number("an id", -2_147_483_648...2_147_483_647), "The node's id", example: "7"),
        ProjectMember("action", .text, "The action", example: #""open""#),
        ProjectMember("parameter", .text, "The parameter of the action", example: #""7""#),
        ProjectMember("value", .value, "The data of the action", example: #"{"id": 7}"#),
        ProjectMember("page", .number("a page", 0...10_000), "The page that is shown", example: "1"),
    ]
}

// MARK: - Taking what was checked

extension JSONNode {
    /// The value of a member of an object.
    fileprivate func member(_ name: String) -> JSONNode? {
        objectMembers.first { $0.name.text == name }?.value
    }

    /// The text, or a number or word as it is written; `nil` for null.
    fileprivate var shownText: String? {
        switch content {
        case .null: nil
        case .string(let text): text.text
        default: String(decoding: range.file.bytes[range.offsets], as: UTF8.self)
        }
    }
}

extension TestScript.Test {
    fileprivate init(_ node: JSONNode) {
        name = node.member("name")?.stringValue ?? "unnamed"
        range = node.member("name")?.range ?? node.range
        data = node.member("data")?.decodedText
        surroundings = node.member("environment").map(TestScript.Surroundings.init) ?? TestScript.Surroundings()
        steps = (node.member("steps")?.listElements ?? []).map(TestScript.Step.init)
    }
}

extension TestScript.Surroundings {
    fileprivate init(_ node: JSONNode) {
        width = node.member("width")?.numberValue
        height = node.member("height")?.numberValue
        appearance = node.member("appearance")?.stringValue
        direction = node.member("direction")?.stringValue
        textScale = node.member("textScale")?.numberValue
        locale = node.member("locale")?.stringValue
        if let node = node.member("values"), case .object(let object)? = try? node.bindingValue() { values = object }
    }
}

extension TestScript.Step {
    fileprivate init(_ node: JSONNode) {
        range = node.range
        isEmpty = node.objectMembers.isEmpty
        doesNothing = node.objectMembers.allSatisfy { $0.name.text == "expect" }
        data = try? node.member("set")?.bindingValue()
        surroundings = node.member("environment").map(TestScript.Surroundings.init)
        touch = node.member("touch")?.decodedText
        hold = node.member("hold")?.decodedText
        if let move = node.member("scroll") {
            let (x, y) = (move.member("x")?.numberValue ?? 0, move.member("y")?.numberValue ?? 0)
            scroll = (move.member("node")?.decodedText, x, y, move.range)
        }
        if let move = node.member("turn") {
            turn = (move.member("node")?.decodedText, move.member("page")?.numberValue ?? 0, move.range)
        }
        wait = node.member("wait")?.numberValue
        expectation = node.member("expect").map(TestScript.Expectation.init)
    }
}

extension TestScript.Expectation {
    fileprivate init(_ node: JSONNode) {
        range = node.range
        if let list = node.member("events") {
            events = list.listElements.map(TestScript.Event.init)
            eventsRange = list.range
        }
        texts = (node.member("texts")?.objectMembers ?? []).map { ($0.name, $0.value.shownText, $0.value.range) }
        frames = (node.member("frames")?.objectMembers ?? []).map { member in
            (member.name, member.value.listElements.compactMap { $0.numberValue }, member.value.range)
        }
        if let list = node.member("issues") {
            issues = list.texts
            issuesRange = list.range
        }
    }
}

extension TestScript.Event {
    fileprivate init(_ node: JSONNode) {
        range = node.range
        kind = node.member("kind")?.stringValue
        id = node.member("id")?.numberValue
        action = node.member("action")?.stringValue
        parameter = node.member("parameter")?.stringValue
        value = try? node.member("value")?.bindingValue()
        page = node.member("page")?.numberValue
    }
}
