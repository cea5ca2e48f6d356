import Foundation
import Testing
import VirtualViewCommands

/// Drafts of several files that belong together, where several people sign each `latest.json`.
@Suite(.enabled(if: ReleaseWorkspace.canSign, "needs openssl with Ed25519, and a system that can verify"))
struct ReleaseDraftTests {
    private let work: ReleaseWorkspace
    private let signers = ["release", "latest-1", "latest-2"]

    init() throws {
        work = try ReleaseWorkspace(keys: ["root", "release", "latest-1", "latest-2", "next-1", "next-2"])
        let names = ["--init", "--app", "shop", "--channel", "production", "--latest-threshold", "2"]
        let keys = [
            "--root-key", "@/keys/root.pub", "--release-key", "@/keys/release.pub", "--latest-key",
            "@/keys/latest-1.pub", "--latest-key", "@/keys/latest-2.pub",
        ]
        try run(names + keys, by: ["root"])
        try run(["@/Templates", "--number", "1"], by: signers)
    }

    @discardableResult
    private func run(_ options: [String], by keys: [String] = []) throws -> Workspace.Result {
        let result = work.release(["-o", "@/www"] + options, by: keys)
        try #require(result.code == .success, "\(result)")
        return result
    }

    private func publish(_ names: String...) -> [String] {
        names.flatMap { ["--publish", "@/\($0).json"] }
    }

    /// The holders of two keys sign the draft of `latest.json`.
    private func sign(by keys: String...) throws {
        for key in keys {
            let signed = work.release("--sign", "@/latest.json", "--root", "@/root.json", by: [key])
            try #require(signed.code == .success, "\(signed)")
        }
    }

    @Test(arguments: [true, false])
    func newKeysOfReleasesComeWithDraftsAlone(_ givesRelease: Bool) throws {
        try run(["--rotate", "--release-key", "@/keys/next-1.pub", "--draft", "@/root.json"], by: ["root"])
        let release = ["--number", "2", "--again", "1"] + publish("root")
        try run(release + ["--draft", "@/release.json"], by: ["next-1"])
        let drafted = try run(publish("root", "release") + ["--draft", "@/latest.json"])
        let early = "root/2.json: not put in place before latest.json; publish both when that is signed\n"
        #expect(drafted.out.hasPrefix(early), "\(drafted)")
        try sign(by: "latest-1", "latest-2")
        let alone = work.release(["-o", "@/www"] + publish("latest"))
        let what = "the draft of latest.json belongs to root file 2, but the newest is 1"
        #expect(alone.code == .inputErrors, "\(alone)")
        #expect(alone.firstError == "vvc: error: \(what); publish the draft of that too", "\(alone)")
        #expect(work.space.files("www/root") == ["1.json"])
        // The release is in its place since it was named.
        try run(publish("latest", "root") + (givesRelease ? publish("release") : []))
        #expect(try work.state() == "stable 2")
        #expect(work.verify().out.contains(", root file 2, "))
    }

    /// Also those that it had before: what is served is signed by the others.
    @Test(arguments: [false, true])
    func newKeysOfLatestComeWithDraftsAlone(_ goesBack: Bool) throws {
        func rotate(to names: [String]) -> [String] {
            ["--rotate"] + names.flatMap { ["--latest-key", "@/keys/\($0).pub"] }
        }
        var (old, new) = (["latest-1", "latest-2"], ["next-1", "next-2"])
        if goesBack {
            try run(rotate(to: new), by: ["root"] + new)
            swap(&old, &new)
        }
        let roots = work.space.files("www/root")
        try run(rotate(to: new) + ["--draft", "@/root.json"], by: ["root"])
        let draft = publish("root") + ["--draft", "@/latest.json"]
        let drafted = try run(draft)
        #expect(drafted.out.contains(".json: not put in place before latest.json; publish both"), "\(drafted)")
        #expect(work.space.files("www/root") == roots)
        try run(["--disable", "Hello=crashes"], by: old)
        // That has taken its number.
        try run(draft)
        try sign(by: new[0], new[1])
        try run(publish("root", "latest"))
        #expect(work.space.files("www/root").count == roots.count + 1)
        #expect(try work.state() == "stable 1, disabled Hello")
    }

    @Test func aLostLatestIsReplacedWithDraftsAlone() throws {
        try run(["@/Templates", "--number", "2"], by: signers)
        try FileManager.default.removeItem(atPath: work.space.path("www/latest.json"))
        let keys = ["next-1", "next-2"].flatMap { ["--latest-key", "@/keys/\($0).pub"] }
        try run(["--rotate"] + keys + ["--draft", "@/root.json"], by: ["root"])
        let release = ["--number", "3", "--again", "2"] + publish("root")
        try run(release + ["--draft", "@/release.json"], by: ["release"])
        try run(publish("root", "release") + ["--draft", "@/latest.json"])
        // Its keys could begin again no more.
        #expect(work.space.files("www/root") == ["1.json"])
        try sign(by: "next-1", "next-2")
        try run(publish("root", "release", "latest"))
        #expect(try work.state() == "stable 3")
        #expect(work.verify().out.contains("  number 1, "))
    }
}
