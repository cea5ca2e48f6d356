import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// The lines of `Docs/Limits.md` about bindings, data and bytecode.
enum ExpressionLimitCases {
    static let all = [
        LimitCase("JSON arrays inside each other", 256, "reads") { count in
            read(String(repeating: "[", count: count) + String(repeating: "]", count: count))
        },
        LimitCase("JSON arrays inside each other, one too many", 257, "too-deep") { count in
            read(String(repeating: "[", count: count) + String(repeating: "]", count: count))
        },
        LimitCase("JSON arrays that only open", 1_000_000, "too-deep") { count in
            read(String(repeating: "[", count: count))
        },
        LimitCase("entries of a JSON object, with different names", 100_000, "reads") { count in
            read("{" + (0..<count).map { "\"n\($0)\":0" }.joined(separator: ",") + "}")
        },
        LimitCase("entries of a JSON object, with one name", 100_000, "reads") { count in
            read("{" + repeatElement("\"n\":0", count: count).joined(separator: ",") + "}")
        },
        LimitCase("JSON objects with repeated names", 20_000, "reads") { count in
            read("[" + repeatElement(#"{"a":0,"b":1,"a":2,"a":3}"#, count: count).joined(separator: ",") + "]")
        },
        LimitCase("bytes of a JSON string", 1_000_000, "reads") { count in
            read("\"" + String(repeating: "\\n", count: count / 2) + "\"")
        },
        LimitCase("digits of a JSON number", 100_000, "reads") { count in
            read("0." + String(repeating: "7", count: count))
        },
        LimitCase("digits of a JSON number before its point", 100_000, "number-out-of-range") { count in
            read(String(repeating: "7", count: count))
        },
        LimitCase("choices inside each other", 32, "parses") { count in parse(ternary(count)) },
        LimitCase("choices inside each other, too many", 20_000, "binding.too-deep") { count in
            parse(ternary(count))
        },
        LimitCase("defaults inside each other", 4_000, "binding.too-deep") { count in
            parse(String(repeating: "${a?:", count: count) + "b" + String(repeating: "}", count: count))
        },
        LimitCase("bindings in one text", 20_000, "parses") { count in
            parse(String(repeating: "${a.b} and ", count: count))
        },
        LimitCase("values of 100 KB in one text", 20_000, "missing") { count in
            show(String(repeating: "${a}", count: count))
        },
        LimitCase("a list of values of 100 KB shown as text", 20_000, "missing") { count in
            show("${= list(a" + String(repeating: ", a", count: count - 1) + ")}")
        },
        LimitCase("texts of 100 KB that one computed expression makes", 5_000, "missing") { count in
            show("${= length(list(upper(a)" + String(repeating: ", upper(a)", count: count - 1) + "))}")
        },
        LimitCase("texts replaced by ten times as long ones", 100_000, "shown") { count in
            show("${= replace(slice(a, 0, \(count)), 'x', 'yyyyyyyyyy')}")
        },
        LimitCase("names in one path", 50_000, "parses") { count in
            parse("${a" + String(repeating: ".b", count: count) + "}")
        },
        LimitCase("indices in one path", 50_000, "parses") { count in
            parse("${a" + String(repeating: "[0]", count: count) + "}")
        },
        LimitCase("names with operators in one path", 15_000, "binding.operator-in-path") { count in
            parse("${a" + String(repeating: " + b.c", count: count) + "}")
        },
        LimitCase("beginnings of bindings that never end", 50_000, "binding.reserved-character") { count in
            parse(String(repeating: "${a", count: count))
        },
        LimitCase("beginnings of choices that never end", 50_000, "binding.unclosed") { count in
            parse(String(repeating: "@{a ? ", count: count))
        },
        LimitCase("quotes in a choice", 50_000, "binding.text-after-quote") { count in
            parse("@{${a} ? " + String(repeating: "'", count: count) + " : b}")
        },
        LimitCase("terms of one computed expression", 20_000, "parses") { count in
            parse("${= a" + String(repeating: " + 1", count: count) + "}")
        },
        LimitCase("texts joined in one computed expression", 20_000, "parses") { count in
            parse("${= 'a'" + String(repeating: " + a.b", count: count) + "}")
        },
        LimitCase("parentheses inside each other in a computed expression", 20_000, "binding.too-deep") { count in
            parse("${= " + String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count) + "}")
        },
        LimitCase("calls inside each other in a computed expression", 20_000, "binding.too-deep") { count in
            parse("${= " + String(repeating: "upper(", count: count) + "a" + String(repeating: ")", count: count) + "}")
        },
        LimitCase("signs before a number in a computed expression", 20_000, "binding.too-deep") { count in
            parse("${= " + String(repeating: "!", count: count) + "a}")
        },
        LimitCase("questions in one chain of a computed expression", 20_000, "parses") { count in
            parse("${= " + String(repeating: "a ? 1 : ", count: count) + "2}")
        },
        LimitCase("computed expressions in one text", 5_000, "parses") { count in
            parse(String(repeating: "${= 1 + 2} ", count: count))
        },
        LimitCase("beginnings of computed expressions that never end", 20_000, "binding.unclosed") { count in
            parse(String(repeating: "${= (", count: count))
        },
        LimitCase("names in the text of a path", 50_000, "reads") { count in
            let path = DataPath("a" + String(repeating: ".b", count: count))
            return path?.steps.count == count + 1 ? "reads" : "is no path"
        },
        LimitCase("bytes of bytecode", 65_535, "verifies") { count in
            // Whole instructions that jump to the next one.
            var code: [UInt8] = []
            while code.count + 5 <= count {
                code.append(Opcode.jump.rawValue)
                let next = UInt32(code.count + 4)
                for shift in [0, 8, 16, 24] { code.append(UInt8(truncatingIfNeeded: next >> UInt32(shift))) }
            }
            return verify(code)
        },
        LimitCase("bytes of bytecode of one unknown opcode", 1_000_000, "unknownOpcode") { count in
            verify([UInt8](repeating: 0xFF, count: count))
        },
    ]

    private static func ternary(_ count: Int) -> String {
        String(repeating: "@{${a} ? b : ", count: count) + "c" + String(repeating: "}", count: count)
    }

    /// Reads data, prints it and looks names up in it.
    private static func read(_ text: String) -> String {
        do throws(BindingDataError) {
            let value = try JSONValue(json: text)
            guard try JSONValue(json: value.json) == value else { return "differs" }
            for number in 0..<1_000 where value["n\(number)"] == .bool(true) { return "invented" }
            return "reads"
        } catch {
            return error.code.rawValue
        }
    }

    /// Returns whether a text property shows what a binding makes of a long text.
    private static func show(_ text: String) -> String {
        let value = BindingExpression(text).evaluate(on: ["a": .string(String(repeating: "x", count: 100_000))])
        let shown = BindingCoercion().coerce(value, to: .string, default: .string(nil))
        return shown == .string(nil) ? "missing" : "shown"
    }

    /// Parses a binding in every client, and evaluates it.
    private static func parse(_ text: String) -> String {
        var first: String?
        for client in [Client.swift, .iOS] {
            var issues: [BindingIssue] = []
            let binding = BindingExpression(text, client: client, issues: &issues)
            let value = binding.evaluate(on: ["a": ["b": "some text"]])
            _ = BindingCoercion(client).coerce(value, to: .string, default: .int(0, .none))
            if client == .swift { first = issues.first?.id }
        }
        for client in [Client.iOS, .android] {
            _ = BindingExpression.portabilityIssues(in: text, for: client, kind: .int)
        }
        return first ?? "parses"
    }

    private static func verify(_ code: [UInt8]) -> String {
        do throws(BytecodeError) {
            try BytecodeVerifier.verify(code)
            return Disassembler { _ in nil }.listing(of: code).lines.isEmpty ? "is not listed" : "verifies"
        } catch {
            return "\(error.code)"
        }
    }
}
