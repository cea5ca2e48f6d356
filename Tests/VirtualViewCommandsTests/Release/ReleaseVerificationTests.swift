import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// `vvc release --verify`, of a folder that openssl signed once (`Tests/Fixtures/Release/make`).
@Suite struct ReleaseVerificationTests {
    private let space: Workspace

    init() throws {
        space = try Workspace()
        let www = URL(fileURLWithPath: space.path("www"))
        try FileManager.default.copyItem(at: Fixtures.url("Release/www"), to: www)
        try FileManager.default.copyItem(
            at: www.appendingPathComponent("root/1.json"),
            to: URL(fileURLWithPath: space.path("pinned.json"))
        )
    }

    private func verify(_ options: String..., root: String = "@/pinned.json", date: String = "2026-11-26T00:00:00Z")
        -> Workspace.Result
    {
        space.vvc(["release", "--verify", "@/www", "--root", root, "--date", date] + options)
    }

    /// The files that clients do not read any more: those of the release that was signed by replaced keys.
    private static let unused = ["releases/1-"]

    @Test func fixtureIsRight() throws {
        let result = verify()
        #expect(result.code == .success && result.error.isEmpty)
        // All snapshots of these tests stand in one folder.
        let file = Fixtures.packageRoot.appendingPathComponent(
            "Tests/VirtualViewCommandsTests/ReleaseVerificationTests.swift"
        )
        try expectSnapshot(result.out, named: "verify.txt", testFile: file.path)
        try expectSnapshot(verify("--json").out, named: "verify.jsonl", testFile: file.path)
    }

    @Test func newerPinnedRootIsABeginningToo() throws {
        let result = verify(root: "@/www/root/2.json")
        #expect(result.code == .success && !result.out.contains("root/1.json"), "\(result.out)")
    }

    @Test func oneWrongBitInAnyFileIsFound() throws {
        var count = 0
        for name in space.files("www") where !Self.unused.contains(where: name.hasPrefix) {
            let original = try space.bytes("www/\(name)")
            let step = max(1, original.count / 16)
            for place in Array(stride(from: 0, to: original.count, by: step)) + [original.count - 1] {
                var bytes = original
                bytes[place] ^= 1 << UInt8(place % 8)
                try space.write("www/\(name)", bytes)
                let result = verify()
                #expect(result.code == .inputErrors, "\(name), byte \(place): \(result.out)")
                #expect(result.out.contains("@/www/\(name): error: "), "\(name), byte \(place): \(result.out)")
                count += 1
            }
            try space.write("www/\(name)", original)
        }
        #expect(count > 100)
        #expect(verify().code == .success)
    }

    @Test func missingLongerAndShorterFilesAreFound() throws {
        for name in space.files("www") where !Self.unused.contains(where: name.hasPrefix) && !name.hasPrefix("root/") {
            let original = try space.bytes("www/\(name)")
            for bytes in [original + [0], Array(original.dropLast()), []] {
                try space.write("www/\(name)", bytes)
                #expect(verify().out.contains("@/www/\(name): error: "), "\(name)")
            }
            try FileManager.default.removeItem(atPath: space.path("www/\(name)"))
            #expect(verify().out.contains("@/www/\(name): error: missing: the file is missing\n"), "\(name)")
            try space.write("www/\(name)", original)
        }
    }

    /// Nothing waits for somebody who writes into a pipe.
    @Test(.timeLimit(.minutes(2))) func whatIsNoRegularFileIsFound() throws {
        let used = space.files("www").filter { name in !Self.unused.contains { name.hasPrefix($0) } }
        for name in ["latest.json"] + used.filter({ $0.hasPrefix("releases/") }) {
            let original = try space.bytes("www/\(name)")
            try FileManager.default.removeItem(atPath: space.path("www/\(name)"))
            try #require(mkfifo(space.path("www/\(name)"), 0o600) == 0)
            #expect(verify().out.contains("@/www/\(name): error: "), "\(name)")
            try FileManager.default.removeItem(atPath: space.path("www/\(name)"))
            try space.write("www/\(name)", original)
        }
        #expect(verify().code == .success)
    }

    /// Without the second root file, the keys of the release are unknown.
    @Test func missingRootFileBreaksTheRest() throws {
        try FileManager.default.removeItem(atPath: space.path("www/root/2.json"))
        let result = verify()
        #expect(result.code == .inputErrors)
        #expect(result.out.contains("@/www/latest.json: error: mismatch: the file needs root file 2"), "\(result.out)")
    }

    @Test func aPinnedRootThatIsNotServedIsCalledSo() throws {
        try FileManager.default.removeItem(atPath: space.path("www/root/1.json"))
        let result = verify()
        #expect(result.out.hasPrefix("@/pinned.json: ok") && !result.out.contains("root/1.json"), "\(result.out)")
    }

    @Test func otherPinnedRootIsRefused() throws {
        try space.write("pinned.json", "{}")
        #expect(verify().out.hasPrefix("@/pinned.json: error: malformed: "))
        #expect(verify(root: "@/none").code == .cannotRead)
        #expect(space.vvc("release", "--verify", "@/none", "--root", "@/pinned.json").code == .cannotRead)
    }

    @Test func expiryIsTold() throws {
        let result = verify(date: "2026-12-02T09:00:01Z")
        #expect(result.code == .inputErrors)
        #expect(result.out.contains("@/www/latest.json: error: expired: the file expired on 2026-12-02T09:00:00Z\n"))
        #expect(verify(date: "2026-12-02T09:00:00Z").code == .success)
        // Of an earlier root file clients need the keys alone.
        let late = verify(date: "2040-01-01T00:00:00Z").out
        #expect(late.components(separatedBy: ": error: expired: ").count == 5, "\(late)")
        #expect(late.contains("@/www/root/1.json: ok\n") && late.contains("@/www/root/2.json: error: expired"))
    }

    // MARK: - Command lines

    @Test(arguments: [
        (["release"], "'vvc release' needs '-o DIR'"),
        (
            ["release", "-o", "x"],
            "'vvc release' needs INPUT… with '--number N', or another option that says what to do"
        ),
        (["release", "a.xml", "-o", "x"], "a release of 'a.xml' needs '--number N'"),
        (["release", "-o", "x", "--number", "1"], "'--number' needs INPUT… or '--again M', and not both"),
        (
            ["release", "a.xml", "-o", "x", "--number", "2", "--again", "1"],
            "'--number' needs INPUT… or '--again M', and not both"
        ),
        (["release", "-o", "x", "--again", "1"], "'--again' needs '--number N'"),
        (
            ["release", "-o", "x", "--number", "0"],
            "'0' is not a value of '--number'; expected a number from 1 to 9007199254740991"
        ),
        (
            ["release", "-o", "x", "--candidate", "101"],
            "'101' is not a value of '--candidate'; expected a number from 0 to 100"
        ),
        (["release", "-o", "x", "--promote", "1", "--candidate", "3"], "'--promote' does not go with '--candidate'"),
        (["release", "-o", "x", "--renew"], "nothing signs; give '--sign-command COMMAND' or '--draft FILE'"),
        (["release", "-o", "x", "--renew", "--config", "y"], "'--config' goes with inputs"),
        (["release", "-o", "x", "--number", "2", "--again", "1", "--werror"], "'--werror' goes with inputs"),
        (
            ["release", "-o", "x", "--disable", "Card"],
            "'Card' is not a value of '--disable': expected TYPE=REASON or TYPE@VERSION=REASON"
        ),
        (
            ["release", "-o", "x", "--disable", "=a"],
            "a value of '--disable' names no template: expected TYPE[@VERSION]=REASON"
        ),
        (["release", "-o", "x", "--disable", "A=b", "--enable", "A"], "'A' cannot be disabled and enabled"),
        (
            ["release", "-o", "x", "--date", "today"],
            "'today' is not a value of '--date': expected a time like 2026-11-23T08:00:00Z"
        ),
        (["release", "-o", "x", "--init"], "'--init' needs '--app NAME' and '--channel NAME'"),
        (["release", "-o", "x", "--init", "--renew"], "'--renew' does not go with '--init'"),
        (
            ["release", "-o", "x", "--renew", "--app", "a"],
            "'--app' goes with '--init'; a root file that follows keeps the name"
        ),
        (["release", "-o", "x", "--renew", "--root-key", "a"], "the keys of 'root' go with '--init' or '--rotate'"),
        (
            [
                "release", "-o", "x", "--init", "--app", "a", "--channel", "b", "--root-key", "c", "--root-key", "d",
                "--release-key", "e", "--latest-key", "f",
            ],
            "there are 2 keys of 'root'; give '--root-threshold K' too"
        ),
        (
            ["release", "-o", "x", "--rotate", "--renew", "--draft", "y"],
            "'--draft' takes one file: a root file, a release or latest.json"
        ),
        (
            ["release", "-o", "x", "--rotate", "--promote", "1", "--draft", "y"],
            "'--draft' takes one file: a root file, a release or latest.json"
        ),
        (
            ["release", "-o", "x", "--rotate", "--withdraw", "1", "--draft", "y"],
            "'--draft' takes one file: a root file, a release or latest.json"
        ),
        (
            ["release", "a.xml", "-o", "x", "--number", "2", "--expires", "3", "--draft", "y"],
            "'--draft' takes one file: a root file, a release or latest.json"
        ),
        (["release", "--verify", "x"], "'--verify' needs '--root FILE'"),
        (["release", "--verify", "x", "--root", "y", "--renew"], "'--renew' does not go with '--verify'"),
        (["release", "a.xml", "--verify", "x", "--root", "y"], "'--verify' has no input, so 'a.xml' cannot be one"),
        (["release", "--sign", "x"], "'--sign' needs '--sign-command COMMAND'"),
        (["release", "-o", "x", "--renew", "--root", "y"], "'--root' goes with '--verify' or '--sign'"),
        (["release", "-o", "x", "--renew", "--json"], "'--json' goes with '--verify'"),
    ])
    func wrongLineIsTold(_ arguments: [String], _ message: String) {
        let result = space.vvc(arguments)
        #expect(result.code == .usage && result.firstError == "vvc: error: \(message)", "\(result.error)")
    }
}
