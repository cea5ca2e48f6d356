// Lists the declarations in the symbol graphs of a module that have a place in the source: `Type.member(label:): declaration`,
// and `Type: Protocol` for what it conforms to. On standard error it says which have no documentation comment of their own.
//
//   list-api TOP GRAPH…     TOP is what the paths of sources begin with; it is left out
import Foundation

struct SymbolGraph: Decodable {
    struct Module: Decodable { let name: String }
    struct Named: Decodable { let displayName: String }
    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }
    struct Position: Decodable { let line: Int }
    struct Comment: Decodable { let module: String? }

    struct Location: Decodable {
        let uri: String
        let position: Position
    }

    struct Symbol: Decodable {
        let kind: Named
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]?
        let docComment: Comment?
        let location: Location?

        var name: String { pathComponents.joined(separator: ".") }

        var declaration: String {
            (declarationFragments ?? []).map(\.spelling).joined().replacing(#/\n */#, with: " ").replacing(
                #/ {2,}/#,
                with: " "
            )
        }
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    let module: Module
    let symbols: [Symbol]
    let relationships: [Relationship]
}

@main enum ListAPI {
    static func main() throws {
        let top = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true).absoluteString
        let graphs = try CommandLine.arguments.dropFirst(2).map { path in
            try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        }
        var names: [String: String] = [:]
        for graph in graphs {
            for symbol in graph.symbols {
                names[symbol.identifier.precise] = symbol.name
                guard let location = symbol.location else { continue }
                print("\(symbol.name): \(symbol.declaration)")
                // A protocol of another module may lend its own comment.
                if symbol.docComment?.module != graph.module.name {
                    let file = location.uri.replacing(top, with: "").removingPercentEncoding ?? location.uri
                    let place = "\(file):\(location.position.line + 1)"
                    let text =
                        "\(place): the \(symbol.kind.displayName.lowercased()) \(symbol.name) has no documentation\n"
                    FileHandle.standardError.write(Data(text.utf8))
                }
            }
        }
        // The compiler adds these to everything it can.
        let silent = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype", "Swift.BitwiseCopyable"]
        for relationship in graphs.flatMap(\.relationships) {
            guard ["conformsTo", "inheritsFrom"].contains(relationship.kind), let name = names[relationship.source]
            else {
                continue
            }
            let other = names[relationship.target] ?? relationship.targetFallback ?? ""
            if !silent.contains(other) { print("\(name): \(other)") }
        }
    }
}
