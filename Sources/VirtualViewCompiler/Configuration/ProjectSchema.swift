import VirtualViewFormat

/// JSON schemas (draft 7) of project files and of tests with steps, for editors (`Docs/Editors.md`).
///
/// They are written from the rows that the readers take, so that neither knows a member that the other does not.
package enum ProjectSchema {
    /// The document about project files.
    package static var text: String { text(of: ProjectFile.members, "A project of VirtualView templates (vvc.json)") }

    /// The document about files such as `Card.test.json`.
    package static var tests: String { text(of: TestScript.members, "Tests of a template (NAME.test.json)") }

    private static func text(of members: [ProjectMember], _ title: String) -> String {
        JSONWriter.visible(isPretty: true) { json in
            json.value("$schema", "http://json-schema.org/draft-07/schema#")
            json.value("title", title)
            write(.object(members), to: &json)
        } + "\n"
    }

    /// Writes the members of the object that describes a shape.
    private static func write(_ shape: ProjectShape, to json: inout JSONWriter) {
        switch shape {
        case .value: break
        case .function:
            // One with results has nothing else but a default; any other value is the result.
            json.object("if") { json in
                json.value("type", "object")
                json.array("required", ["results"])
            }
            json.object("then") { json in
                json.object("properties") { json in
                    json.object("results") { json in
                        json.value("type", "object")
                        json.object("propertyNames") { $0.value("pattern", #"^\s*\["#) }
                    }
                    json.object("default") { _ in }
                }
                json.value("additionalProperties", false)
            }
        case .text, .path:
            json.value("type", "string")
            json.value("minLength", 1)
        case .pathInside:
            json.value("type", "string")
            json.value("pattern", #"^(?!/)(?!(.*/)?\.\.(/|$))(?=.)"#)
        case .size:
            json.value("type", "string")
            json.value("pattern", #"^(?=[0-9.]*[1-9])[0-9.]+(rp)?x(?=[0-9.]*[1-9])[0-9.]+(rp)?$"#)
        case .locale:
            json.value("type", "string")
            json.value("pattern", "^[A-Za-z][A-Za-z0-9_-]*$")
        case .number(_, let range):
            json.value("type", "number")
            json.value("minimum", range.lowerBound)
            json.value("maximum", range.upperBound)
        case .word(_, let words):
            json.value("type", "string")
            json.array("enum", words)
        case .paths:
            json.array("anyOf") { json in
                json.object { write(.path, to: &$0) }
                json.object { write(.list(.path, atMost: .max), to: &$0) }
            }
        case .list(let element, let count):
            json.value("type", "array")
            json.object("items") { write(element, to: &$0) }
            if count < .max { json.value("maxItems", count) }
        case .object(let members):
            json.value("type", "object")
            json.object("properties") { json in
                for member in members {
                    json.object(member.name) { json in
                        json.value("description", member.summary)
                        json.array("examples") { $0.value(nil, written: member.example) }
                        write(member.shape, to: &json)
                    }
                }
            }
            json.value("additionalProperties", false)
        case .map(let names, let element):
            json.value("type", "object")
            write(names, to: &json)
            json.object("additionalProperties") { write(element, to: &$0) }
        }
    }

    private static func write(_ names: ProjectNames, to json: inout JSONWriter) {
        switch names {
        case .any: break
        case .functions:
            json.object("propertyNames") {
                $0.value("pattern", #"^(?![0-9])[^\x00-\x2F\x3A-\x40\x5B-\x5E\x60\x7B-\x7F\s]+$"#)
            }
        case .values:
            json.object("propertyNames") { json in
                json.object("not") { json in
                    json.array("enum", ProjectFile.environmentNames)
                }
            }
        case .rules:
            json.object("propertyNames") { json in
                json.array("enum", TemplateLinter.ruleIDs)
            }
        }
    }
}
