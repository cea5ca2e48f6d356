import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// `vvc compile --list`: what lists mean, the tree of folders, and what is wrong with a list.
@Suite struct ListCompileTests {
    private let space = Workspace.fresh()

    private func write(_ list: String, sources: String...) throws {
        try space.write("templatelist.properties", list)
        for source in sources { try space.write(source, #"<NText text="Hello"/>"#) }
    }

    private func compile(_ more: String...) -> Workspace.Result { compile(more) }

    private func compile(_ more: [String]) -> Workspace.Result {
        space.vvc(["compile", "--list", "@/templatelist.properties", "-o", "@/build"] + more)
    }

    @Test func artefactsAreThoseOfTheReferenceCompiler() throws {
        let name = "name-with-dash"
        try space.write("template/\(name).xml", Fixtures.bytes("Compile/open/\(name).xml"))
        try write("\(name)=\(name),3\n")
        let result = compile()
        #expect(result.code == .success && result.error.isEmpty)
        #expect(
            space.files("build") == [
                "java/NAME_WITH_DASH.java", "out/name_with_dash.out", "sign/name_with_dash.md5",
                "txt/name_with_dash.txt",
            ]
        )
        #expect(try space.bytes("build/out/name_with_dash.out") == Fixtures.bytes("Compile/open/\(name).out"))
        for (file, expected) in [
            ("java/NAME_WITH_DASH.java", "NAME_WITH_DASH.java"), ("sign/name_with_dash.md5", "name_with_dash.md5"),
            ("txt/name_with_dash.txt", "name_with_dash.txt"),
        ] {
            #expect(try space.bytes("build/\(file)") == Fixtures.bytes("Artefacts/\(expected)"), "\(file)")
        }
    }

    @Test func listOfTheSamplesGivesWhatTheFolderGives() throws {
        let templates = Fixtures.templates.path
        let listed = space.vvc(
            "compile",
            "--list",
            templates + "/templatelist.properties",
            "-o",
            "@/a",
            "--emit",
            "out"
        )
        #expect(listed.code == .success && listed.error.isEmpty)
        #expect(space.vvc("compile", templates, "-o", "@/b").code == .success)
        // The list has what is in the folder itself.
        let files = space.files("b").filter { $0.hasSuffix(".out") && !$0.contains("/") }
        #expect(space.files("a").filter { $0.hasSuffix(".out") } == files.map { "out/" + $0 } && files.count > 20)
        for file in files where !["Coupon.out", "OrderStatus.out"].contains(file) {
            #expect(try space.bytes("a/out/" + file) == space.bytes("b/" + file), "\(file)")
        }
        // The list gives this one a version of its own.
        #expect(space.vvc("dump", "@/a/out/Coupon.out").out.hasPrefix("Coupon 1.0.3"))
    }

    @Test func platformsHaveTheirFolders() throws {
        try write("a=A,1,android\nb.xml=B,2,iPhone\nc=C,3,,\n", sources: "a.xml", "b.xml", "c.xml")
        let result = compile("--emit", "out,swift,dump")
        #expect(result.code == .success && result.error.isEmpty)
        #expect(
            space.files("build") == [
                "android/dump/A.dump.json", "android/out/A.out", "android/swift/A.swift", "dump/C.dump.json",
                "iphone/dump/B.dump.json", "iphone/out/B.out", "iphone/swift/B.swift", "out/C.out", "swift/C.swift",
            ]
        )
        #expect(space.vvc("dump", "@/build/iphone/out/B.out").out.hasPrefix("B 1.0.2"))
    }

    @Test func folderTemplateGoesBeforeTheListsOwn() throws {
        try space.write("template/a.xml", #"<NText text="first"/>"#)
        try write("a=A,1\nb=B,1\nc=C,1\n", sources: "a.xml", "b.xml", "template/c.asv")
        try space.write("template/c.asv", "{ hc [(text:x, fontSize:12)] }")
        #expect(compile().code == .success)
        #expect(space.vvc("dump", "@/build/out/A.out").out.contains("\"first\""))
        #expect(space.exists("build/out/B.out") && space.exists("build/out/C.out"))
    }

    @Test(arguments: [
        ("a=X,1\na.xml=Y,1\n", "2 unchanged", ["X", "Y"]), ("a.xml=Y,1\n", "1 unchanged, 1 removed", ["Y"]),
        ("a=X,1\n", "1 unchanged, 1 removed", ["X"]), ("a=X,2\na.xml=Y,1\n", "1 unchanged, 1 compiled", ["X", "Y"]),
        ("a=Z,1\na.xml=Y,1\n", "1 unchanged, 1 compiled, 1 removed", ["Y", "Z"]),
        ("a=Y,1\na.xml=X,1\n", "2 unchanged", ["X", "Y"]),
        ("a=Y,1\na.xml=Z,1\nb=X,1\n", "1 unchanged, 2 compiled", ["X", "Y", "Z"]),
        ("b=V,1\n", "1 compiled", ["V", "X", "Y"]),
    ])
    func oneSourceMayBecomeSeveralTemplates(_ list: String, _ expected: String, _ names: [String]) throws {
        try write("a=X,1\na.xml=Y,1\n", sources: "a.xml", "b.xml")
        let options = ["--emit", "out", "--incremental", "--prune"]
        #expect(compile(options).error == "2 compiled\n")
        try write(list)
        #expect(compile(options).error == expected + "\n")
        #expect(space.files("build") == [".vvc-outputs.json"] + names.map { "out/\($0).out" })
    }

    @Test func sourceOfSeveralTemplatesLeavesNothingOfThemIfItHasErrors() throws {
        try write("a=X,1\na.xml=Y,1\n", sources: "a.xml")
        #expect(compile("--emit", "out", "--incremental").error == "2 compiled\n")
        try write("a=Z,1\na.xml=Y,1\n")
        try space.write("a.xml", #"<NText lines="x"/>"#)
        #expect(compile("--emit", "out", "--incremental").errors.last == "2 failed")
        #expect(space.files("build") == [".vvc-outputs.json"])
    }

    @Test func configurationInTheFolderTemplateIsUsed() throws {
        try space.write("template/config.properties", "VIEW_ID_Badge=1001\n")
        try write("a=A,1\n")
        try space.write("template/a.xml", "<Badge/>")
        #expect(compile().code == .success)
        // The one beside the list has priority.
        try space.write("config.properties", "VIEW_ID_Other=1001\n")
        #expect(compile().error.contains("unknown component 'Badge'"))
    }

    @Test func configurationBesideTheListIsUsed() throws {
        try space.write("config.properties", "VIEW_ID_Badge=1001\n")
        try write("a=A,1\n")
        try space.write("a.xml", "<Badge/>")
        #expect(compile().code == .success)
    }

    @Test(arguments: [
        ("a=A", "1:1: warning: the entry is skipped because it has 1 field", false),
        ("a=A,1,android,x", "1:1: warning: the entry is skipped because it has 4 fields", false),
        ("a=", "1:1: warning: the entry is skipped because it has 0 fields", false),
        ("a=A,1,ios", "1:7: warning: unknown platform 'ios'", true),
        ("a=A,1, android", "1:7: warning: unknown platform ' android'", true),
        ("a=A, 1", "1:5: error: ' 1' is not a version", false),
        ("a=A,1.5", "1:5: error: '1.5' is not a version", false),
        ("a=A,65536", "1:5: error: '65536' is not a template version", false),
        ("a=A,99999999999", "1:5: error: '99999999999' is not a template version", false),
        ("a=A/B,1", "1:3: error: no file can be named after the type 'A/B'", false),
        ("a=,1", "1:3: error: a name is missing", false), ("=A,1", "1:1: error: a name is missing", false),
        ("none=N,1", "1:1: error: there is no source 'none'", false),
        ("a=a-b,1\nb=a_b,1", "2:3: error: 'a_b' and 'a-b' have one output", false),
        ("a=A,1\nb=A,2", "2:3: error: the type 'A' is listed twice", false),
    ])
    func mistakesAreReportedWhereTheyAre(_ list: String, _ expected: String, _ isWritten: Bool) throws {
        try write(list, sources: "a.xml", "b.xml")
        // What an earlier run left must not survive.
        try space.write("build/out/N.out", "old")
        try space.write("build/out/a_b.out", "old")
        let result = compile()
        #expect(result.firstError.hasPrefix("@/templatelist.properties:\(expected)"), "\(result.firstError)")
        #expect(result.code == (expected.contains("error:") ? .inputErrors : .success))
        #expect(space.exists("build/out/A.out") == isWritten)
        if list.contains("none") { #expect(!space.exists("build/out/N.out")) }
        if list.contains("a_b") { #expect(!space.exists("build/out/a_b.out")) }
        #expect(result.errors.count { $0.contains(": error:") || $0.contains(": warning:") } == 1)
    }

    @Test func largeVersionIsCutWhenLenient() throws {
        try write("a=A,65537\n", sources: "a.xml")
        let result = compile("--lenient")
        #expect(result.code == .success)
        #expect(
            result.firstError.contains(
                "warning: '65537' is not a template version; expected a number from 0 to 65535; its low 16 bits, 1, are stored"
            )
        )
        #expect(space.vvc("dump", "@/build/out/A.out").out.hasPrefix("A 1.0.1"))
    }

    @Test func mistakeOfOneEntryLeavesTheOthersAlone() throws {
        try write("a=A,x\nb=B,1\n", sources: "a.xml", "b.xml")
        #expect(compile().code == .inputErrors)
        #expect(!space.exists("build/out/A.out") && space.exists("build/out/B.out"))
    }

    @Test func namesThatDifferInCaseShareTheJavaFile() throws {
        try write("a=card,1\nb=Card,1\n", sources: "a.xml", "b.xml")
        let result = compile()
        #expect(result.code == .inputErrors && result.firstError.contains("have one output, '@/build/java/CARD.java'"))
        #expect(compile("--emit", "out").code == .success)
    }

    /// In the folder `template`, where there is one.
    @Test(arguments: ["", "template/"]) func aSourceIsMissedWhereItShouldBe(_ folder: String) throws {
        try write("a=card,1\nnone=Card,1\n", sources: folder + "a.xml")
        try space.write(folder + "a.xml", "<NText")
        let sources = "'@/\(folder)a.xml' and '@/\(folder)none.xml'"
        let result = compile()
        #expect(result.error.contains("\(sources) have one output, '@/build/java/CARD.java'"), "\(result.error)")
    }

    @Test(arguments: [
        (["a.xml"], "'--list' names the inputs, so 'a.xml' cannot be one"),
        (["--name", "A"], "'--name' does not go with '--list'"),
        (["--template-version", "2"], "'--template-version' does not go with '--list'"),
    ])
    func otherInputsAreRefused(_ arguments: [String], _ message: String) throws {
        try write("a=A,1\n", sources: "a.xml")
        let result = space.vvc(["compile", "--list", "@/templatelist.properties"] + arguments)
        #expect(result.code == .usage && result.firstError == "vvc: error: \(message)")
    }

    @Test func outputMustBeAFolder() throws {
        try write("a=A,1\n", sources: "a.xml")
        let result = space.vvc("compile", "--list", "@/templatelist.properties", "-o", "@/a.out")
        #expect(result.code == .usage && result.firstError.contains("'--list' needs a folder"))
    }

    @Test(arguments: ["", "\n", "# a=A,1\n"]) func aListOfNothingIsAnError(_ list: String) throws {
        try write(list, sources: "a.xml")
        let result = compile()
        #expect(result.code == .cannotRead)
        #expect(result.firstError == "vvc: error: cannot read '@/templatelist.properties': the list has no template")
    }

    @Test func missingListCannotBeRead() {
        #expect(space.vvc("compile", "--list", "@/none").code == .cannotRead)
    }
}
