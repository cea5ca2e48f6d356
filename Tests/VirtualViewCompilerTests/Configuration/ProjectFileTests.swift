import Testing
import VirtualViewCompiler
import VirtualViewExpressions
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
        #expect(project.config?.text == "a b.properties" && project.components.map(\.text) == ["x.json", "A.json"])
        #expect(project.blocks.map(\.text) == ["h.txt"] && project.client?.name == "ios-1.2")
    }

    @Test func readsWhatTestsAndChangesNeed() {
        let (project, diagnostics) = read(
            #"""
            {
              "templates": "Cards", "lint": {"lint.zero-size": "error", "lint.unused-id": "off"},
              "env": {"currency": "EUR"}, "widths": [375, 320, 375], "images": {"a": "24x12", "b": "40rpx20rp"},
              "fonts": ["Inter"],
              "tests": {"widths": [300], "height": 568, "appearances": ["dark"], "directions": ["rtl"], "textScales": [2, 1],
                        "combinations": "all", "snapshots": "Expected"},
              "compatibility": {"clients": ["ios-1.2", "swift"], "since": ".git#tag=1"}
            }
            """#
        )
        #expect(diagnostics.isEmpty)
        #expect(
            project.templates.map(\.text) == ["Cards"] && project.widths == [375, 320] && project.fonts == ["Inter"]
        )
        #expect(project.lint == ["lint.zero-size": .error, "lint.unused-id": .off])
        #expect(project.env["currency"] == .string("EUR"))
        #expect(project.images["b"].map { [$0.width, $0.height] } == ["40rp", "20rp"] && project.images.count == 2)
        #expect(project.tests.widths == [300] && project.tests.height == 568)
        #expect(project.tests.appearances == ["dark"])
        #expect(project.tests.directions == ["rtl"] && project.tests.textScales == [2, 1])
        #expect(project.tests.hasAllCombinations && project.tests.snapshots == "Expected")
        #expect(project.compatibility.clients.map(\.name) == ["ios-1.2", "swift"])
        #expect(project.compatibility.since?.text == ".git#tag=1")
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
            #"{"kinds": {}}"#,
            [
                "1:3: a project file has no 'kinds'; expected '$schema', 'templates', 'config', 'components', 'blocks', "
                    + "'fragments', 'target', 'lint', 'env', 'widths', 'images', 'fonts', 'slots', 'functions', 'tests' or "
                    + "'compatibility' [project.unknown-member]"
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
        (
            #"{"lint": {"lint.zero-sise": "off", "lint.outside": "of"}}"#,
            [
                "1:12: there is no rule 'lint.zero-sise'; did you mean 'lint.zero-size'? [project.unknown-rule]"
                    + " → lint.zero-size",
                "1:53: 'of' is not a severity; expected 'error', 'warning' or 'off' [project.unknown-word]",
            ]
        ),
        (
            #"{"env": {"scale": 2}, "widths": [0, "a"], "images": {"a": "24"}, "fonts": [""]}"#,
            [
                "1:11: every environment has 'scale' of its own; use another name [project.taken-value]",
                "1:34: 0 is not a width; expected a number from 1 to 10000 [project.bad-number]",
                "1:37: an element of 'widths' is a string, expected a number [project.wrong-type]",
                "1:59: '24' is not a size; expected WxH, such as '24x24' or '40rpx40rp' [project.bad-size]",
                "1:76: an element of 'fonts' is ''; expected a text that is not empty and has no NUL [project.bad-text]",
            ]
        ),
        (
            #"{"tests": {"witdhs": [1], "directions": ["rlt", "ltr", "rtl"]}, "compatibility": {"clients": "ios-1.2"}}"#,
            [
                "1:13: 'tests' has no 'witdhs'; did you mean 'widths'? [project.unknown-member] → widths",
                "1:41: 'directions' has 3 elements; expected 2 at most [project.too-many]",
                "1:43: 'rlt' is not a direction; expected 'ltr' or 'rtl' [project.unknown-word]",
                "1:94: 'clients' is a string, expected an array [project.wrong-type]",
            ]
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
