import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// What a project file says, and what is wrong with one.
@Suite struct ProjectFileTests {
    private func read(_ text: String) -> (project: ProjectFile, diagnostics: [Diagnostic]) {
        ProjectFile.read(SourceFile(path: "vvc.json", text: text))
    }

    /// `line:column: message [id]` of everything that is wrong, and what each fix-it puts in place.
    private func problems(_ text: String) -> [String] {
        var formatter = DiagnosticFormatter()
        return read(text).diagnostics.map { problem in
            let line = formatter.format(problem).split(separator: "\n").first.map(String.init) ?? ""
            let fixIts = problem.fixIts.flatMap(\.edits).map { " → \($0.text)" }.joined()
            return line.replacing("vvc.json:", with: "").replacing("error: ", with: "") + fixIts
        }
    }

    @Test func readsEveryMember() {
        let (project, diagnostics) = read(
            #"{"config": "a b.properties", "components": ["x.json", "\u0041.json"], "blocks": "h.txt", "target": "ios-1.2"}"#
        )
        #expect(diagnostics.isEmpty)
        #expect(project.config == "a b.properties" && project.components == ["x.json", "A.json"])
        #expect(project.blocks == ["h.txt"] && project.client?.name == "ios-1.2")
    }

    @Test func nothingNeedsToBeThere() {
        for text in ["{}", "\u{FEFF}{ }\r\n", #"{"components": [], "blocks": []}"#] {
            let (project, diagnostics) = read(text)
            #expect(diagnostics.isEmpty && project.config == nil && project.client == nil)
            #expect(project.components.isEmpty && project.blocks.isEmpty)
        }
    }

    @Test(arguments: [
        ("[]", ["1:1: a project file is an array, expected an object [project.wrong-type]"]),
        (
            #"{"confg": "a"}"#,
            ["1:3: a project file has no 'confg'; did you mean 'config'? [project.unknown-member] → config"]
        ),
        (
            #"{"lint": {}}"#,
            [
                "1:3: a project file has no 'lint'; expected 'config', 'components', 'blocks', 'target', "
                    + "'slots' or 'functions' "
                    + "[project.unknown-member]"
            ]
        ),
        (#"{"config": ["a"]}"#, ["1:12: 'config' is an array, expected a string [project.wrong-type]"]),
        (
            #"{"blocks": 1}"#,
            ["1:12: 'blocks' is a number, expected a string or an array of strings [project.wrong-type]"]
        ),
        (
            #"{"components": ["a", null]}"#,
            ["1:22: an element of 'components' is null, expected a string [project.wrong-type]"]
        ),
        (
            #"{"config": ""}"#,
            ["1:12: '' does not name a file; expected a path that is not empty and has no NUL [project.bad-path]"]
        ),
        (
            #"{"target": "ios-1.3"}"#,
            ["1:13: 'ios-1.3' is not a target; did you mean 'ios-1.2'? [project.unknown-target] → ios-1.2"]
        ),
        (
            #"{"target": "web"}"#,
            [
                "1:13: 'web' is not a target; expected 'swift', 'ios-1.2', 'android-1.4' or 'tools-2021' "
                    + "[project.unknown-target]"
            ]
        ),
        (#"{"target": true}"#, ["1:12: 'target' is a boolean, expected a string [project.wrong-type]"]),
        (
            #"{"config": "a", "config": "b"}"#,
            ["1:18: the name 'config' is given again [json.duplicate-name]"]
        ),
        (#"{"config": }"#, ["1:12: found '}', expected a value [json.unexpected]"]),
        ("", ["1:1: found the end of the file, expected a value [json.unexpected]"]),
    ])
    func reportsWhatIsWrong(_ text: String, _ expected: [String]) {
        #expect(problems(text) == expected)
    }

    @Test func reportsEverythingInOneRun() {
        let text = """
            {
              "confg": "a",
              "config": 1, "config": "a",
              "components": ["", 2],
              "target": "swfit"
            }
            """
        #expect(
            read(text).diagnostics.map(\.id) == [
                "project.unknown-member", "project.wrong-type", "json.duplicate-name", "project.bad-path",
                "project.wrong-type", "project.unknown-target",
            ]
        )
    }
}
