import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Diagnostics as a SARIF 2.1.0 log, which reviews show beside the changed lines.
struct SARIFReport {
    private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private let diagnostics: [Diagnostic]

    /// Makes the log of some diagnostics, in their order.
    init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Returns whether the bytes of a file are a log of this program.
    static func isReport(_ bytes: [UInt8]) -> Bool {
        guard let log = try? JSONValue(json: bytes) else { return false }
        return log["runs"]?[0]?["tool"]?["driver"]?["name"] == "vvc"
    }

    /// The log.
    func json() -> String {
        let rules = Set(diagnostics.map(\.id)).sorted()
        var formatter = DiagnosticFormatter()
        return JSONWriter.visible(isPretty: true) { json in
            json.value("$schema", Self.schema)
            json.value("version", "2.1.0")
            json.array("runs") { json in
                json.object { json in
                    json.object("tool") { json in
                        json.object("driver") { json in
                            json.value("name", "vvc")
                            json.value("version", VVC.version)
                            json.array("rules") { json in
                                for rule in rules { json.object { json in json.value("id", rule) } }
                            }
                        }
                    }
                    // Columns count Unicode scalars.
                    json.value("columnKind", "unicodeCodePoints")
                    json.array("results") { json in
                        for diagnostic in diagnostics { Self.write(diagnostic, rules, &formatter, &json) }
                    }
                }
            }
        } + "\n"
    }

    private static func write(
        _ diagnostic: Diagnostic,
        _ rules: [String],
        _ formatter: inout DiagnosticFormatter,
        _ json: inout JSONWriter
    ) {
        let range = diagnostic.range
        let start = formatter.position(of: range.offsets.lowerBound, in: range.file)
        let end = formatter.position(of: range.offsets.upperBound, in: range.file)
        let path = range.file.path
        // A relative address counts from the repository.
        let uri = path.hasPrefix("/") ? DocumentURI.uri(of: path) : PercentEncoding.encode(path: path)
        json.object { json in
            json.value("ruleId", diagnostic.id)
            json.value("ruleIndex", rules.firstIndex(of: diagnostic.id))
            json.value("level", diagnostic.severity.rawValue)
            json.object("message") { json in json.value("text", diagnostic.message) }
            json.array("locations") { json in
                json.object { json in
                    json.object("physicalLocation") { json in
                        json.object("artifactLocation") { json in
                            json.value("uri", uri)
                        }
                        json.object("region") { json in
                            json.value("startLine", start.line)
                            json.value("startColumn", start.column)
                            json.value("endLine", end.line)
                            json.value("endColumn", end.column)
                        }
                    }
                }
            }
        }
    }
}
