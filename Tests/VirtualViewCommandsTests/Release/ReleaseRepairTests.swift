import Foundation
import Testing
import VirtualViewCommands
import VirtualViewRelease
import VirtualViewTestSupport

/// What is left of runs that were ended, what several do at a time, and what is given by mistake.
@Suite(.enabled(if: ReleaseWorkspace.canSign, "needs openssl with Ed25519, and a system that can verify"))
struct ReleaseRepairTests {
    private let work = ReleaseWorkspace.fresh()
    private let signers = ["release", "latest"]

    private func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: work.space.path(name))
    }

    // MARK: - Runs that were ended

    /// The time is another one, and so would be the file and its name.
    @Test func theFirstReleaseIsCompletedAtAnyTime() throws {
        try work.begin()
        let before = work.served().filter { $0.key != "latest.json" }
        try remove("www/latest.json")
        let line = ["@/Templates", "-o", "@/www", "--number", "1"]
        #expect(work.release(line, by: signers, day: 3).code == .success)
        #expect(work.served().filter { $0.key != "latest.json" } == before)
        #expect(try work.state() == "stable 1")
        // Other templates are another release.
        try remove("www/latest.json")
        try work.space.write("Templates/Hello.xml", #"<NText text="new" layoutWidth="-1" layoutHeight="-2"/>"#)
        let changed = work.release(line, by: signers, day: 4)
        let options = "'--number 1 --again 1'"
        let message = "release 1 is not newer: there is release 1 already; \(options) makes latest.json of it"
        #expect(changed.code == .inputErrors && changed.firstError == "vvc: error: \(message)", "\(changed)")
        let next = work.release(["@/Templates", "-o", "@/www", "--number", "2"], by: signers, day: 4)
        #expect(next.firstError.contains("restore it, make it with \(options) if it was never there, or"), "\(next)")
        let again = work.release("-o", "@/www", "--number", "1", "--again", "1", by: signers, day: 4)
        #expect(again.code == .success, "\(again)")
        #expect(work.served().filter { $0.key != "latest.json" } == before)
    }

    @Test(arguments: [["@/Templates"], ["--again", "2"]])
    func aLaterReleaseIsCompletedUntilAnotherLatestIsSigned(_ templates: [String]) throws {
        try work.begin()
        let old = try work.space.bytes("www/latest.json")
        let options = ["-o", "@/www", "--number", "2"]
        #expect(work.release(["@/Templates"] + options, by: signers, day: 2).code == .success)
        let before = work.served().filter { $0.key != "latest.json" }
        try work.space.write("www/latest.json", old)
        let again = work.release(templates + options, by: signers, day: 3)
        #expect(again.code == .success, "\(again)")
        #expect(work.served().filter { $0.key != "latest.json" } == before)
        #expect(try work.state() == "stable 2")
        try work.space.write("www/latest.json", old)
        #expect(work.release("-o", "@/www", "--renew", by: ["latest"], day: 4).code == .success)
        let late = work.release(templates + options, by: signers, day: 5)
        let message = "release 2 is not newer: there is release 2 already; the next is 3"
        #expect(late.code == .inputErrors && late.firstError == "vvc: error: \(message)", "\(late)")
    }

    /// After a loss of power it would name what is gone.
    @Test(FaultTests.faults) func latestIsWrittenWhenAllThatItNamesIsStored() throws {
        try work.begin()
        let old = try work.space.bytes("www/latest.json")
        let signing = signers.map { key in
            "--sign-command 'openssl pkeyutl -sign -rawin -inkey keys/\(key).pem -in /dev/stdin'"
        }
        let options = "-o www --number 2 --date \(ReleaseWorkspace.date(2)) \(signing.joined(separator: " "))"
        let library = try #require(FaultyTool.library)
        /// Makes a release whose nth file or folder cannot be stored; returns the exit code, and whether `latest.json` is new.
        func run(_ number: Int) throws -> (status: Int32, isNew: Bool) {
            try work.space.write("www/latest.json", old)
            let variables = "LD_PRELOAD='\(library)' FOLDER='\(work.space.path("www"))' FAULT=fsync:\(number):5"
            let made = try Shell(folder: work.space.folder).run("\(variables) vvc release Templates \(options)")
            return (made.status, try work.space.bytes("www/latest.json") != old)
        }
        var results: [Bool] = []
        var last = try run(1)
        while last.status == ExitCode.cannotWrite.rawValue, results.count < 100 {
            results.append(last.isNew)
            last = try run(results.count + 1)
        }
        #expect(last.status == 0 && last.isNew)
        // The four folders, two blobs, the pack and the release file, and the file before it has its name; then the folder
        // and the file itself.
        #expect(results == Array(repeating: false, count: 9) + [true, true])
    }

    @Test func aRotationIsCompletedAtAnyTime() throws {
        try work.begin()
        let old = try work.space.bytes("www/latest.json")
        let line = ["-o", "@/www", "--rotate", "--release-key", "@/keys/other.pub", "--number", "2", "--again", "1"]
        for day in 2...3 {
            try work.space.write("www/latest.json", old)
            let rotated = work.release(line, by: ["root-1", "root-2", "other", "latest"], day: day)
            #expect(rotated.code == .success, "\(rotated)")
            #expect(work.space.files("www/releases").count == 2)
            #expect(try work.state() == "stable 2")
        }
    }

    @Test func aRootFileThatIsInPlaceIsPublishedAgain() throws {
        try work.begin()
        let rotate = ["-o", "@/www", "--rotate", "--root-threshold", "1", "--draft", "@/root.json"]
        #expect(work.release(rotate, by: ["root-1", "root-2"]).code == .success)
        let publish = ["-o", "@/www", "--publish", "@/root.json"]
        for _ in 0..<2 {
            let drafted = work.release(publish + ["--draft", "@/latest.json"])
            #expect(drafted.code == .success, "\(drafted)")
            #expect(work.space.files("www/root") == ["1.json", "2.json"])
        }
        let published = work.release(publish, by: ["latest"])
        #expect(published.code == .success, "\(published)")
        #expect(work.verify().out.contains(", root file 2, "))
    }

    @Test(arguments: [nil, "1.json.99999.tmp", "own.json"])
    func aFolderThatGotNoRootFileIsBegunAgain(_ left: String?) throws {
        try work.space.makeFolder("www/root")
        if let left { try work.space.write("www/root/\(left)", "x") }
        let made = work.release(ReleaseWorkspace.firstOptions, by: ["root-1", "root-2"], day: 0)
        let isForeign = left == "own.json"
        #expect(made.code == (isForeign ? ExitCode.inputErrors : .success), "\(made)")
        #expect(work.space.files("www/root") == [isForeign ? "own.json" : "1.json"])
    }

    @Test func aFolderThatIsALinkToNothingIsTold() throws {
        let path = work.space.path("www")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
        let made = work.release(ReleaseWorkspace.firstOptions, by: ["root-1", "root-2"], day: 0)
        let message = "cannot write '@/www': is a link to nothing"
        #expect(made.code == .cannotWrite && made.firstError == "vvc: error: \(message)", "\(made)")
    }

    @Test func whatAKilledRunLeftIsNotServed() throws {
        try work.begin()
        let hash = String(repeating: "a", count: 64)
        let left = [
            "latest.json", "pack-\(hash)", "root/2.json", "releases/1-\(hash).json", "blobs/\(hash)",
        ].map { "www/\($0).99999.tmp" }
        let others = ["www/notes.txt.99999.tmp", "www/other/\(hash).99999.tmp"]
        for name in left + others { try work.space.write(name, "x") }
        // Another process is writing this one.
        let path = work.space.path(left[4])
        let file = open(path, O_RDONLY)
        defer { close(file) }
        try #require(flock(file, LOCK_EX) == 0)
        let renewed = work.release("-o", "@/www", "--renew", by: ["latest"], day: 2)
        #expect(renewed.code == .success, "\(renewed)")
        #expect(left.filter(work.space.exists) == [left[4]])
        #expect(others.allSatisfy(work.space.exists))
    }

    // MARK: - Holders of keys

    private func makeDraft(_ name: String, day: Int = 0) throws {
        let made = work.release(ReleaseWorkspace.firstOptions + ["--draft", "@/\(name)"], day: day)
        try #require(made.code == .success, "\(made)")
    }

    /// Signs a draft; while that waits for the key, another file takes the draft's place.
    private func sign(_ draft: String, whileComes other: String) -> Workspace.Result {
        let command = "cp '@/\(other)' '@/\(draft)' && \(ReleaseWorkspace.command("root-1"))"
        return work.space.vvc(["release", "--sign", "@/\(draft)", "--sign-command", command])
    }

    @Test func twoWhoSignAtATimeLoseNoSignature() throws {
        try makeDraft("root.json")
        try work.space.write("other.json", work.space.bytes("root.json"))
        #expect(work.release("--sign", "@/other.json", by: ["root-3"]).code == .success)
        let signed = sign("root.json", whileComes: "other.json")
        #expect(signed.out == "@/root.json: root/1.json, signatures: 2 of the 2 needed\n", "\(signed)")
        #expect(work.release("-o", "@/www", "--publish", "@/root.json").code == .success)
    }

    @Test func aDraftThatTookThePlaceOfAnotherIsNotOverwritten() throws {
        try makeDraft("root.json")
        try makeDraft("other.json", day: 1)
        let other = try work.space.bytes("other.json")
        let signed = sign("root.json", whileComes: "other.json")
        let message = "@/root.json: another draft has taken its place meanwhile; sign that"
        #expect(signed.code == .inputErrors && signed.firstError == "vvc: error: \(message)", "\(signed)")
        #expect(try work.space.bytes("root.json") == other)
    }

    @Test func aDraftThatIsMadeAgainKeepsWhatOthersSigned() throws {
        try makeDraft("root.json")
        #expect(work.release("--sign", "@/root.json", by: ["root-3"]).code == .success)
        try makeDraft("root.json")
        let signed = work.release("--sign", "@/root.json", by: ["root-1"])
        #expect(signed.out == "@/root.json: root/1.json, signatures: 2 of the 2 needed\n", "\(signed)")
    }

    @Test func aDraftThatOthersSignedIsNotReplacedByAnother() throws {
        try makeDraft("root.json")
        try makeDraft("root.json", day: 1)
        #expect(work.release("--sign", "@/root.json", by: ["root-3"]).code == .success)
        let draft = try work.space.bytes("root.json")
        let made = work.release(ReleaseWorkspace.firstOptions + ["--draft", "@/root.json"], day: 2)
        let what = "'@/root.json' is a draft with signatures, which would be lost"
        let message = "\(what); give '--draft' another file, or remove it"
        #expect(made.code == .inputErrors && made.firstError == "vvc: error: \(message)", "\(made)")
        #expect(try work.space.bytes("root.json") == draft)
    }

    @Test(arguments: [("keys/other.pem", false), ("own.json", false), ("empty", true), ("root.json", true)])
    func aDraftReplacesNoOtherFile(_ path: String, _ isReplaced: Bool) throws {
        try makeDraft("root.json")
        try work.begin()
        try work.space.write("own.json", "{}")
        try work.space.write("empty", "")
        let before = try work.space.bytes(path)
        let line = ["release", "-o", "@/www", "--renew", "--draft", "@/\(path)", "--sign-command", "touch '@/asked'"]
        let made = work.space.vvc(line + ["--date", ReleaseWorkspace.date(2)])
        let message = "'@/\(path)' is no draft, and would be lost; give '--draft' another file, or remove it"
        #expect(made.code == (isReplaced ? ExitCode.success : .inputErrors), "\(made)")
        #expect(made.errors == (isReplaced ? [] : ["vvc: error: \(message)"]))
        #expect(try (work.space.bytes(path) != before) == isReplaced)
        #expect(work.space.exists("asked") == isReplaced)
    }

    @Test func aLinkToADraftStaysOne() throws {
        try makeDraft("root.json")
        let (path, link) = (work.space.path("root.json"), work.space.path("link.json"))
        try #require(chmod(path, 0o640) == 0 && symlink("root.json", link) == 0)
        #expect(work.release("--sign", "@/link.json", by: ["root-1"]).code == .success)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "root.json")
        let signed = work.release("--sign", "@/root.json", by: ["root-2"])
        #expect(signed.out == "@/root.json: root/1.json, signatures: 2 of the 2 needed\n", "\(signed)")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test func aDraftThatAnotherRotationOvertookIsMadeAgain() throws {
        try work.begin()
        for (name, day) in [("first", 1), ("second", 2)] {
            let line = ["-o", "@/www", "--rotate", "--draft", "@/\(name).json"]
            #expect(work.release(line, by: ["root-1", "root-2"], day: day).code == .success)
        }
        #expect(work.release("-o", "@/www", "--publish", "@/first.json", by: ["latest"], day: 2).code == .success)
        let publish = ["-o", "@/www", "--publish", "@/second.json"]
        for line in [publish, ["--sign", "@/second.json", "--root", "@/www/root/2.json"]] {
            let late = work.release(line, by: ["root-3"], day: 2)
            let message = "there is root file 2 already, and it is another one; make the draft again"
            #expect(late.code == .inputErrors && late.firstError.contains("@/second.json: \(message)"), "\(late)")
        }
        let older = work.release("-o", "@/www", "--publish", "@/www/root/1.json", day: 2)
        let message = "@/www/root/1.json: root file 1 does not follow root file 2"
        #expect(older.code == .inputErrors && older.firstError.contains(message), "\(older)")
    }

    /// In its place, the root file would keep everything from being disabled until the release is signed.
    @Test func aRootFileWaitsForTheReleaseThatItsKeysAreToSign() throws {
        try work.begin()
        let keys = ["--rotate", "--release-key", "@/keys/other.pub", "--draft", "@/root.json"]
        #expect(work.release(["-o", "@/www"] + keys, by: ["root-1", "root-2"]).code == .success)
        try work.space.write("Templates/Rule.xml", ##"<NLine layoutWidth="-1" layoutHeight="2" color="#cccccc"/>"##)
        let publish = ["@/Templates", "-o", "@/www", "--number", "2", "--publish", "@/root.json"]
        let drafted = work.release(publish + ["--draft", "@/release.json"])
        let lines = [
            "root/2.json: not put in place before release 2; publish both when that is signed",
            "@/release.json: release 2, signatures: 0 of the 1 needed",
        ]
        #expect(drafted.code == .success && drafted.out == lines.map { $0 + "\n" }.joined(), "\(drafted)")
        #expect(work.space.files("www/root") == ["1.json"])
        #expect(work.release("-o", "@/www", "--disable", "Hello=crashes", by: ["latest"]).code == .success)
        #expect(work.release("--sign", "@/release.json", "--root", "@/root.json", by: ["other"]).code == .success)
        let drafts = ["--publish", "@/release.json", "--publish", "@/root.json"]
        let published = work.release(["-o", "@/www"] + drafts, by: ["latest"])
        #expect(published.code == .success, "\(published)")
        #expect(try work.state() == "stable 2, disabled Hello")
    }

    // MARK: - Keys

    /// A person may have to look for a key, and a pass phrase.
    @Test(arguments: [
        ("--rotate --promote 3", "there is no candidate; release 1 is for every device"),
        ("--rotate --candidate 3", "there is no candidate; release 1 is for every device"),
        ("--rotate --enable Hello", "'Hello' is not disabled; nothing is"),
        ("--number 2 --again 1 --enable Hello", "'Hello' is not disabled; nothing is"),
        (
            "--rotate --release-key @/keys/other.pub",
            "release 1 is not signed by 1 of the keys that may sign releases now; add '--number N --again 1'"
        ),
        (
            "--rotate --release-key @/keys/other.pub --number 2 --again 1 --candidate 5",
            "release 1 is not signed by 1 of the keys that may sign releases now; leave '--candidate' out"
        ),
        ("--rotate --number 1 --again 1", "release 1 is not newer: there is release 1 already; the next is 2"),
        ("--rotate --number 2 --again 9", "there is no release 9; there are 1"),
        ("@/none.out --rotate --number 2", "cannot read '@/none.out': no such file or directory"),
    ])
    func nobodySignsWhatCannotBeDone(_ options: String, _ message: String) throws {
        try work.begin()
        let line = ["release", "-o", "@/www"] + options.split(separator: " ").map(String.init)
        let result = work.space.vvc(line + ["--sign-command", "touch '@/asked'", "--date", ReleaseWorkspace.date(2)])
        let code = message.hasPrefix("cannot read") ? ExitCode.cannotRead : .inputErrors
        #expect(result.code == code && result.errors == ["vvc: error: \(message)"], "\(result)")
        #expect(!work.space.exists("asked"))
    }

    /// Each `latest.json` would have expired until then, and no later root file could change that.
    @Test func aRootFileOfATimeToComeIsNotSigned() throws {
        try work.begin()
        #expect(work.release("-o", "@/www", "--rotate", "--draft", "@/root.json").code == .success)
        let draft = String(decoding: try work.space.bytes("root.json"), as: UTF8.self)
        let late = draft.replacing("\"2026-", with: "\"9026-").replacing("\"2036-", with: "\"9036-")
        try work.space.write("root.json", late)
        let before = work.served()
        let rotate = ["-o", "@/www", "--rotate", "--date", "9026-11-11T08:00:00Z"]
        for line in [
            rotate, rotate + ["--draft", "@/next.json"], ["--sign", "@/root.json", "--root", "@/www/root/1.json"],
            ["-o", "@/www", "--publish", "@/root.json"],
        ] {
            let result = work.space.vvc(["release"] + line + ["--sign-command", "touch '@/asked'"])
            let what = "vvc: error: the time of 'root/2.json' is 9026-11-11T08:00:00Z, but by the clock it is "
            #expect(result.code == .inputErrors && result.firstError.hasPrefix(what), "\(result)")
        }
        #expect(work.served() == before && !work.space.exists("asked") && !work.space.exists("next.json"))
        // Other machines may be in front of this one.
        let soon = ReleaseTime(seconds: Int64(Date().timeIntervalSince1970) + 43_200)
        let keys = ["root-1", "root-2", "latest"].flatMap { ["--sign-command", ReleaseWorkspace.command($0)] }
        let rotated = work.space.vvc(["release", "-o", "@/www", "--rotate", "--date", "\(soon)"] + keys)
        #expect(rotated.code == .success, "\(rotated)")
    }

    /// Whether both are given, or one was there.
    @Test func aKeyWithSeveralRolesIsAWarning() throws {
        try work.begin()
        func rotate(_ options: String...) -> Workspace.Result {
            let keys = options.flatMap { ["--\($0)-key", "@/keys/other.pub"] }
            try? remove("root.json")
            return work.release(["-o", "@/www", "--rotate"] + keys + ["--draft", "@/root.json"])
        }
        func warning(_ names: String, _ count: Int) -> [String] {
            let what = "\(names) have a key in common: who steals it has \(count) roles"
            return ["vvc: warning: \(what); give each role keys of its own"]
        }
        #expect(rotate("release").errors.isEmpty)
        #expect(rotate("release", "latest").errors == warning("'release' and 'latest'", 2))
        let keys = ["root-1", "root-2"].flatMap { ["--latest-key", "@/keys/\($0).pub"] }
        let root = work.release(["-o", "@/www", "--rotate"] + keys + ["--draft", "@/r.json"])
        #expect(root.code == .success && root.errors == warning("'root' and 'latest'", 2), "\(root)")
        let all = ["--root-threshold", "1"] + ReleaseRole.allCases.flatMap { ["--\($0)-key", "@/keys/other.pub"] }
        let first = work.release(
            ["--init", "-o", "@/new", "--app", "a", "--channel", "c"] + all,
            by: ["other"],
            day: 0
        )
        #expect(first.code == .success && first.errors == warning("'root' and 'release' and 'latest'", 3), "\(first)")
    }

    @Test func aFileWithSeveralKeysIsRefused() throws {
        let keys = try ["root-1", "root-2"].flatMap { try work.space.bytes("keys/\($0).pub") }
        try work.space.write("keys/both.pub", keys)
        let options = ReleaseWorkspace.firstOptions + ["--root-key", "@/keys/both.pub"]
        let made = work.release(options, by: ["root-1", "root-2"])
        let message = "@/keys/both.pub: the text has several keys; give each in a file of its own"
        #expect(made.code == .inputErrors && made.firstError == "vvc: error: \(message)", "\(made)")
        #expect(!work.space.exists("www"))
    }

    /// More would leave no room for a release and a candidate.
    @Test(arguments: [16, 17]) func latestHasRoomForSixteenSignatures(_ threshold: Int) throws {
        let names = (1...17).map { "latest-\($0)" }
        let work = try ReleaseWorkspace(keys: ["root", "release"] + names)
        let options = ["--app", "shop", "--channel", "c", "--latest-threshold", "\(threshold)"]
        let keys =
            ["--root-key", "@/keys/root.pub", "--release-key", "@/keys/release.pub"]
            + names.flatMap { ["--latest-key", "@/keys/\($0).pub"] }
        let made = work.release(["--init", "-o", "@/www"] + options + keys, by: ["root"], day: 0)
        guard threshold == 16 else {
            let message = "the threshold of 'latest' is 17; latest.json has room for 16 signatures"
            #expect(made.code == .inputErrors && made.firstError == "vvc: error: \(message)", "\(made)")
            return
        }
        #expect(made.code == .success, "\(made)")
        for options in [["--number", "1"], ["--number", "2", "--candidate", "10"]] {
            let released = work.release(["@/Templates", "-o", "@/www"] + options, by: ["release"] + names)
            #expect(released.code == .success, "\(released)")
        }
    }

    /// The release for everybody would stay, with signatures that count no more.
    @Test func aRotationWithACandidateIsRefused() throws {
        try work.begin()
        let before = work.served()
        let keys = ["-o", "@/www", "--rotate", "--release-key", "@/keys/other.pub"]
        let offer = ["--number", "2", "--again", "1", "--candidate", "10"]
        let result = work.release(keys + offer, by: ["root-1", "root-2", "other", "latest"])
        let message = "release 1 is not signed by 1 of the keys that may sign releases now; leave '--candidate' out"
        #expect(result.code == .inputErrors && result.firstError == "vvc: error: \(message)", "\(result)")
        #expect(work.served() == before)
    }

    /// Devices remember the number of a release that was for everybody.
    @Test func aThiefMayHaveMadeACandidateTheRelease() throws {
        try work.begin()
        let offer = ["@/Templates", "-o", "@/www", "--number", "2", "--candidate", "10"]
        #expect(work.release(offer, by: signers).code == .success)
        let keys = ["-o", "@/www", "--rotate", "--latest-key", "@/keys/other.pub"]
        let all = ["root-1", "root-2", "release", "other"]
        let rotated = work.release(keys, by: all, day: 2)
        let what = "who had the old keys of 'latest' may have made release 2 the one for every device"
        let how = "and then none takes release 1; after a theft add '--number 3 --again 1'"
        #expect(rotated.code == .success && rotated.errors == ["vvc: warning: \(what), \(how)"], "\(rotated)")
        let back =
            keys.map { $0.replacingOccurrences(of: "other", with: "latest") } + ["--number", "3", "--again", "1"]
        let again = work.release(back, by: all + ["latest"], day: 3)
        #expect(again.code == .success && again.error.isEmpty, "\(again)")
    }

    /// A key that stays has signed what was served before, which clients take no more.
    @Test func aLatestFromBeforeARotationIsFound() throws {
        try work.begin()
        let old = try work.space.bytes("www/latest.json")
        let keys = ["latest", "other"].flatMap { ["--latest-key", "@/keys/\($0).pub"] }
        let rotated = work.release(
            ["-o", "@/www", "--rotate", "--latest-threshold", "1"] + keys,
            by: ["root-1", "root-2", "latest"]
        )
        #expect(rotated.code == .success, "\(rotated)")
        #expect(work.verify().code == .success)
        try work.space.write("www/latest.json", old)
        let verified = work.verify()
        #expect(verified.code == .inputErrors)
        let reason = "the file belongs to root file 1; the keys have signed since root file 2"
        #expect(verified.out.contains("@/www/latest.json: error: rolledBack: \(reason)\n"), "\(verified)")
    }

    /// Every client would report a freeze.
    @Test func aLatestThatHasExpiredIsNotPublishedUnlessTheTimeIsGiven() throws {
        try work.begin()
        let draft = ["release", "-o", "@/www", "--renew", "--draft", "@/latest.json", "--date", "2020-01-01T00:00:00Z"]
        let made = work.space.vvc(draft + ["--sign-command", ReleaseWorkspace.command("latest")])
        #expect(made.code == .success, "\(made)")
        let before = work.served()
        let publish = ["release", "-o", "@/www", "--publish", "@/latest.json"]
        let refused = work.space.vvc(publish)
        let reason = "@/www/latest.json: the file expired on 2020-01-08T00:00:00Z"
        #expect(refused.code == .inputErrors && refused.firstError.hasPrefix("vvc: error: \(reason)"), "\(refused)")
        #expect(refused.firstError.hasSuffix("; give the time with '--date' if that is meant"), "\(refused)")
        if Tool.exists {
            // By the time of the environment it has not expired, but clients have clocks.
            let line = "SOURCE_DATE_EPOCH=1577923200 vvc release -o www --publish latest.json"
            #expect(try Shell(folder: work.space.folder).run(line).status != 0)
        }
        #expect(work.served() == before)
        let published = work.space.vvc(publish + ["--date", ReleaseWorkspace.date(2)])
        #expect(published.code == .success && published.firstError.hasPrefix("vvc: warning: \(reason)"), "\(published)")
    }

    // MARK: - Numbers

    /// They only grow, so none would follow.
    @Test(arguments: [("9007199254740991", false), ("9007199253692416", false), ("9007199253692415", true)])
    func aNumberLeavesRoomForLaterOnes(_ number: String, _ isReleased: Bool) throws {
        try work.begin()
        let line = ["-o", "@/www", "--again", "1", "--number"]
        let made = work.release(line + [number], by: signers, day: 2)
        let message = "release \(number) would leave fewer than 1048576 numbers for later ones; the next is 2"
        #expect(made.code == (isReleased ? ExitCode.success : .inputErrors), "\(made)")
        #expect(made.errors == (isReleased ? [] : ["vvc: error: \(message)"]))
        guard isReleased else { return }
        let next = work.release(line + ["9007199253692416"], by: signers, day: 3)
        #expect(next.code == .success, "\(next)")
    }

    @Test func afterTheLastNumberNoneIsNamed() throws {
        try work.begin()
        let last = "9007199254740991"
        try work.space.write("www/releases/\(last)-\(String(repeating: "a", count: 64)).json", "{}")
        let made = work.release("-o", "@/www", "--number", "2", "--again", "1", by: signers, day: 2)
        let message = "release 2 is not newer: there is release \(last) already"
        #expect(made.code == .inputErrors && made.errors == ["vvc: error: \(message)"], "\(made)")
    }

    // MARK: - Sources

    @Test(arguments: [
        (["@/Templates/Rule.xml", "@/Templates"], "'@/Templates/Rule.xml' is given twice"),
        (
            ["@/Templates/Rule.xml", "@/Templates/../Templates"],
            "'@/Templates/Rule.xml' is given twice, also as '@/Templates/../Templates/Rule.xml'"
        ),
    ])
    func aSourceThatIsGivenTwiceIsNamed(_ inputs: [String], _ message: String) throws {
        try work.begin()
        let made = work.release(inputs + ["-o", "@/www", "--number", "2"], by: signers)
        #expect(made.code == .inputErrors, "\(made)")
        #expect(made.error.contains("error: \(message)\n"), "\(made)")
        let compiled = work.space.vvc(["compile"] + inputs + ["-o", "@/build"])
        #expect(compiled.code == .inputErrors, "\(compiled)")
        #expect(compiled.error.contains("error: \(message); nothing is written for it\n"), "\(compiled)")
    }

    /// Whoever names the sources one by one may forget some.
    @Test func aReleaseThatLacksTemplatesIsAWarning() throws {
        for number in 1...6 { try work.space.write("Templates/More\(number).xml", #"<NText text="a"/>"#) }
        try work.begin()
        let names = "'Hello', 'More1', 'More2', 'More3', 'More4', and 2 more"
        let warnings = ["vvc: warning: release 2 lacks 7 templates of release 1: \(names)"]
        let options = ["-o", "@/www", "--number", "2", "--draft", "@/release.json"]
        let drafted = work.release(["@/Templates/Rule.xml"] + options, by: ["release"], day: 2)
        #expect(drafted.code == .success && drafted.errors == warnings, "\(drafted)")
        let published = work.release("-o", "@/www", "--publish", "@/release.json", by: ["latest"], day: 2)
        #expect(published.code == .success && published.errors.isEmpty, "\(published)")
        // Whoever goes back wants what there was.
        for options in [["@/Templates", "--number", "3"], ["--again", "2", "--number", "4"]] {
            let next = work.release(["-o", "@/www"] + options, by: signers, day: 3)
            #expect(next.code == .success && next.errors.isEmpty, "\(next)")
        }
    }

    /// Unless the file system calls them the same too.
    @Test func namesThatUnicodeCallsTheSameAreNotOneFile() throws {
        for name in ["caf\u{E9}", "cafe\u{301}"] { try work.space.write("own/\(name).xml", #"<NText text="a"/>"#) }
        guard work.space.files("own").count == 2 else { return }
        try work.begin()
        let made = work.release("@/own", "-o", "@/www", "--number", "2", by: signers)
        let both = "'@/own/cafe\u{301}.xml' and '@/own/caf\u{E9}.xml' are both the template 'caf\u{E9}'"
        #expect(made.code == .inputErrors, "\(made)")
        #expect(made.error.contains("error: \(both); the names differ in the normal form only\n"), "\(made)")
    }

    @Test(arguments: [
        ("A=B", false), ("=", false), ("@A", false), ("A@1.0.0", false), ("A@1.0", true), ("A@1.0.00", true),
        ("A@b", true),
    ])
    func onlyWhatTheKillSwitchCanNameIsReleased(_ type: String, _ isReleased: Bool) throws {
        try work.begin(0)
        try work.space.write("own/\(type).xml", #"<NText text="a"/>"#)
        let made = work.release("@/own", "-o", "@/www", "--number", "1", by: signers)
        let message = "vvc: error: the template '\(type)' cannot be released: '--disable' could not name it"
        #expect(made.code == (isReleased ? ExitCode.success : .inputErrors), "\(made)")
        #expect(made.errors == (isReleased ? [] : [message]))
    }

    /// The keys are not to blame.
    @Test(arguments: [100, nil])
    func aReleaseFileThatWasDamagedIsNamed(_ size: Int?) throws {
        try work.begin()
        let name = try #require(work.space.files("www").first { $0.hasPrefix("releases/") })
        var bytes = try work.space.bytes("www/\(name)")
        if let size { bytes.removeLast(bytes.count - size) } else { bytes[bytes.count / 2] ^= 1 }
        try work.space.write("www/\(name)", bytes)
        let message = "@/www/\(name): the bytes of release 1 are not those that are named"
        for options in [["--renew"], ["--disable", "Hello=crashes"]] {
            let result = work.release(["-o", "@/www"] + options, by: signers, day: 2)
            #expect(result.code == .inputErrors && result.errors.last == "vvc: error: \(message)", "\(result)")
        }
    }

    /// What must be fast is not slower with each release that was ever made.
    @Test func theKillSwitchLooksAtTheNewestReleasesAlone() throws {
        try work.begin(2)
        let file = try work.space.bytes(
            #require(work.space.files("www").first { $0.hasPrefix("releases/1-") }.map { "www/\($0)" })
        )
        for number in 3...103 {
            try work.space.write("www/releases/\(number)-\(String(repeating: "0", count: 64)).json", file)
        }
        // That of every device is looked at too.
        let known = work.release("-o", "@/www", "--disable", "Rule=crashes", by: signers, day: 2)
        #expect(known.code == .success && known.errors.isEmpty, "\(known)")
        let result = work.release("-o", "@/www", "--disable", "Ruel=crashes", by: signers, day: 3)
        let question = "did you mean 'Rule'?"
        #expect(
            result.errors
                == ["vvc: warning: none of the newest 100 releases in '@/www' has a template 'Ruel'; \(question)"]
        )
        #expect(try work.state() == "stable 2, disabled Rule, Ruel")
    }

    /// Whoever compares two releases sees whether they were made of the same files.
    @Test func theHashOfTheSourcesIsThatOfAllFilesThatMatter() throws {
        func hash() throws -> String {
            let options = ["@/Templates", "-o", "@/www", "--number", "1", "--config", "@/app.properties"]
            let result = work.release(options + ["--draft", "@/d.json"])
            #expect(result.code == .success, "\(result)")
            let draft = String(decoding: try work.space.bytes("d.json"), as: UTF8.self)
            try FileManager.default.removeItem(atPath: work.space.path("d.json"))
            return String(try #require(draft.firstMatch(of: /"sources":\s*"([0-9a-f]{64})"/)).1)
        }
        try work.begin(0)
        try work.space.write("app.properties", "# a\n")
        let first = try hash()
        #expect(try hash() == first)
        try work.space.write("app.properties", "# b\n")
        #expect(try hash() != first)
        try work.space.write("app.properties", "# a\n")
        #expect(try hash() == first)
    }
}
