import Foundation
import VirtualView
import VirtualViewExpressions

/// A value of an app's gives the same data on every way: as JSON text, as what `JSONSerialization` makes of that, as
/// dictionaries and arrays of all kinds, and as an `Encodable` type, which `JSONEncoder` writes in the same way.
///
/// What is nested too deep is refused on every way.
func fuzzBridges(_ bytes: [UInt8]) {
    guard bytes.count > 1, bytes.count < 4_096 else { return }
    var choices = RandomChoices(bytes[...])
    // Around the limit, or well below it.
    let shells = choices.byte() & 15 == 15 ? 240 + choices.byte() % 24 : 0
    var value = BridgedValue(&choices, depth: 0)
    for _ in 0..<shells { value = choices.byte() & 1 == 0 ? .list([value]) : .object([("k", value)]) }
    let depth = value.depth
    let object = try? JSONValue(jsonObject: value.object(&choices))
    let encoded = try? JSONValue(encoding: value)
    guard depth <= DataBridgeError.maximumDepth else {
        precondition(object == nil && encoded == nil, "a depth of \(depth) is refused")
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        precondition((try? JSONValue(json: text)) == nil, "a depth of \(depth) is refused in JSON too")
        return
    }
    let expected = value.data
    precondition(object == expected, "objects of an app give \(object?.json ?? "nothing") for \(expected.json)")
    precondition(encoded == expected, "encoding gives \(encoded?.json ?? "nothing") for \(expected.json)")
    precondition(object.hashValue == encoded.hashValue, "what is equal has the same hash")
    guard value.isFinite else { return }

    let text = expected.json
    precondition((try? JSONValue(json: text)) == expected, "JSON reads back: \(text)")
    let parsed = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    let bridged = parsed.flatMap { try? JSONValue(jsonObject: $0) }
    precondition(bridged == expected, "JSONSerialization gives \(bridged?.json ?? "nothing") for \(text)")
    guard let written = try? JSONEncoder().encode(value) else { preconditionFailure("JSONEncoder writes \(text)") }
    precondition((try? JSONValue(json: [UInt8](written))) == expected, "JSONEncoder agrees about \(text)")
}

/// A value as an app may have it.
private indirect enum BridgedValue {
    case null
    case flag(Bool)
    case number(Int64)
    case large(UInt64)
    case fraction(Double)
    case small(Float)
    case text(String)
    case list([BridgedValue])
    case object([(String, BridgedValue)])

    /// None begins with U+FEFF, which `JSONSerialization` drops on Linux.
    private static let texts = [
        "", "a", "some words", "1", "true", "null", "\"\\/\n\t\u{0}\u{1F}", "漢字", "e\u{301}", "é", "👨‍👩‍👧", "a\u{FEFF}",
        "\u{2028}",
    ]

    init(_ choices: inout RandomChoices, depth: Int) {
        switch choices.byte() % (depth < 6 ? 12 : 8) {
        case 0: self = .null
        case 1: self = .flag(choices.byte() & 1 == 0)
        case 2, 3: self = .number(choices.pick([0, 1, -1, 127, -128, 255, 65_536, 1 << 53, .max, .min, 1 << 31]))
        case 4: self = .large(choices.pick([0, 1, 255, UInt64(Int64.max), UInt64(Int64.max) + 1, .max]))
        case 5:
            self = .fraction(
                choices.pick([
                    0.5, -0.0, 4, 1e300, -1e-300, 0.1, 9_007_199_254_740_992, 9.2e18, 1e19, .infinity,
                    .leastNonzeroMagnitude,
                ])
            )
        case 6: self = .small(Float(choices.byte()) / 8 - 4)
        case 7: self = .text(choices.pick(Self.texts))
        case 8, 9: self = .list((0..<choices.byte() % 5).map { _ in BridgedValue(&choices, depth: depth + 1) })
        default:
            var names = Set<String>()
            var entries: [(String, BridgedValue)] = []
            for _ in 0..<choices.byte() % 5 {
                let name = choices.pick(Self.texts)
                if names.insert(name).inserted { entries.append((name, BridgedValue(&choices, depth: depth + 1))) }
            }
            self = .object(entries)
        }
    }

    /// How many arrays and objects are inside each other.
    var depth: Int {
        switch self {
        case .list(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let entries): 1 + (entries.map(\.1.depth).max() ?? 0)
        default: 0
        }
    }

    /// Whether JSON can say it.
    var isFinite: Bool {
        switch self {
        case .fraction(let number): number.isFinite
        case .list(let elements): elements.allSatisfy(\.isFinite)
        case .object(let entries): entries.allSatisfy(\.1.isFinite)
        default: true
        }
    }

    /// What bindings are to read.
    var data: JSONValue {
        switch self {
        case .null: .null
        case .flag(let flag): .bool(flag)
        case .number(let number): .int(number)
        case .large(let number): Int64(exactly: number).map(JSONValue.int) ?? .double(Double(number))
        case .fraction(let number): .double(number)
        case .small(let number): .double(Double(number))
        case .text(let text): .string(text)
        case .list(let elements): .array(elements.map(\.data))
        case .object(let entries): .object(BindingObject(entries.map { ($0.0, $0.1.data) }))
        }
    }

    /// The value as dictionaries, arrays and simple values of one kind or another.
    func object(_ choices: inout RandomChoices) -> Any {
        let kind = choices.byte()
        switch self {
        case .null: return NSNull()
        case .flag(let flag): return kind & 1 == 0 ? flag : NSNumber(value: flag)
        case .number(let number): return Self.object(number, kind)
        case .large(let number): return kind & 1 == 0 ? number : NSNumber(value: number)
        case .fraction(let number): return kind & 1 == 0 ? number : NSNumber(value: number)
        case .small(let number): return kind & 1 == 0 ? number : NSNumber(value: number)
        case .text(let text): return kind & 1 == 0 ? text : NSString(string: text)
        case .list(let elements):
            if kind & 7 == 7, depth < 8 { return data }
            let objects = elements.map { $0.object(&choices) }
            return kind & 1 == 0 ? objects : NSArray(array: objects)
        case .object(let entries):
            if kind & 7 == 7, depth < 8 { return data }
            var objects: [String: Any] = [:]
            for (name, value) in entries { objects[name] = value.object(&choices) }
            return kind & 1 == 0 ? objects : NSDictionary(dictionary: objects)
        }
    }

    private static func object(_ number: Int64, _ kind: Int) -> Any {
        switch kind % 8 {
        case 0: number
        case 1: NSNumber(value: number)
        case 2: Int(exactly: number) ?? number
        case 3: Int8(exactly: number) ?? number
        case 4: UInt8(exactly: number) ?? number
        case 5: Int32(exactly: number) ?? number
        case 6: UInt64(exactly: number) ?? number
        default: Int8(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
        }
    }
}

extension BridgedValue: Encodable {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .list(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        case .object(let entries):
            var object = encoder.container(keyedBy: Key.self)
            for (name, value) in entries { try object.encode(value, forKey: Key(stringValue: name)) }
        default:
            var simple = encoder.singleValueContainer()
            switch self {
            case .flag(let flag): try simple.encode(flag)
            case .number(let number): try simple.encode(number)
            case .large(let number): try simple.encode(number)
            case .fraction(let number): try simple.encode(number)
            case .small(let number): try simple.encode(number)
            case .text(let text): try simple.encode(text)
            default: try simple.encodeNil()
            }
        }
    }
}
