import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

// Versions that are in a repository of git.

extension DiffCommandTests {
    private func git(_ arguments: String...) throws -> String {
        let names = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]
        let result = try Program.run("git", ["-C", space.path("repo")] + names + arguments)
        try #require(result.status == 0, "git \(arguments): \(result.error)")
        return result.out
    }

    /// Makes a repository whose branch, tag and file have names that a shell would take apart.
    private func makeRepository(_ name: String) throws {
        try space.makeFolder("repo")
        _ = try git("init", "-q", "-b", "it's;$(main)")
        try space.write("repo/\(name)", #"<NText layoutWidth="100" layoutHeight="20" text="a"/>"#)
        _ = try git("add", ".")
        _ = try git("commit", "-q", "-m", "one")
        _ = try git("tag", "1;2")
        try space.write("repo/\(name)", #"<NText layoutWidth="100" layoutHeight="20" text="b"/>"#)
    }

    @Test(.enabled(if: Tool.isInstalled("git"), "needs git"))
    func aStateOfARepositoryIsCompared() throws {
        let name = "it's a; card $HOME.xml"
        try makeRepository(name)
        let repository = space.path("repo") + "/.git"
        let commit = try git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
        let expected = "@/repo/\(name):1:2: NText: text \"a\" → \"b\"\n"
        for state in ["branch=it's;$(main)", "tag=1;2", "commit=\(commit)", "commit=\(commit.prefix(8))"] {
            let result = space.vvc("diff", space.path("repo/\(name)"), "--against", "\(repository)#\(state)")
            #expect(result.code == .success && result.out == expected && result.error.isEmpty, "\(state): \(result)")
        }
        // A folder, and the whole repository.
        for path in [space.path("repo"), space.path("repo") + "/"] {
            #expect(space.vvc("diff", path, "--against", "\(repository)#tag=1;2").out == expected)
        }
        let missing = space.vvc("diff", space.path("repo"), "--against", "\(repository)#branch=none")
        #expect(missing.code == .cannotRead && missing.firstError.contains("refs/heads/none"), "\(missing.error)")
        let outside = space.vvc("diff", space.path("repo"), "--against", space.path("none") + "/.git#branch=x")
        #expect(outside.code == .cannotRead)
        // What is removed, and what has errors, is named by the commit.
        try space.write("repo/other.xml", "<NText")
        _ = try git("add", ".")
        _ = try git("commit", "-q", "-m", "two")
        try FileManager.default.removeItem(atPath: space.path("repo/other.xml"))
        let broken = space.vvc("diff", space.path("repo"), "--against", "\(repository)#branch=it's;$(main)")
        #expect(
            broken.code == .inputErrors && broken.firstError.hasPrefix("it's;$(main):@/repo/other.xml:1:"),
            "\(broken)"
        )
    }

    @Test(.enabled(if: Tool.isInstalled("git"), "needs git"))
    func aRepositoryMayHaveTheMarkOfAStateInItsName() throws {
        try makeRepository("A.xml")
        _ = try git("branch", "fix/#7=b#tag=c")
        try space.makeFolder("C#")
        try FileManager.default.moveItem(atPath: space.path("repo"), toPath: space.path("C#/app"))
        try space.write("C#/app/vvc.json", #"{"compatibility": {"since": ".git#tag=1;2"}}"#)
        let expected = "@/C#/app/A.xml:1:2: NText: text \"a\" → \"b\"\n"
        for options in [[], ["--against", "@/C#/app/.git#branch=fix/#7=b#tag=c"]] {
            let result = space.vvc(["diff", "@/C#/app"] + options)
            #expect(result.out == expected && result.error.isEmpty, "\(result)")
        }
    }

    @Test(.enabled(if: Tool.isInstalled("git"), "needs git")) func aLinkIsTheTemplateOfItsName() throws {
        try makeRepository("A.xml")
        for (link, target) in [("L.xml", "A.xml"), ("folder", ".")] {
            try FileManager.default.createSymbolicLink(atPath: space.path("repo/\(link)"), withDestinationPath: target)
        }
        _ = try git("add", ".")
        _ = try git("commit", "-q", "-m", "two")
        let state = "\(space.path("repo"))/.git#branch=it's;$(main)"
        for path in ["repo/L.xml", "repo/folder/L.xml", "repo/folder"] {
            let result = space.vvc("diff", "@/\(path)", "--against", state)
            #expect(result.code == .success && result.out.isEmpty && result.error.isEmpty, "\(path): \(result)")
        }
        try space.write("repo/A.xml", #"<NText layoutWidth="100" layoutHeight="20" text="c"/>"#)
        let changed = space.vvc("diff", "@/repo/L.xml", "--against", state)
        #expect(changed.out == "@/repo/L.xml:1:2: NText: text \"b\" → \"c\"\n", "\(changed)")
    }

    /// What is wrong in the commit is shown where the same file is in the working tree.
    @Test(
        .enabled(if: Tool.isInstalled("git") && Tool.exists, "needs git and vvc"),
        arguments: [
            ("T", "vvc.json", #"{"tempaltes": 1}"#, "../vvc.json:1:3: error: "),
            (
                "T/A.xml", "vvc.json", #"{"blocks": "gone.json"}"#,
                "../vvc.json:1:13: error: cannot read '1;2:../gone.json': "
            ),
            ("./T/", "own.json", "{", "../own.json:1:2: error: "),
            ("T", "app/T/config.properties", "text=Wrong\n", "T/config.properties:1:6: error: "),
            ("T/A.xml", "app/T/A.json", "{", "T/A.json:1:2: error: "),
            ("./T/", "app/T/B.xml", "<NText", "./T/B.xml:1:1: error: "),
        ]
    )
    func problemsOfACommitAreNamedByIt(_ new: String, _ name: String, _ text: String, _ problem: String) throws {
        try makeRepository("app/T/A.xml")
        if name == "own.json" { try space.write("repo/vvc.json", #"{"components": "own.json"}"#) }
        try space.write("repo/\(name)", text)
        _ = try git("add", ".")
        _ = try git("commit", "-q", "-m", "two")
        _ = try git("tag", "-f", "1;2")
        try space.write("repo/app/T/A.xml", #"<NText layoutWidth="100" layoutHeight="20" text="c"/>"#)
        for name in ["vvc.json", name] { try? FileManager.default.removeItem(atPath: space.path("repo/\(name)")) }
        let shell = Shell(folder: space.folder.appendingPathComponent("repo/app"))
        for options in ["", "--breaking --json"] {
            let result = try shell.run("vvc diff \(new) --against '../.git#tag=1;2' \(options)")
            #expect(result.status != 0 && !result.text.contains("vvc-diff"), "\(result)")
            if options.isEmpty { #expect(result.text.hasPrefix("1;2:" + problem), "\(result)") }
        }
    }

    /// The program may be ended at any time, and also by what reads its output.
    @Test(
        .enabled(if: Tool.isInstalled("git") && Tool.exists, "needs git and vvc"),
        arguments: [
            "$vvc | true", "$vvc --config none 2>&1 | true", "$vvc --config pipe & end TERM",
            "$vvc --config pipe & end KILL",
        ]
    )
    func theFilesOfACommitGoWithTheProgram(_ line: String) throws {
        try makeRepository("A.xml")
        try space.makeFolder("tmp")
        let result = try Shell(folder: space.folder).run(
            """
            mkfifo pipe
            export TMPDIR=tmp
            vvc="vvc diff repo --against repo/.git#tag=1;2"
            await() { for i in $(seq 6000); do if eval "$1"; then return; fi; sleep 0.01; done; echo "no: $1"; }
            end() { await "[ -e tmp/*/A.xml ]"; kill -$1 $!; wait $!; }
            \(line)
            await '[ -z "$(ls tmp)" ]'
            """
        )
        #expect(!result.text.contains("no: ") && space.files("tmp").isEmpty, "\(result)")
    }

    /// There git gives programs variables that name its own repository.
    @Test(.enabled(if: Tool.isInstalled("git") && Tool.exists, "needs git and vvc"))
    func aHookComparesWithTheRepositoryThatIsNamed() throws {
        try makeRepository("A.xml")
        let result = try Shell(folder: space.folder).run(
            """
            git init -q other
            export GIT_DIR="$PWD/other/.git" GIT_INDEX_FILE="$PWD/none" GIT_WORK_TREE="$PWD/other"
            vvc diff repo --against 'repo/.git#tag=1;2'
            """
        )
        #expect(result.text == "repo/A.xml:1:2: NText: text \"a\" → \"b\"\n" && result.status == 0, "\(result)")
    }

    @Test(.enabled(if: Tool.exists, "needs vvc")) func otherProgramsEndWhenTheirPipeDoes() throws {
        try space.write("A.xml", "<NText/>")
        try space.write("bin/git", "#!/bin/sh\nkill -PIPE $$\necho this is ignored >&2\nexit 1\n")
        let line = "chmod +x bin/git; PATH=$PWD/bin:$PATH vvc diff A.xml --against '.git#tag=1'"
        let result = try Shell(folder: space.folder).run(line)
        #expect(result.status == ExitCode.cannotRead.rawValue && !result.text.contains("ignored"), "\(result)")
    }

    @Test(.enabled(if: Tool.isInstalled("git"), "needs git")) func attributesOfArchivesHideNothing() throws {
        try makeRepository("A.xml")
        try space.write("repo/gone.xml", "<NText text=\"a\"/>")
        try space.write("repo/.gitattributes", "gone.xml export-ignore\n")
        _ = try git("add", ".")
        _ = try git("commit", "-q", "-m", "two")
        try FileManager.default.removeItem(atPath: space.path("repo/gone.xml"))
        let state = "\(space.path("repo"))/.git#branch=it's;$(main)"
        let result = space.vvc("diff", space.path("repo"), "--against", state, "--breaking")
        #expect(result.code == .inputErrors && result.error.contains("'gone' is gone"), "\(result)")
    }

    @Test(.enabled(if: Tool.isInstalled("git") && Tool.exists, "needs git and vvc"))
    func gitShowsChangesOfCompiledFiles() throws {
        try makeRepository("A.xml")
        for text in ["a", "b"] {
            try space.write("repo/A.xml", "<NText text=\"\(text)\"/>")
            #expect(space.vvc("compile", "@/repo/A.xml", "-o", "@/repo").code == .success)
            guard text == "a" else { continue }
            try space.write("repo/.gitattributes", "*.out diff=virtualview\n")
            _ = try git("add", ".")
            _ = try git("commit", "-q", "-m", "compiled")
        }
        let setting = "diff.virtualview.textconv='\(Tool.folder)/vvc' dump"
        let shown = try git("-c", setting, "diff", "A.out")
        #expect(shown.contains("-    text = \"a\"\n") && shown.contains("+    text = \"b\"\n"), "\(shown)")
    }
}
