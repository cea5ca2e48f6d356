import Foundation
import Testing
import VirtualViewCommands

/// What commands that sign can do wrong, and what they are told.
@Suite(.enabled(if: ReleaseWorkspace.canSign, "needs openssl with Ed25519, and a system that can verify"))
struct ReleaseSigningTests {
    private let work: ReleaseWorkspace

    init() throws {
        work = try ReleaseWorkspace()
        try work.begin()
    }

    private func renew(_ commands: String...) -> Workspace.Result {
        work.release(["-o", "@/www", "--renew"] + commands.flatMap { ["--sign-command", $0] }, day: 2)
    }

    @Test(arguments: [
        ("exit 3", "ended with exit code 3"), ("echo no key >&2; exit 1", "ended with exit code 1"),
        ("kill -9 $$", "was ended by signal 9"),
        ("no-such-program-at-all", "ended with exit code 127: a program was not found"),
        ("head -c 63 /dev/zero", "wrote 63 bytes, but a signature has 64"),
        ("head -c 65 /dev/zero", "wrote more than the 64 bytes of a signature"),
        ("head -c 3000000 /dev/zero", "wrote more than the 64 bytes of a signature"),
        ("yes", "wrote more than the 64 bytes of a signature"), ("echo", "wrote 1 bytes, but a signature has 64"),
    ])
    func failureIsToldAndNothingIsWritten(_ command: String, _ reason: String) throws {
        let before = work.served()
        let result = renew(command, ReleaseWorkspace.command("latest"))
        #expect(result.code == .inputErrors && result.out.isEmpty)
        #expect(result.errors.last == "vvc: error: the sign command '\(command)' \(reason); nothing is published")
        #expect(work.served() == before)
    }

    @Test func whatACommandSaysIsShown() throws {
        let talkative = renew("echo no key in \u{1B}[1mthis >&2; echo machine >&2; exit 1")
        #expect(
            talkative.error.hasPrefix("no key in ␛[1mthis\nmachine\nvvc: error: the sign command "),
            "\(talkative.error)"
        )
        let large = renew("yes | head -c 1000000 >&2; exit 1")
        #expect(large.code == .inputErrors && large.error.utf8.count > 1_000_000)
    }

    /// Whatever the pieces are in which it arrives.
    @Test func whatACommandSaysIsShownInWholeCharacters() throws {
        let text = "a" + String(repeating: "é", count: 6000)
        try work.space.write("text", text)
        let long = renew("cat '@/text' >&2; exit 1")
        #expect(long.error.hasPrefix("\(text)vvc: error: "), "\(long.error.suffix(200))")
        let cut = renew(#"printf 'caf\303' >&2; exit 1"#)
        #expect(cut.error.hasPrefix("caf\u{FFFD}vvc: error: "), "\(cut.error)")
    }

    @Test func signatureOfAnotherKeyIsNotUsed() throws {
        let before = work.served()
        for command in ["head -c 64 /dev/zero", ReleaseWorkspace.command("other"), ReleaseWorkspace.command("release")]
        {
            let result = renew(command)
            #expect(result.code == .inputErrors)
            #expect(
                result.errors.first?.hasSuffix("is no signature of 'latest.json' by a key that may sign it") == true
            )
            #expect(result.errors.last == "vvc: error: 'latest.json' has too few signatures: 0 of the 1 needed")
            #expect(work.served() == before)
        }
        // It does no harm either.
        #expect(renew(ReleaseWorkspace.command("other"), ReleaseWorkspace.command("latest")).code == .success)
    }

    @Test func sameKeyTwiceCountsOnce() throws {
        let result = work.release("-o", "@/www", "--rotate", by: ["root-1", "root-1", "latest"])
        #expect(result.code == .inputErrors)
        let expected = "by the old root keys 1 of the 2 needed, by the new ones 1 of the 2 needed"
        #expect(result.errors.last == "vvc: error: 'root/2.json' has too few signatures: \(expected)")
    }

    @Test func aKeyThatHasSignedAlreadyIsSaidToHave() throws {
        let drafted = work.release("-o", "@/www", "--rotate", "--draft", "@/root.json", by: ["root-1"])
        #expect(drafted.code == .success, "\(drafted)")
        let again = work.release("--sign", "@/root.json", "--root", "@/www/root/1.json", by: ["root-1"])
        let lines = [
            "vvc: note: the key of '\(ReleaseWorkspace.command("root-1"))' has signed 'root/2.json' already",
            "vvc: error: no command added a signature to 'root/2.json'; it has by the old root keys 1 of the 2 needed, "
                + "by the new ones 1 of the 2 needed",
        ]
        #expect(again.code == .inputErrors && again.errors == lines, "\(again)")
    }

    @Test func commandWithoutOutputIsAskedForNothing() throws {
        #expect(renew(":", "true", ReleaseWorkspace.command("latest")).code == .success)
        let nobody = renew(":")
        #expect(nobody.errors == ["vvc: error: 'latest.json' has too few signatures: 0 of the 1 needed"])
    }

    @Test func oneCommandServesEveryRole() throws {
        let key = "'@/keys/'$VV_ROLE.pem"
        let command = "env >> '@/environment'; openssl pkeyutl -sign -rawin -inkey \(key) -in /dev/stdin"
        let made = work.release(["@/Templates", "-o", "@/www", "--number", "2", "--sign-command", command], day: 2)
        #expect(made.code == .success, "\(made.error)")
        let environment = String(decoding: try work.space.bytes("environment"), as: UTF8.self).split(separator: "\n")
        let own = environment.filter { $0.hasPrefix("VV_") && !$0.hasPrefix("VV_SEED") && !$0.hasPrefix("VV_COUNT") }
        let names = ["VV_ROLE=release", "VV_NUMBER=2", "VV_APP=shop", "VV_CHANNEL=production", "VV_ROLE=latest"]
        for name in names { #expect(own.contains { $0 == name }, "\(name)") }
        #expect(environment.contains { $0.hasPrefix("PATH=") })
    }

    @Test func messageIsARegularFileOnStandardInput() throws {
        let command = "test -f /dev/stdin && cat > '@/message' && \(ReleaseWorkspace.command("latest"))"
        #expect(renew(command).code == .success)
        let message = try work.space.bytes("message")
        #expect(message.starts(with: Array("VirtualView/1/latest/shop/production\0{".utf8)))
        let served = try work.space.bytes("www/latest.json")
        let content = message.drop { $0 != 0 }.dropFirst()
        #expect(served.dropFirst(#"{"signed":"#.utf8.count).starts(with: content))
    }

    /// A supervisor may ignore the signal that tells of it, and what it starts inherits that.
    @Test(.enabled(if: Tool.exists, "needs a vvc that was built with the tests"), .timeLimit(.minutes(2)))
    func theEndOfACommandIsSeenWhereItsSignalIsIgnored() throws {
        let line = "trap '' CHLD; exec vvc release -o www --renew --sign-command 'exit 3'"
        let result = try Shell(folder: work.space.folder).run(line)
        #expect(result.text.contains("exit code 3") && result.status == 1, "\(result)")
    }

    /// Nor does it if it never stops talking.
    @Test(.timeLimit(.minutes(2)), arguments: ["(while echo waiting; do sleep 0.02; done) >&2", "yes >&2"])
    func processLeftBehindThatTalksIsNotWaitedFor(_ other: String) throws {
        let result = renew("\(other) & exec \(ReleaseWorkspace.command("latest"))")
        #expect(result.code == .success, "\(result.errors.last ?? "")")
    }

    /// What a command leaves running does not hold the pipes open for vvc.
    @Test func processLeftBehindIsNotWaitedFor() throws {
        let result = renew("sleep 20 & \(ReleaseWorkspace.command("latest")); echo $! > '@/left'")
        #expect(result.code == .success, "\(result.error)")
        let left = String(decoding: try work.space.bytes("left"), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines
        )
        let number = try #require(pid_t(left))
        #expect(kill(number, 0) == 0, "it was waited for")
        kill(number, SIGKILL)
    }
}
