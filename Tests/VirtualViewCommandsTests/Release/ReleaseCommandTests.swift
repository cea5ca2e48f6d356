import Foundation
import Testing
import VirtualViewCommands
import VirtualViewRelease
import VirtualViewTestSupport

/// `vvc release` from keys to releases, with signatures by openssl.
@Suite(.enabled(if: ReleaseWorkspace.canSign, "needs openssl with Ed25519, and a system that can verify"))
struct ReleaseCommandTests {
    private let work = ReleaseWorkspace.fresh()
    private let signers = ["release", "latest"]

    /// Makes a release of the templates.
    private func release(_ number: Int, _ options: String..., day: Int = 1) -> Workspace.Result {
        release(number, options, day: day)
    }

    private func release(_ number: Int, _ options: [String], day: Int) -> Workspace.Result {
        let line = ["@/Templates", "-o", "@/www", "--number", "\(number)"] + options
        return work.release(line, by: signers, day: day)
    }

    @discardableResult
    private func change(_ options: String..., day: Int = 2) throws -> Workspace.Result {
        let result = work.release(["-o", "@/www"] + options, by: ["latest"], day: day)
        try #require(result.code == .success, "\(result.error)")
        return result
    }

    @Test func releaseHasEveryFileAndNothingElse() throws {
        try work.begin()
        let names = work.space.files("www").map { name in
            name.split(separator: "/").map { $0.count > 60 ? "…" : String($0) }.joined(separator: "/")
        }
        #expect(names == ["blobs/…", "blobs/…", "latest.json", "…", "releases/…", "root/1.json"])
        #expect(try work.state() == "stable 1")
        let blobs = try work.space.files("www/blobs").map { try work.space.bytes("www/blobs/\($0)") }
        let pack = try #require(work.space.files("www").first { $0.hasPrefix("pack-") })
        // The manifest is in the order of the types, and the blobs in that of their hashes.
        let bytes = try work.space.bytes("www/\(pack)")
        #expect(bytes == blobs[0] + blobs[1] || bytes == blobs[1] + blobs[0])
        #expect(bytes.count == blobs.map(\.count).reduce(0, +))
    }

    @Test func templatesAreThoseThatCompileWrites() throws {
        try work.begin()
        #expect(work.space.vvc("compile", "@/Templates", "-o", "@/build").code == .success)
        let compiled = try work.space.files("build").map { try work.space.bytes("build/\($0)") }
        let blobs = try work.space.files("www/blobs").map { try work.space.bytes("www/blobs/\($0)") }
        #expect(Set(compiled) == Set(blobs))
        // Compiled files give the same release, but for the hash of what it was made of.
        let made = work.release("@/build", "-o", "@/www", "--number", "2", by: signers)
        #expect(made.code == .success, "\(made.error)")
        #expect(work.space.files("www/blobs").count == 2)
        #expect(work.space.files("www").filter { $0.hasPrefix("pack-") }.count == 1)
    }

    @Test func sameInputDateAndKeysGiveTheSameBytes() throws {
        try work.begin(2)
        let first = work.served()
        try FileManager.default.removeItem(atPath: work.space.path("www"))
        try work.begin(2)
        #expect(work.served() == first)
    }

    @Test(arguments: [
        "@/Templates --number 2 --draft @/Templates/Hello.xml", "@/Templates --number 2 --draft @/Templates/Hello.json",
        "@/Templates --number 2 --components @/own.json --draft @/own.json",
        "--rotate --release-key @/keys/other.pub --draft @/keys/other.pub", "--renew --draft @/www/latest.json",
        "--renew --draft @/www/root/1.json", "@/Templates --number 2 --publish @/d.json --draft @/d.json",
    ])
    func aDraftReplacesNothingThatIsRead(_ line: String) throws {
        try work.begin()
        try work.space.write("own.json", #"{"version":1,"components":[]}"#)
        try work.space.write("Templates/Hello.json", "{}")
        let root = work.release("-o", "@/www", "--rotate", "--draft", "@/d.json", by: ["root-1", "root-2"])
        #expect(root.code == .success, "\(root)")
        let draft = try #require(line.split(separator: " ").last.map { String($0.dropFirst(2)) })
        let before = (try work.space.bytes(draft), work.served())
        let result = work.release(["-o", "@/www"] + line.split(separator: " ").map(String.init))
        #expect(result.code == .usage, "\(result)")
        #expect(result.firstError.contains("the output '@/\(draft)' is the source '@/\(draft)'"), "\(result)")
        #expect(try work.space.bytes(draft) == before.0 && work.served() == before.1)
    }

    @Test(arguments: [("Templates", "2 templates"), ("Templates/Rule.xml", "1 template")])
    func whatIsPrintedCountsTemplates(_ input: String, _ count: String) throws {
        try work.begin(0)
        let options = ["-o", "@/www", "--number", "1"]
        let made = work.release(["@/\(input)"] + options, by: ["release", "latest"])
        #expect(made.code == .success && made.out.contains(".json: \(count), "), "\(made)")
    }

    @Test func aPathOfTwoLinesIsShownInOne() throws {
        try work.begin()
        let made = work.release("-o", "@/www", "--renew", "--draft", "@/a\nb.json", day: 2)
        #expect(made.out == "@/a␊b.json: latest.json, signatures: 0 of the 1 needed\n", "\(made)")
        let sign = ["release", "--sign", "@/a\nb.json", "--root", "@/www/root/1.json"]
        let signed = work.space.vvc(sign + ["--sign-command", ReleaseWorkspace.command("latest")])
        #expect(signed.out == "@/a␊b.json: latest.json, signatures: 1 of the 1 needed\n", "\(signed)")
    }

    @Test func filesThatStayAreNotTouched() throws {
        try work.begin()
        let kept = work.space.files("www").filter { $0 != "latest.json" }
        let before = try kept.map { try work.space.inode("www/\($0)") }
        try change("--renew")
        let made = release(2)
        #expect(made.code == .success)
        #expect(try kept.map { try work.space.inode("www/\($0)") } == before)
    }

    @Test func candidateIsOfferedChangedAndPromotedOrTakenBack() throws {
        try work.begin()
        let made = release(2, "--candidate", "10")
        #expect(made.code == .success)
        #expect(try work.state() == "stable 1, candidate 2 for 10 %")
        try change("--candidate", "50")
        #expect(try work.state() == "stable 1, candidate 2 for 50 %")
        try change("--candidate", "0")
        #expect(try work.state() == "stable 1, candidate 2 for 0 %")
        try change("--promote", "2")
        #expect(try work.state() == "stable 2")
        #expect(release(3, "--candidate", "1").code == .success)
        try change("--withdraw", "3")
        #expect(try work.state() == "stable 2")
        // The number of what was taken back stays taken, also for the same bytes, and by a clock that is ahead.
        for (options, day) in [([], 3), ([], 1), (["--candidate", "1"], 1)] {
            let again = release(3, options, day: day)
            #expect(again.code == .inputErrors)
            #expect(again.firstError == "vvc: error: release 3 is not newer: there is release 3 already; the next is 4")
        }
        #expect(release(4).code == .success && work.verify().out.contains("stable 4"))
    }

    @Test func aDraftThatWasTakenBackIsNotPublishedAgain() throws {
        try work.begin()
        let made = work.release("@/Templates", "-o", "@/www", "--number", "2", "--draft", "@/d.json", by: ["release"])
        #expect(made.code == .success, "\(made)")
        try change("--publish", "@/d.json", "--candidate", "5")
        try change("--withdraw", "2")
        let again = work.release(["-o", "@/www", "--publish", "@/d.json"], by: ["latest"], day: 3)
        #expect(again.code == .inputErrors && again.firstError.contains("release 2 is not newer"), "\(again)")
        #expect(try work.state() == "stable 1")
        // Whoever renews the file keeps the number.
        try change("--renew")
        #expect(work.release(["-o", "@/www", "--publish", "@/d.json"], by: ["latest"], day: 3).code == .inputErrors)
    }

    /// As after a loss of power, when a name can outlive its bytes.
    @Test func aDamagedFileIsWrittenAgain() throws {
        try work.begin()
        try FileManager.default.removeItem(atPath: work.space.path("www/latest.json"))
        let before = work.served()
        for name in before.keys where !name.hasPrefix("root/") {
            try work.space.write("www/\(name)", "")
            #expect(release(1).code == .success, "\(name)")
            #expect(work.served().filter { $0.key != "latest.json" } == before)
            try FileManager.default.removeItem(atPath: work.space.path("www/latest.json"))
        }
    }

    @Test(arguments: [["--template-version", "7"], ["--werror"], ["--target", "ios-1.2"], ["--lenient"]])
    func optionsOfSourcesNeedSources(_ options: [String]) throws {
        try work.begin()
        #expect(work.space.vvc("compile", "@/Templates", "-o", "@/build").code == .success)
        let line = ["@/build", "-o", "@/www", "--number", "2"] + options
        let message = "vvc: error: '\(options[0])' goes with sources, and the inputs are compiled"
        let result = work.release(line, by: signers)
        #expect(result.code == .usage && result.firstError == message, "\(result)")
        #expect(work.release(["@/Templates"] + line, by: signers).code != .usage)
    }

    // MARK: - Folders that lack something

    /// Its number would begin again, and every device would refuse it.
    @Test func numbersDoNotBeginAgainWhenLatestIsLost() throws {
        try work.begin(2)
        try FileManager.default.removeItem(atPath: work.space.path("www/latest.json"))
        let before = work.served()
        let all = ["root-1", "root-2", "release", "latest", "other"]
        let keys = ["--rotate", "--latest-key", "@/keys/other.pub"]
        for (rotate, draft) in [(keys, "root"), (["--rotate"], "same")] {
            #expect(work.release(["-o", "@/www"] + rotate + ["--draft", "@/\(draft).json"], by: all).code == .success)
        }
        let lines = [
            ["--renew"], ["--number", "3", "--again", "1"], keys, keys + ["--renew"], keys + ["--disable", "Hello=x"],
            // Not the keys of 'latest', so its numbers would go on.
            ["--rotate", "--number", "3", "--again", "1"], ["--publish", "@/root.json"],
            ["--publish", "@/same.json", "--number", "3", "--again", "2", "--draft", "@/release.json"],
        ]
        for result in [release(3)] + lines.map({ work.release(["-o", "@/www"] + $0, by: all) }) {
            #expect(result.code == .inputErrors)
            let what = "vvc: error: '@/www/latest.json' is missing, but there are releases, and clients take no file"
            let how = "in one run, with '--rotate --latest-key FILE --number N --again M'"
            #expect(result.firstError.hasPrefix(what) && result.firstError.hasSuffix(how), "\(result.error)")
        }
        #expect(work.served() == before)
        // In its place without a latest.json, the root file's keys could begin again no more.
        let parts = ["-o", "@/www", "--publish", "@/root.json", "--number", "3", "--again", "2"]
        let drafted = work.release(parts + ["--draft", "@/release.json"], by: ["root-1", "root-2"])
        #expect(drafted.code == .success && drafted.out.hasPrefix("root/2.json: not put in place"), "\(drafted)")
        #expect(work.served() == before)
        let line = ["@/Templates", "-o", "@/www", "--number", "3"] + keys
        let rotated = work.release(line, by: ["root-1", "root-2", "release", "other"])
        #expect(rotated.code == .success, "\(rotated.error)")
        #expect(try work.state() == "stable 3")
    }

    /// The draft is the first of its kind, which the lost file was not.
    @Test func aStaleDraftOfTheFirstLatestTakesNotThePlaceOfALostOne() throws {
        try work.begin(0)
        let publish = ["-o", "@/www", "--publish"]
        for (line, key) in [
            (["@/Templates", "-o", "@/www", "--number", "1", "--draft", "@/release.json"], "release"),
            (publish + ["@/release.json", "--draft", "@/latest.json"], "latest"),
            (publish + ["@/latest.json"], "other"),
        ] {
            let result = work.release(line, by: [key])
            #expect(result.code == .success, "\(result.error)")
        }
        #expect(release(2).code == .success)
        try FileManager.default.removeItem(atPath: work.space.path("www/latest.json"))
        let stale = work.release(publish + ["@/latest.json"], by: ["other"])
        #expect(stale.code == .inputErrors)
        #expect(stale.firstError.hasPrefix("vvc: error: '@/www/latest.json' is missing"), "\(stale)")
    }

    @Test func aLostLatestIsReplacedByDraftsToo() throws {
        try work.begin(2)
        try FileManager.default.removeItem(atPath: work.space.path("www/latest.json"))
        let keys = ["--rotate", "--latest-key", "@/keys/other.pub", "--draft", "@/root.json"]
        #expect(work.release(["-o", "@/www"] + keys, by: ["root-1", "root-2"]).code == .success)
        let again = ["--number", "3", "--again", "2", "--draft", "@/release.json"]
        #expect(work.release(["-o", "@/www"] + again, by: ["release"]).code == .success)
        let drafts = ["--publish", "@/root.json", "--publish", "@/release.json"]
        let published = work.release(["-o", "@/www"] + drafts, by: ["other"])
        #expect(published.code == .success, "\(published.error)")
        #expect(try work.state() == "stable 3")
        #expect(work.verify().out.contains("  number 1, "))
    }

    @Test func theFirstReleaseMayBeRepeatedIfLatestIsLost() throws {
        try work.begin()
        let before = work.served()
        try FileManager.default.removeItem(atPath: work.space.path("www/latest.json"))
        #expect(release(1).code == .success)
        #expect(work.served() == before)
    }

    @Test func aFolderThatLacksRootFilesIsNotContinued() throws {
        try work.begin()
        let keys = ["root-1", "root-2", "other"].flatMap { ["--root-key", "@/keys/\($0).pub"] }
        let rotated = work.release(["-o", "@/www", "--rotate"] + keys, by: ["root-1", "root-2", "latest"])
        #expect(rotated.code == .success, "\(rotated.error)")
        for (number, message) in [
            (2, "'@/www/root/2.json' is missing: latest.json belongs to root file 2"),
            (1, "'@/www' is not a folder of releases: it lacks root/1.json"),
        ] {
            try FileManager.default.removeItem(atPath: work.space.path("www/root/\(number).json"))
            #expect(release(2).firstError == "vvc: error: \(message)")
        }
    }

    @Test func aNumberThatNoReleaseCanHaveIsNotCounted() throws {
        try work.begin()
        let hash = String(repeating: "a", count: 64)
        for number in ["9007199254740992", "9223372036854775807", "-7"] {
            try work.space.write("www/releases/\(number)-\(hash).json", "{}")
        }
        #expect(release(2).code == .success)
    }

    @Test func newerReleaseEndsTheCandidate() throws {
        try work.begin()
        #expect(release(2, "--candidate", "10").code == .success)
        let made = release(7)
        #expect(made.out.contains("release 2 is no candidate any more: release 7 is newer\n"))
        #expect(try work.state() == "stable 7")
    }

    @Test func goingBackIsANewNumberWithTheOldTemplates() throws {
        try work.begin()
        try work.space.write("Templates/Hello.xml", #"<NText text="broken" layoutWidth="-1" layoutHeight="-2"/>"#)
        #expect(release(2).code == .success)
        let blobs = work.space.files("www/blobs")
        let back = work.release("-o", "@/www", "--number", "3", "--again", "1", by: signers, day: 2)
        #expect(back.code == .success, "\(back.error)")
        #expect(try work.state() == "stable 3")
        #expect(work.space.files("www/blobs") == blobs)
        func templates(_ number: Int) throws -> String {
            let name = try #require(work.space.files("www/releases").first { $0.hasPrefix("\(number)-") })
            let text = String(decoding: try work.space.bytes("www/releases/\(name)"), as: UTF8.self)
            return try #require(text.components(separatedBy: "\"templates\":").last?.components(separatedBy: "]").first)
        }
        #expect(try templates(3) == templates(1))
        #expect(try templates(2) != templates(1))
    }

    @Test func disabledTemplatesStayUntilTheyAreAllowed() throws {
        try work.begin()
        try change("--disable", "Hello=crashes = often", "--disable", "Rule@1.0.1=too thick")
        #expect(work.verify().out.contains("  disabled Hello: crashes = often\n  disabled Rule@1.0.1: too thick\n"))
        #expect(release(2).code == .success)
        #expect(try work.state() == "stable 2, disabled Hello, Rule@1.0.1")
        try change("--disable", "Hello=another reason", "--enable", "Rule@1.0.1")
        #expect(try work.state() == "stable 2, disabled Hello")
        #expect(work.verify().out.contains("  disabled Hello: another reason\n"))
        let wrong = work.release("-o", "@/www", "--enable", "Rule", by: ["latest"])
        #expect(wrong.firstError == "vvc: error: 'Rule' is not disabled; disabled are 'Hello'")
        try change("--enable", "Hello")
        #expect(try work.state() == "stable 2")
    }

    @Test func whatTheNewReleaseHasIsKnown() throws {
        try work.begin()
        try work.space.write("Templates/Added.xml", "<NText text=\"a\" layoutWidth=\"9\" layoutHeight=\"9\"/>")
        let result = release(2, "--disable", "Added=not yet")
        #expect(result.code == .success && result.errors.isEmpty, "\(result)")
        #expect(try work.state() == "stable 2, disabled Added")
    }

    /// The kill switch must work for a release that only an app has, so an unknown name is no error.
    @Test func misspelledTypeIsAWarning() throws {
        try work.begin()
        let result = try change("--disable", "Helo=crashes")
        let warning = "vvc: warning: no release in '@/www' has a template 'Helo'; did you mean 'Hello'?"
        #expect(result.errors == [warning])
        #expect(try work.state() == "stable 1, disabled Helo")
    }

    @Test(arguments: [
        ("Hello@1.0", "a template 'Hello@1.0'; a version has three numbers"),
        ("Hello@1.0.9", "version 1.0.9 of 'Hello'; there are 1.0.1"), ("Hello@1.0.1", nil),
    ])
    func aVersionThatNoReleaseHasIsAWarning(_ name: String, _ problem: String?) throws {
        try work.begin()
        let path = work.space.path("www")
        #expect(disable(name) == (problem.map { "vvc: warning: no release in '\(path)' has \($0)\n" } ?? ""))
    }

    /// Disables a template, perhaps with a version, and returns what is said about it.
    private func disable(_ name: String) -> String {
        let (folder, path) = (work.space.folder.path, work.space.path("www"))
        let key = ReleaseWorkspace.command("latest").replacingOccurrences(of: "@", with: folder)
        var error = ""
        let terminal = Terminal(
            usesColor: false,
            out: { _ in true },
            error: { error += String(decoding: $0, as: UTF8.self) }
        )
        // The workspace would take the sign before the version for its folder.
        let line = ["release", "-o", path, "--disable", "\(name)=crashes", "--sign-command", key]
        #expect(VVC.run(line + ["--date", ReleaseWorkspace.date(2)], terminal: terminal) == .success)
        return error
    }

    /// Whoever has mended a template may have left its version as it was.
    @Test func aReleaseThatStaysDisabledInPartIsAWarning() throws {
        try work.begin()
        #expect(disable("Rule@1.0.1").isEmpty)
        let what = "'Rule' 1.0.1, which stays disabled: crashes; another '--template-version' or"
        #expect(release(2, day: 2).errors == ["vvc: warning: release 2 has \(what) '--enable Rule@1.0.1' shows it"])
        #expect(release(3, "--template-version", "2", day: 2).errors.isEmpty)
        let every = "which stays disabled: of every version; '--enable Hello' shows it"
        #expect(release(4, "--template-version", "3", "--disable", "Hello=of every version", day: 2).errors.isEmpty)
        let last = release(5, "--template-version", "4", "--candidate", "5", day: 2)
        #expect(last.errors == ["vvc: warning: release 5 has 'Hello' 1.0.4, \(every)"], "\(last)")
    }

    @Test func tooLongReasonsAreToldWithTheLimit() throws {
        try work.begin()
        let before = work.served()
        let result = work.release(
            "-o",
            "@/www",
            "--disable",
            "Hello=\(String(repeating: "x", count: 4096))",
            by: ["latest"]
        )
        #expect(result.code == .inputErrors && result.error.contains("; the limit is 4096"), "\(result.error)")
        #expect(work.served() == before)
    }

    /// Others would sign in vain what cannot be published.
    @Test func aDraftIsNoLargerThanItsFileMayBe() throws {
        try work.begin()
        func draft(_ length: Int, by keys: [String] = []) -> Workspace.Result {
            try? FileManager.default.removeItem(atPath: work.space.path("draft.json"))
            let reason = "Hello=\(String(repeating: "x", count: length))"
            return work.release("-o", "@/www", "--disable", reason, "--draft", "@/draft.json", by: keys)
        }
        #expect(draft(1).code == .success)
        let (empty, text) = (try work.space.bytes("draft.json").count, try work.space.bytes("draft.json"))
        #expect(draft(1, by: ["latest"]).code == .success)
        // Later files have up to 15 digits more for each of two numbers.
        let room = 4096 - 30 + 1 - (try work.space.bytes("draft.json").count)
        #expect(draft(room).code == .success)
        #expect(try work.space.bytes("draft.json").count == empty + room - 1)
        let large = draft(room + 1)
        let sizes = "4067 bytes, and 4097 with the largest numbers; the limit is 4096"
        #expect(large.firstError == "vvc: error: 'latest.json' would have \(sizes)", "\(large)")
        #expect(large.code == .inputErrors && !work.space.exists("draft.json"))
        // One that was made otherwise is not signed either.
        let reason = "x" + String(repeating: "y", count: room + 30)
        let made = String(decoding: text, as: UTF8.self).replacingOccurrences(of: #""x""#, with: "\"\(reason)\"")
        try work.space.write("draft.json", made)
        let signed = work.release("--sign", "@/draft.json", "--root", "@/www/root/1.json", by: ["latest"])
        #expect(signed.firstError == "vvc: error: 'latest.json' would have 4097 bytes; the limit is 4096", "\(signed)")
        #expect(try work.space.bytes("draft.json") == Array(made.utf8))
    }

    @Test func renewingMovesTheExpiryAndTheNumber() throws {
        try work.begin()
        #expect(work.verify(day: 8).code == .success)
        let expired = work.verify(day: 9)
        #expect(expired.code == .inputErrors)
        #expect(expired.out.contains("@/www/latest.json: error: expired: the file expired on 2026-11-18T08:00:00Z\n"))
        try change("--renew", "--expires", "3", day: 9)
        #expect(work.verify(day: 12).out.contains("number 2, stable 1, expires 2026-11-22T08:00:00Z"))
        #expect(work.verify(day: 13).code == .inputErrors)
    }

    /// Clients know that it cannot be earlier than what was signed, whatever the clock or `--date` says.
    @Test func whatHasExpiredDependsOnTheTimesThatWereSigned() throws {
        try work.begin()
        let rotated = work.release("-o", "@/www", "--rotate", by: ["root-1", "root-2", "latest"], day: 9)
        #expect(rotated.code == .success && rotated.error.isEmpty, "\(rotated)")
        let warning = "the time of latest.json is 2026-11-13T08:00:00Z, but 2026-11-19T08:00:00Z was signed before"
        #expect(try change("--renew", day: 3).errors == ["vvc: warning: \(warning)"])
        #expect(work.verify(day: 3).code == .success)
        let renewed = try change("--renew", "--expires", "5", day: 3)
        let reason = "the file expired on 2026-11-18T08:00:00Z; for clients it is 2026-11-19T08:00:00Z at least"
        #expect(renewed.errors.first == "vvc: warning: @/www/latest.json: \(reason), which was signed", "\(renewed)")
        let verified = work.verify(day: 3)
        #expect(verified.code == .inputErrors)
        #expect(verified.out.contains("@/www/latest.json: error: expired: \(reason)"), "\(verified)")
    }

    @Test func rotationOfEachRoleIsFollowed() throws {
        try work.begin()
        // A key of the role 'latest', which signs what there is at once.
        let latest = work.release(
            ["-o", "@/www", "--rotate", "--latest-key", "@/keys/other.pub"],
            by: ["root-1", "root-3", "other"]
        )
        #expect(latest.code == .success, "\(latest.error)")
        #expect(work.verify().out.contains("old root keys: 2 of 3 keys signed, needed 2; new ones: 2 of 3"))
        #expect(work.release("-o", "@/www", "--renew", by: ["latest"]).code == .inputErrors)
        #expect(work.release("-o", "@/www", "--renew", by: ["other"]).code == .success)
        // One of 'release': what there is has to be signed again.
        let options = ["-o", "@/www", "--rotate", "--release-key", "@/keys/root-3.pub"]
        let before = work.served()
        let refused = work.release(options, by: ["root-1", "root-2", "other"])
        #expect(
            refused.code == .inputErrors && refused.error.contains("add '--number N --again 1'"),
            "\(refused.error)"
        )
        #expect(work.served() == before)
        let release = work.release(
            options + ["--number", "2", "--again", "1"],
            by: ["root-1", "root-2", "root-3", "other"]
        )
        #expect(release.code == .success, "\(release.error)")
        #expect(try work.state() == "stable 2")
        // And those of 'root', down to one.
        let root = work.release(
            ["-o", "@/www", "--rotate", "--root-key", "@/keys/release.pub", "--root-threshold", "1"],
            by: ["root-1", "root-2", "release", "other"]
        )
        #expect(root.code == .success, "\(root.error)")
        #expect(work.space.files("www/root") == ["1.json", "2.json", "3.json", "4.json"])
        #expect(work.release("-o", "@/www", "--rotate", by: ["root-1", "root-2", "other"]).code == .inputErrors)
        #expect(work.release("-o", "@/www", "--rotate", by: ["release", "other"]).code == .success)
        #expect(try work.state() == "stable 2")
    }

    @Test func holdersOfKeysSignOneAfterTheOther() throws {
        let options = ReleaseWorkspace.firstOptions
        #expect(work.release(options + ["--draft", "@/root.json"], by: ["root-1"], day: 0).code == .success)
        #expect(!work.space.exists("www"))
        let early = work.release("-o", "@/www", "--publish", "@/root.json")
        #expect(early.firstError == "vvc: error: 'root/1.json' has too few signatures: 1 of the 2 needed")
        let signed = work.release("--sign", "@/root.json", by: ["root-3"])
        #expect(signed.out == "@/root.json: root/1.json, signatures: 2 of the 2 needed\n", "\(signed.error)")
        #expect(work.release("-o", "@/www", "--publish", "@/root.json").code == .success)

        let draft = ["@/Templates", "-o", "@/www", "--number", "1", "--draft", "@/release.json"]
        #expect(work.release(draft).code == .success)
        #expect(!work.space.exists("www/latest.json") && work.space.files("www/releases").isEmpty)
        #expect(work.release("--sign", "@/release.json", by: ["release"]).error.contains("give the newest root file"))
        let unknown = work.release("--sign", "@/release.json", "--root", "@/www/root/1.json", by: ["other"])
        #expect(unknown.code == .inputErrors && unknown.error.contains("added a signature to 'release 1'"))
        #expect(
            work.release("--sign", "@/release.json", "--root", "@/www/root/1.json", by: ["release"]).code == .success
        )
        let published = work.release("-o", "@/www", "--publish", "@/release.json", by: ["latest"])
        #expect(published.code == .success, "\(published.error)")
        #expect(try work.state() == "stable 1")

        #expect(work.release("-o", "@/www", "--renew", "--draft", "@/latest.json").code == .success)
        try change("--renew")
        let late = work.release("-o", "@/www", "--publish", "@/latest.json", by: ["latest"])
        #expect(late.firstError == "vvc: error: the draft of latest.json has the number 2, not 3")
        #expect(work.release("-o", "@/www", "--renew", "--draft", "@/latest.json", by: ["latest"]).code == .success)
        #expect(work.release("-o", "@/www", "--publish", "@/latest.json").code == .success)
        #expect(work.verify().out.contains("  number 3, "))
    }

    /// Makes the drafts of another root file, a release and `latest.json`, with all signatures that they need.
    private func makeDrafts() throws {
        let keys = ["--rotate", "--release-key", "@/keys/other.pub"]
        for (name, options, key) in [
            ("root", keys, ["root-1", "root-2"]), ("latest", ["--renew"], ["latest"]),
            ("release", ["--number", "2", "--again", "1"], ["release"]),
        ] {
            let made = work.release(["-o", "@/www"] + options + ["--draft", "@/\(name).json"], by: key)
            try #require(made.code == .success, "\(made.error)")
        }
    }

    /// Each option would count for nothing: the draft says already what they are about.
    @Test(arguments: [
        ("latest", "--disable Hello=x", "--disable"), ("latest", "--enable Hello", "--enable"),
        ("latest", "--candidate 5", "--candidate"), ("latest", "--promote 1", "--promote"),
        ("latest", "--withdraw 1", "--withdraw"), ("latest", "--renew", "--renew"),
        ("latest", "--expires 3", "--expires"), ("latest", "--rotate", "--rotate"),
        ("latest", "@/Templates --number 2", "--number"), ("latest", "--draft @/d.json", "--draft"),
        ("latest", "--publish @/release.json", "--publish @/release.json"),
        ("latest", "--publish @/root.json", "--publish @/root.json"), ("release", "--promote 1", "--promote"),
        ("release", "--withdraw 99", "--withdraw"), ("release", "@/Templates --number 3", "--number"),
        ("release", "--rotate --draft @/d.json", "--rotate"), ("root", "--rotate", "--rotate"),
    ])
    func aDraftIsPublishedWithoutOptionsThatItIgnores(_ name: String, _ options: String, _ refused: String) throws {
        try work.begin()
        try makeDrafts()
        let before = work.served()
        let line = ["-o", "@/www", "--publish", "@/\(name).json"] + options.split(separator: " ").map(String.init)
        let result = work.release(line, by: ["root-1", "root-2", "release", "latest", "other"])
        let what = name == "latest" ? "latest.json" : name == "root" ? "a root file" : "a release"
        let message = "'\(refused)' does not go with '--publish @/\(name).json', a draft of \(what)"
        #expect(result.code == .usage && result.firstError == "vvc: error: \(message)", "\(result)")
        #expect(work.served() == before && !work.space.exists("d.json"))
    }

    @Test func aDraftOfAReleaseIsPublishedWithChangesOfLatest() throws {
        try work.begin()
        try makeDrafts()
        let options = ["--publish", "@/release.json", "--candidate", "10", "--disable", "Rule=x", "--expires", "3"]
        let published = work.release(["-o", "@/www"] + options, by: ["latest"])
        #expect(published.code == .success, "\(published.error)")
        #expect(try work.state() == "stable 1, candidate 2 for 10 %, disabled Rule")
    }

    /// A root file would not help.
    @Test func aDraftThatIsNoneIsSaidToBeNone() throws {
        try work.space.write("draft.json", "{}")
        let result = work.release("--sign", "@/draft.json", by: ["release"])
        #expect(result.code == .inputErrors && result.firstError.hasPrefix("vvc: error: @/draft.json: "), "\(result)")
        #expect(!result.error.contains("root file"), "\(result)")
    }

    @Test func aRootFileCountsForDraftsBeforeIt() throws {
        try work.begin()
        try makeDrafts()
        let draft = ["--number", "2", "--again", "1", "--draft", "@/release.json"]
        try FileManager.default.removeItem(atPath: work.space.path("release.json"))
        #expect(work.release(["-o", "@/www"] + draft).code == .success)
        #expect(work.release("--sign", "@/release.json", "--root", "@/root.json", by: ["other"]).code == .success)
        // Under the old root file, the signature would be lost.
        let before = (try work.space.bytes("release.json"), work.served())
        let signed = work.release("--sign", "@/release.json", "--root", "@/www/root/1.json", by: ["release"])
        let lost = "signatures that do not count under '@/www/root/1.json', and would be lost: 1"
        let how = "give the newest root file, or remove the draft and make it again"
        #expect(signed.firstError == "vvc: error: @/release.json: \(lost); \(how)", "\(signed)")
        let alone = work.release("-o", "@/www", "--publish", "@/release.json", by: ["latest"])
        let few = "'release 2' has too few signatures: 0 of the 1 needed"
        let note = "signatures in the draft that are not by a key that may sign it: 1"
        #expect(alone.errors.last == "vvc: error: \(few); \(note)", "\(alone)")
        #expect(try work.space.bytes("release.json") == before.0 && work.served() == before.1)
        let drafts = ["--publish", "@/release.json", "--publish", "@/root.json"]
        let published = work.release(["-o", "@/www"] + drafts, by: ["latest"])
        #expect(published.code == .success, "\(published.error)")
        #expect(try work.state() == "stable 2")
    }

    /// Clients learn of the newest root file from `latest.json`.
    @Test func aDraftOfLatestBelongsToTheNewestRootFile() throws {
        try work.begin()
        let draft = ["--rotate", "--root-threshold", "1", "--draft", "@/root.json"]
        #expect(work.release(["-o", "@/www"] + draft, by: ["root-1", "root-2"]).code == .success)
        #expect(work.release("-o", "@/www", "--renew", "--draft", "@/old.json", by: ["latest"]).code == .success)
        let root = work.release("-o", "@/www", "--publish", "@/root.json", "--draft", "@/new.json", by: ["latest"])
        #expect(root.code == .success && work.space.exists("www/root/2.json"), "\(root)")
        let old = work.release("-o", "@/www", "--publish", "@/old.json")
        let message = "the draft of latest.json belongs to root file 1, but the newest is 2; make it again"
        #expect(old.code == .inputErrors && old.firstError == "vvc: error: \(message)", "\(old)")
        #expect(work.release("-o", "@/www", "--publish", "@/new.json").code == .success)
        #expect(work.verify().out.contains(", root file 2, "))
    }

    /// Unsigned, it would keep every later run and every client from what follows.
    @Test(arguments: ["www/root/2.json", "www/releases/d.json", "www/new/d.json", "www/../www/d.json", "link/d.json"])
    func aDraftIsNotWrittenWhereItIsServed(_ path: String) throws {
        try work.begin()
        try FileManager.default.createSymbolicLink(
            atPath: work.space.path("link"),
            withDestinationPath: work.space.path("www")
        )
        let before = work.served()
        let result = work.release("-o", "@/www", "--rotate", "--draft", "@/\(path)", by: ["root-1", "root-2"])
        let message = "'@/\(path)' is in '@/www', where it would be served; give '--draft' another place"
        #expect(result.code == .usage && result.firstError == "vvc: error: \(message)", "\(result)")
        #expect(work.served() == before)
        let first = ReleaseWorkspace.firstOptions.map { $0 == "@/www" ? "@/none" : $0 }
        #expect(work.release(first + ["--draft", "@/none/root/1.json"]).code == .usage)
        #expect(!work.space.exists("none"))
        #expect(work.release("-o", "@/www", "--rotate", "--draft", "@/www.json").code == .success)
    }

    @Test func changedDraftLosesItsSignatures() throws {
        try work.begin()
        let draft = ["@/Templates", "-o", "@/www", "--number", "2", "--draft", "@/release.json"]
        #expect(work.release(draft, by: ["release"]).out.contains("1 of the 1 needed"))
        let text = String(decoding: try work.space.bytes("release.json"), as: UTF8.self)
        try work.space.write("release.json", text.replacingOccurrences(of: #""number":2"#, with: #""number":9"#))
        let before = work.served()
        let result = work.release("-o", "@/www", "--publish", "@/release.json", by: ["latest"])
        #expect(
            result.code == .inputErrors
                && result.error.contains("'release 9' has too few signatures: 0 of the 1 needed")
        )
        #expect(work.served() == before)
    }

    // MARK: - What cannot be

    @Test func wrongStatesAreToldAndNothingIsWritten() throws {
        try work.begin(3)
        try work.space.makeFolder("empty")
        try work.space.write("foreign/index.html", "hello")
        try work.space.write("twice/Hello.xml", Fixtures.bytes("Release/Templates/Hello.xml"))
        try work.space.write("broken/Card.xml", "<NText")
        try work.space.write("broken.out", "ALIVV")
        let before = work.served()
        let cases: [([String], ExitCode, String)] = [
            (
                ["@/Templates", "-o", "@/www", "--number", "3"], .inputErrors,
                "release 3 is not newer: there is release 3"
            ),
            (
                ["@/Templates", "-o", "@/www", "--number", "2"], .inputErrors,
                "release 2 is not newer: there is release 3"
            ),
            (
                ["-o", "@/www", "--number", "4", "--again", "9"], .inputErrors,
                "there is no release 9; there are 1, 2, 3"
            ),
            (["-o", "@/www", "--promote", "3"], .inputErrors, "there is no candidate; release 3 is for every device"),
            (["-o", "@/www", "--withdraw", "3"], .inputErrors, "there is no candidate"),
            (["-o", "@/www", "--candidate", "3"], .inputErrors, "there is no candidate"),
            (["-o", "@/www", "--enable", "Hello"], .inputErrors, "'Hello' is not disabled; nothing is"),
            (["-o", "@/none", "--renew"], .inputErrors, "there is no '@/none/root/1.json'; '--init' makes it"),
            (["-o", "@/foreign", "--renew"], .inputErrors, "is not a folder of releases: it has 'index.html'"),
            (["@/empty", "-o", "@/www", "--number", "4"], .cannotRead, "the folder has no .xml or .asv file"),
            (["@/none", "-o", "@/www", "--number", "4"], .cannotRead, "cannot read '@/none'"),
            (["@/broken", "-o", "@/www", "--number", "4"], .inputErrors, "[xml."),
            (["@/broken.out", "-o", "@/www", "--number", "4"], .inputErrors, "@/broken.out"),
            (["@/none.out", "-o", "@/www", "--number", "4"], .cannotRead, "cannot read '@/none.out'"),
            (
                ["@/Templates", "@/twice", "-o", "@/www", "--number", "4"], .inputErrors,
                "'@/Templates/Hello.xml' and '@/twice/Hello.xml' are both the template 'Hello'"
            ),
            (
                ["--init", "-o", "@/www", "--app", "shop", "--channel", "c"] + ReleaseWorkspace.keyOptions,
                .inputErrors,
                "'@/www' has root file 1 already; '--rotate' makes the next"
            ),
            (
                ["--init", "-o", "@/new", "--app", "a shop", "--channel", "c"] + ReleaseWorkspace.keyOptions,
                .inputErrors,
                "the names of the app and the channel must be"
            ),
            (
                ["--rotate", "-o", "@/www", "--latest-key", "@/keys/latest.pem"], .inputErrors,
                "this is a private key"
            ),
            (
                ["--rotate", "-o", "@/www", "--latest-key", "@/keys/other.pub", "--latest-threshold", "2"],
                .inputErrors,
                "the threshold of 'latest' is 2; the number of its keys is 1; give '--latest-threshold K'"
            ),
        ]
        for (arguments, code, message) in cases {
            let result = work.release(arguments, by: ["root-1", "root-2", "release", "latest"], day: 2)
            #expect(result.code == code && result.error.contains(message), "\(arguments): \(result.error)")
            #expect(work.served() == before, "\(arguments)")
        }
        #expect(!work.space.exists("new") && !work.space.exists("none"))
    }

    @Test func theFirstReleaseIsForEveryDevice() throws {
        try work.begin(0)
        let before = work.served()
        let renewed = work.release("-o", "@/www", "--renew", by: signers)
        #expect(renewed.firstError == "vvc: error: there is no release yet", "\(renewed.error)")
        let candidate = release(1, "--candidate", "5")
        #expect(candidate.firstError.contains("the first release is for every device; leave '--candidate'"))
        #expect(work.served() == before)
        #expect(release(1).code == .success)
    }

    @Test func aRoleHasOneDraft() throws {
        try work.begin()
        for name in ["first", "second"] {
            let made = work.release("-o", "@/www", "--renew", "--draft", "@/\(name).json", by: ["latest"])
            #expect(made.code == .success, "\(made.error)")
        }
        let result = work.release("-o", "@/www", "--publish", "@/first.json", "--publish", "@/second.json")
        #expect(result.code == .inputErrors)
        #expect(result.error.contains("@/second.json: there are two drafts of the role 'latest'"), "\(result.error)")
        try work.space.write("large.json", String(repeating: " ", count: ReleaseFile.maximumSize + 1))
        let large = work.release("-o", "@/www", "--publish", "@/large.json")
        #expect(large.code == .cannotRead && large.error.contains("the limit is 1048576"), "\(large.error)")
    }

    @Test func filesWithOtherBytesAreAnError() throws {
        try work.begin()
        for name in work.space.files("www") where name != "latest.json" && !name.hasPrefix("root") {
            let original = try work.space.bytes("www/\(name)")
            try work.space.write("www/\(name)", original.dropLast() + [original[original.count - 1] ^ 1])
            let before = work.served()
            let made = work.release("-o", "@/www", "--number", "2", "--again", "1", by: signers, day: 2)
            #expect(made.code == .inputErrors, "\(name): \(made.error)")
            #expect(work.served() == before, "\(name)")
            try work.space.write("www/\(name)", original)
        }
    }

    @Test func latestIsWrittenLast() throws {
        try work.begin()
        try work.space.write("Templates/Rule.xml", ##"<NLine layoutWidth="-1" layoutHeight="2" color="#cccccc"/>"##)
        let before = try work.space.bytes("www/latest.json")
        // The folder of the release files is a file, so they cannot be written; the blobs before them can.
        try FileManager.default.moveItem(atPath: work.space.path("www/releases"), toPath: work.space.path("kept"))
        try work.space.write("www/releases", "")
        let made = release(2, day: 2)
        #expect(made.code == .cannotWrite && made.error.contains("@/www/releases"), "\(made.error)")
        #expect(work.space.files("www/blobs").count == 3)
        #expect(try work.space.bytes("www/latest.json") == before)
        try FileManager.default.removeItem(atPath: work.space.path("www/releases"))
        try FileManager.default.moveItem(atPath: work.space.path("kept"), toPath: work.space.path("www/releases"))
        #expect(work.verify().code == .success)
        // The same again is complete.
        #expect(release(2, day: 2).code == .success)
        #expect(try work.state() == "stable 2")
    }

    @Test func twoRunsAtOnceAreRefused() throws {
        try work.begin()
        let folder = open(work.space.path("www"), O_RDONLY)
        #expect(flock(folder, LOCK_EX) == 0)
        let refused = work.release("-o", "@/www", "--renew", by: ["latest"])
        #expect(refused.errors == ["vvc: error: another 'vvc release' is at work in '@/www'"])
        flock(folder, LOCK_UN)
        close(folder)
        try change("--renew")
    }

    /// While the first root file is being signed, another process makes one too.
    @Test(arguments: [
        ("root/1.json", "'@/www/root/1.json' is there with other bytes; such files never change"),
        ("latest.json", "another 'vvc release' is at work in '@/www'"),
    ])
    func aFolderThatIsMadeInTheMeantimeIsLeftAlone(_ name: String, _ message: String) throws {
        let other = "mkdir -p \"$(dirname '@/www/\(name)')\" && echo other > '@/www/\(name)' && "
        let signing = ["root-1", "root-2"].flatMap { ["--sign-command", other + ReleaseWorkspace.command($0)] }
        let result = work.release(ReleaseWorkspace.firstOptions + signing)
        #expect(result.code == .inputErrors && result.errors == ["vvc: error: \(message)"], "\(result)")
        #expect(work.served() == [name: Array("other\n".utf8)])
    }

    /// Without `--date` the variable counts, as in other tools whose results can be reproduced.
    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func timeIsThatOfTheEnvironment() throws {
        try work.begin()
        func renew(at seconds: String) throws -> Int32 {
            let sign = "openssl pkeyutl -sign -rawin -inkey keys/latest.pem -in /dev/stdin"
            let line = "SOURCE_DATE_EPOCH=\(seconds) vvc release -o www --renew --sign-command '\(sign)'"
            return try Shell(folder: work.space.folder).run(line).status
        }
        #expect(try renew(at: "4102444800") == 0)
        let text = String(decoding: try work.space.bytes("www/latest.json"), as: UTF8.self)
        #expect(text.contains(#""issued":"2100-01-01T00:00:00Z""#), "\(text)")
        // What is signed at a time long ago has expired.
        for other in ["soon", "-1", "315532800", "1795000000000", "9223372036854775807"] {
            #expect(try renew(at: other) == ExitCode.usage.rawValue, "\(other)")
        }
    }
}
