import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Layouts with the frames that a browser gives them; `.ci/flex-fixtures` writes the files.
struct BrowserLayout: Sendable {
    /// A browser counts in 64ths of a pixel, and what it rounds adds up along a line.
    private static let tolerance = 0.2

    private let entries: [JSONValue]

    init(_ name: String) {
        entries =
            if let bytes = try? Fixtures.bytes("Layout/\(name)"),
                case .array(let entries)? = try? JSONValue(json: bytes)
            {
                Array(entries)
            } else {
                []
            }
    }

    var indices: Range<Int> { entries.indices }

    /// The number of trees that were measured from right to left, too.
    var mirroredCount: Int { entries.count { $0["rtl"] != nil } }

    /// The components at the roots, by name.
    var roots: [String: Int] {
        entries.reduce(into: [:]) { $0[$1["tree"].map(Self.name) ?? "", default: 0] += 1 }
    }

    /// Lays a tree out in both directions, and compares each node's frame with the browser's.
    func expectFrames(_ number: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let entry = entries[number]
        let tree = try #require(entry["tree"])
        let container = try LayoutSource.container(Self.source(tree))
        let size = LayoutSize(
            width: tree["properties"]?.number("layoutWidth") ?? 0,
            height: tree["properties"]?.number("layoutHeight") ?? 0
        )
        let expected = entry.list("frames").map { frame -> [Double] in
            if case .array(let numbers) = frame { numbers.map(\.number) } else { [] }
        }
        var directions: [(ScreenEnvironment.LayoutDirection, [[Double]])] = [(.leftToRight, expected)]
        if entry["rtl"] != nil {
            directions.append((.rightToLeft, zip(expected, entry.list("rtl")).map { [$1.number] + $0.dropFirst() }))
        }
        for (direction, expected) in directions {
            container.environment.layoutDirection = direction
            container.layout(in: size)
            let found = container.tree.nodes.map { node in
                let frame = container.frame(of: node)
                return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
            }
            #expect(found.count == expected.count, sourceLocation: sourceLocation)
            for (index, pair) in zip(found, expected).enumerated() {
                let isNear = zip(pair.0, pair.1).allSatisfy { abs($0 - $1) <= Self.tolerance }
                #expect(
                    isNear,
                    "tree \(number), \(direction), node \(index): \(pair.0) is not \(pair.1)\n\(Self.source(tree))",
                    sourceLocation: sourceLocation
                )
            }
        }
    }

    /// The tree as a template.
    private static func source(_ tree: JSONValue) -> String {
        guard case .object(let properties)? = tree["properties"] else { return "" }
        var text = "<\(name(of: tree))"
        for key in properties.sortedKeys {
            let value = properties[key]
            text += " \(key)=\"\(value?.text ?? value?.json ?? "")\""
        }
        return text + ">" + tree.list("children").map(source).joined(separator: "\n") + "</\(name(of: tree))>"
    }

    private static func name(of tree: JSONValue) -> String {
        tree.string("name") ?? (tree["properties"]?["flexDirection"] == nil ? "FrameLayout" : "FlexLayout")
    }
}
