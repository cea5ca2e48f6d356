import Foundation
import VirtualViewFormat
import VirtualViewTestSupport

/// The unscoped entries of the corpus configuration, read with as little code as it takes.
struct ConfigurationFixture {
    private(set) var components: [String: UInt16] = [:]
    private(set) var internedNames: [String: [String]] = [:]
    private(set) var kinds: [String: ValueKind] = [:]

    init() throws {
        let text = String(decoding: try Fixtures.bytes("Compile/config.properties"), as: UTF8.self)
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            add(parts[0], parts[1])
        }
    }

    private mutating func add(_ key: String, _ value: String) {
        if key.hasPrefix("VIEW_ID_") {
            components[String(key.dropFirst("VIEW_ID_".count))] = UInt16(value)
        } else if key.hasPrefix("DEFAULT_PROPERTY_") {
            internedNames[String(key.dropFirst("DEFAULT_PROPERTY_".count))] = value.components(separatedBy: "|")
        } else if !key.contains(".") {
            kinds[key] = Self.kind(value)
        }
    }

    private static func kind(_ text: String) -> ValueKind? {
        switch text {
        case "Number": return .number
        case "Int": return .int
        case "Float": return .float
        case "Bool": return .bool
        case "Color": return .color
        case "Flag": return .flags
        case "Align": return .gravity
        case "TextStyle": return .textStyle
        case "Type": return .type
        case "LayoutWidthHeight": return .size
        case "Visibility": return .visibility
        case "DataMode": return .dataMode
        case "Expr": return .expression
        default:
            guard text.hasPrefix("Enum<"), text.hasSuffix(">") else { return nil }
            let words = text.dropFirst(5).dropLast().split(separator: ",").compactMap { item -> WordTable.Word? in
                let pair = item.split(separator: ":")
                guard pair.count == 2, let value = Int32(pair[1]) else { return nil }
                return WordTable.Word(String(pair[0]), value)
            }
            return .enumeration(WordTable(words))
        }
    }
}

/// The rows of a table of tab-separated columns below `Tests/Fixtures`.
func fixtureRows(_ path: String) throws -> [[String]] {
    String(decoding: try Fixtures.bytes(path), as: UTF8.self)
        .split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: "\t").map(String.init) }
}
