import Testing
import VirtualViewCommands

@Suite struct EvalCommandTests {
    private let workspace = Workspace.fresh()

    private func eval(_ arguments: [String], data: String? = nil) throws -> Workspace.Result {
        guard let data else { return workspace.vvc(["eval"] + arguments) }
        try workspace.write("data.json", data)
        return workspace.vvc(["eval"] + arguments + ["--data", "@/data.json"])
    }

    @Test(arguments: [
        (["${a.b}"], #"{"a":{"b":"x"}}"#, #""x""#),
        (["${a}"], #"{"a":{"z":1.0,"b":[true,null]}}"#, #"{"b":[true,null],"z":1}"#),
        (["${missing}"], "{}", "null"), (["${n}"], #"{"n":null}"#, "null"), (["plain"], "{}", #""plain""#),
        (["${u}"], #"{"u":"http://x/y"}"#, #""http://x/y""#), (["${flag}", "--as", "bool"], #"{"flag":true}"#, "1"),
        (["${flag}", "--as", "bool", "--target", "ios-1.2"], #"{"flag":true}"#, "0"),
        (["${v}", "--as=visibility"], #"{"v":"visible"}"#, #""visible""#),
        (["${g}", "--as", "gravity"], #"{"g":"left|top"}"#, "9"),
        (["${c}", "--as", "color"], #"{"c":"red"}"#, "\"#FFFF0000\""),
        (["${missing}", "--as", "int"], "{}", "0"), (["${missing}", "--as", "string"], "{}", "null"),
        (["${missing}", "--as", "object"], "{}", "null"), (["${s}", "--as", "float"], #"{"s":"1.5x"}"#, "1.5"),
        (["  plain  ", "--target", "ios-1.2"], "{}", #""plain""#), (["${missing.t}"], #"{"t":1}"#, "null"),
        (["${missing.t}", "--target", "ios-1.2"], #"{"t":1}"#, "1"),
    ])
    func printsOneLineOfJSON(_ arguments: [String], _ data: String, _ expected: String) throws {
        let result = try eval(arguments, data: data)
        #expect(result.out == expected + "\n" && result.code == .success)
        #expect(result.error.isEmpty)
    }

    @Test func malformedBindingIsAWarningAndItsText() throws {
        let result = try eval(["${a..b}"], data: "{}")
        #expect(result.out == "\"${a..b}\"\n" && result.code == .success)
        #expect(result.error.hasPrefix("<expression>:1:"))
        #expect(result.error.contains("warning:") && result.error.contains("[binding.empty-key]"))
    }

    @Test func unknownWordsAreSaid() throws {
        let result = try eval(["${g}", "--as", "gravity"], data: #"{"g":"left|middle"}"#)
        #expect(result.out == "1\n")
        #expect(result.error.contains("middle") && result.error.contains("[binding.unknown-word]"))
        let hidden = try eval(["${v}", "--as", "visibility"], data: #"{"v":"hidden"}"#)
        #expect(hidden.out == "\"gone\"\n")
        #expect(hidden.error.contains("hidden") && hidden.error.contains("[binding.unknown-word]"))
    }

    @Test func brokenDataIsAnErrorWithItsPlace() throws {
        let result = try eval(["${a}"], data: "{\"a\":\n 1,}")
        #expect(result.code == .inputErrors && result.out.isEmpty)
        let problem = "@/data.json:2:4: error: unexpected character in JSON [data.unexpected-character]"
        #expect(result.error.hasPrefix(problem))
    }

    @Test func otherTargetsRefusePolitely() throws {
        let result = try eval(["${a}", "--target", "android-1.4"])
        #expect(result.code == .usage)
        #expect(result.error.contains("expected 'swift' or 'ios-1.2'"))
        #expect(try eval(["${a}", "--as", "colour"]).error.contains("did you mean 'color'?"))
    }

    @Test func nullIsNoData() throws {
        let result = try eval(["${a}", "--data", "null"])
        #expect(result.code == .success && result.error.isEmpty && result.out == "null\n")
        let none = try eval(["${a}"])
        #expect(none.code == result.code && none.out == result.out)
    }

    @Test func aMalformedComputedBindingIsAnError() throws {
        let result = try eval(["${= 1 + }"])
        #expect(result.code == .inputErrors && result.out.isEmpty)
        #expect(result.error.contains("1:9: error: a value should stand here [binding.expected-value]"))
        #expect(try eval(["${= 0.1 + 0.2}"]).out == "0.3\n")
    }

    @Test func bindingsReadTheAppsValues() throws {
        func eval(_ text: String, _ values: String, data: String? = nil) throws -> Workspace.Result {
            try workspace.write("env.json", values)
            return try self.eval([text, "--env", "@/env.json"], data: data)
        }
        #expect(try eval("${env.color}", #"{"color":"red"}"#).out == "\"red\"\n")
        #expect(try eval("${env.color}", #"{"color":"red"}"#, data: #"{"env":{"color":"blue"}}"#).out == "\"blue\"\n")
        let result = try eval("${env.width}", #"{"width":3}"#)
        #expect(result.code == .cannotRead && result.error.contains("every environment has 'width' of its own"))
        #expect(try eval("${a}", "[]").error.contains("must be a JSON object"))
        #expect(try eval("${a}", "{").error.contains("data.unexpected-end"))
        #expect(try self.eval(["${a}", "--env", "none.json"]).code == .cannotRead)
    }

    @Test func missingDataFileIsAnError() throws {
        #expect(try eval(["${a}", "--data", "none.json"]).code == .cannotRead)
    }
}
