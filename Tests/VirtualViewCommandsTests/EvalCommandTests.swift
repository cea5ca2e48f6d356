import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

@Suite struct EvalCommandTests {
    private func eval(_ arguments: [String], data: String? = nil) throws -> (code: ExitCode, out: String, error: String)
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("eval \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var extra: [String] = []
        if let data {
            let file = folder.appendingPathComponent("data.json")
            try Data(data.utf8).write(to: file)
            extra = ["--data", file.path]
        }
        var out = ""
        var errors = ""
        let terminal = Terminal(
            out: {
                out += String(decoding: $0, as: UTF8.self)
                return true
            },
            error: { errors += String(decoding: $0, as: UTF8.self) }
        )
        let code = VVC.run(["eval"] + arguments + extra, terminal: terminal)
        return (code, out, errors.replacingOccurrences(of: folder.path + "/", with: ""))
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
    }

    @Test func brokenDataIsAnErrorWithItsPlace() throws {
        let result = try eval(["${a}"], data: "{\"a\":\n 1,}")
        #expect(result.code == .inputErrors && result.out.isEmpty)
        #expect(
            result.error.hasPrefix("data.json:2:4: error: unexpected character in JSON [data.unexpected-character]")
        )
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
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("env \(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        func eval(_ text: String, _ values: String, data: String? = nil) throws -> (ExitCode, String, String) {
            try Data(values.utf8).write(to: file)
            let (code, out, error) = try self.eval([text, "--env", file.path], data: data)
            return (code, out, error)
        }
        #expect(try eval("${env.color}", #"{"color":"red"}"#).1 == "\"red\"\n")
        #expect(try eval("${env.color}", #"{"color":"red"}"#, data: #"{"env":{"color":"blue"}}"#).1 == "\"blue\"\n")
        let (code, _, error) = try eval("${env.width}", #"{"width":3}"#)
        #expect(code == .cannotRead && error.contains("every environment has 'width' of its own"))
        #expect(try eval("${a}", "[]").2.contains("must be a JSON object"))
        #expect(try eval("${a}", "{").2.contains("data.unexpected-end"))
        #expect(try self.eval(["${a}", "--env", "none.json"]).code == .cannotRead)
    }

    @Test func missingDataFileIsAnError() throws {
        #expect(try eval(["${a}", "--data", "none.json"]).code == .cannotRead)
    }
}
