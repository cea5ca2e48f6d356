import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewRelease

@Suite struct ReleaseTrustTests {
    private func workshop() -> Workshop {
        var workshop = Workshop()
        workshop.publish(1, [Sample.template("Card", "one"), Sample.template("Feed")])
        return workshop
    }

    private func latest(_ workshop: Workshop) -> [UInt8] { workshop.files["latest.json"] ?? [] }

    private func code(_ body: () throws -> Void) -> DeliveryError.Code? {
        do { try body() } catch let error as DeliveryError { return error.code } catch {}
        return nil
    }

    @Test func readsWhatAnOperatorSigned() throws {
        let workshop = workshop()
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        let latest = try trust.accept(latest: latest(workshop))
        #expect(latest.number == 1)
        #expect(latest.stable == workshop.stable)
        let release = try trust.accept(
            release: #require(workshop.files[latest.stable.path]),
            namedBy: latest.stable,
            isStable: true
        )
        #expect(release == workshop.releases[latest.stable.sha256])
        #expect(trust.floors[.latest]?.number == 1)
        #expect(trust.floors[.release]?.number == 1)
    }

    @Test func aFileHasManySignaturesAndNotMore() throws {
        let workshop = workshop()
        let content = try SignedFile(latest(workshop)).pinnedContent
        func file(_ count: Int) -> [UInt8] {
            let signatures = (0..<count).map { index in
                let key = SigningKey("signer \(index)")
                return SignedFile.Signature(key: key.id, bytes: key.sign(content))
            }
            return SignedFile.encode(content, signatures)
        }
        #expect(try SignedFile(file(64)).signatures.count == 64)
        #expect(code { _ = try SignedFile(file(65)) } == .malformed)
    }

    /// Other readers of JSON refuse them too.
    @Test(arguments: ["[,", "[ ", "[{},", "[]", "[["])
    func aListOfSignaturesHasOneForm(_ start: String) throws {
        let text = String(decoding: latest(workshop()), as: UTF8.self)
        let changed = text.replacing(#""signatures":["#, with: #""signatures":"# + start)
        #expect(changed != text)
        #expect(code { _ = try SignedFile(Array(changed.utf8)) } == .malformed)
    }

    /// Numbers of another process count where they are larger, and never let one go back.
    @Test func numbersThatWereSeenElsewhereOnlyRaise() throws {
        let workshop = workshop()
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        _ = try trust.accept(latest: latest(workshop))
        let own = try #require(trust.floors[.latest])
        func seen(_ number: Int, authority: String = own.authority) -> ReleaseTrust.Floor {
            ReleaseTrust.Floor(number: number, sha256: "seen elsewhere", authority: authority)
        }
        for floor in [seen(0), seen(1), seen(9, authority: "other keys")] {
            trust.raise(to: [.latest: floor])
            #expect(trust.floors[.latest] == own)
        }
        trust.raise(to: [.latest: seen(5)])
        #expect(trust.floors[.latest] == seen(5))
        trust.raise(to: [.latest: own])
        #expect(trust.floors[.latest] == seen(5))
        #expect(code { _ = try trust.accept(latest: latest(workshop)) } == .rolledBack)
    }

    @Test func refusesEveryFlippedBit() throws {
        let workshop = workshop()
        let trust = try ReleaseTrust(pinned: workshop.pinned)
        let reference = try #require(workshop.stable)
        let release = try #require(workshop.files[reference.path])
        let file = latest(workshop)
        for index in file.indices {
            for bit in 0..<8 where index % 3 == bit % 3 {
                var bytes = file
                bytes[index] ^= 1 << UInt8(bit)
                var copy = trust
                // One of the key's letters may change its case, and the entry is another key's: still refused.
                #expect(throws: DeliveryError.self, "byte \(index), bit \(bit)") { _ = try copy.accept(latest: bytes) }
            }
        }
        for index in stride(from: 0, to: release.count, by: 5) {
            var bytes = release
            bytes[index] ^= 1
            let named = LatestFile.Reference(number: 1, size: bytes.count, sha256: ContentHash.of(bytes))
            var copy = trust
            #expect(throws: DeliveryError.self) {
                _ = try copy.accept(release: bytes, namedBy: named, isStable: true)
            }
        }
        for count in 0..<file.count {
            var copy = trust
            #expect(throws: DeliveryError.self) { _ = try copy.accept(latest: Array(file.prefix(count))) }
        }
    }

    @Test func needsAsManyDifferentKeysAsTheThresholdSays() throws {
        let workshop = workshop()
        let reference = try #require(workshop.stable)
        let content = try #require(workshop.releases[reference.sha256]).content
        let (one, two) = (SigningKey("release 1"), SigningKey("release 2"))
        let cases: [(signers: [SigningKey], isEnough: Bool)] = [
            ([], false), ([one], false), ([one, one], false), ([one, SigningKey("stranger")], false),
            ([one, SigningKey("latest 1")], false), ([one, SigningKey("root 1")], false), ([one, two], true),
            ([one, two, SigningKey("stranger")], true),
        ]
        for (signers, isEnough) in cases {
            let bytes = workshop.signed(.release, content, by: signers)
            let named = LatestFile.Reference(number: 1, size: bytes.count, sha256: ContentHash.of(bytes))
            var trust = try ReleaseTrust(pinned: workshop.pinned)
            let code = code { _ = try trust.accept(release: bytes, namedBy: named, isStable: true) }
            #expect(code == (isEnough ? nil : .untrusted))
        }
    }

    /// Whoever may sign releases cannot put another file in the place of the one that was named.
    @Test func aReleaseThatIsSignedButNotTheNamedOneIsRefused() throws {
        let workshop = workshop()
        let reference = try #require(workshop.stable)
        let content = try #require(workshop.releases[reference.sha256]).content
        let signers = ["release 1", "release 2", "stranger"].map(SigningKey.init)
        let other = workshop.signed(.release, content, by: signers)
        let size = LatestFile.Reference(number: 1, size: other.count + 1, sha256: ContentHash.of(other))
        for named in [reference, size] {
            var trust = try ReleaseTrust(pinned: workshop.pinned)
            #expect(code { _ = try trust.accept(release: other, namedBy: named, isStable: true) } == .mismatch)
            #expect(trust.floors[.release] == nil)
            #expect(code { _ = try trust.installedRelease(other, namedBy: named) } == .mismatch)
        }
    }

    @Test func aSignatureOfAnotherKeyUnderAKnownNameCountsForNothing() throws {
        let workshop = workshop()
        let content = LatestFile(
            number: 5,
            root: 1,
            issued: workshop.time,
            expires: workshop.later(60),
            stable: try #require(workshop.stable)
        ).content
        let message = SignedFile.message(content, .latest, app: "shop", channel: "production")
        let forged = SignedFile.Signature(key: SigningKey("latest 1").id, bytes: SigningKey("thief").sign(message))
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        #expect(code { _ = try trust.accept(latest: SignedFile.encode(content, [forged])) } == .untrusted)
    }

    @Test func aFileOfAnotherChannelAppOrRoleIsRefused() throws {
        var staging = Workshop()
        staging.channel = "staging"
        staging.publish(9, [Sample.template("Card", "not for customers")])
        var other = Workshop()
        other.app = "bank"
        other.publish(9, [Sample.template("Card")])
        let workshop = workshop()
        for foreign in [staging, other] {
            var trust = try ReleaseTrust(pinned: workshop.pinned)
            #expect(code { _ = try trust.accept(latest: latest(foreign)) } == .untrusted)
            let reference = try #require(foreign.stable)
            let bytes = try #require(foreign.files[reference.path])
            #expect(code { _ = try trust.accept(release: bytes, namedBy: reference, isStable: true) } == .untrusted)
        }
        // The same key may have two roles: a file of one of them is not one of the other.
        var shared = Workshop()
        shared.keys[.release] = shared.keys[.latest]
        shared.files[RootFile.path(1)] = shared.signed(.root, shared.root.content)
        let reference = shared.publish(1, [Sample.template("Card")])
        var trust = try ReleaseTrust(pinned: shared.pinned)
        let release = try #require(shared.files[reference.path])
        #expect(code { _ = try trust.accept(latest: release) } == .untrusted)
    }

    // MARK: - Numbers

    @Test func numbersOnlyGrow() throws {
        var workshop = workshop()
        let first = latest(workshop)
        workshop.publish(2, [Sample.template("Card", "two")])
        let second = latest(workshop)
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        _ = try trust.accept(latest: second)
        #expect(code { _ = try trust.accept(latest: first) } == .rolledBack)
        _ = try trust.accept(latest: second)
        workshop.number -= 1
        workshop.disabled = [.init(type: "Card", version: nil, reason: "another file with this number")]
        workshop.writeLatest()
        #expect(code { _ = try trust.accept(latest: latest(workshop)) } == .rolledBack)
    }

    @Test func aReleaseWithASmallerNumberIsRefusedUnlessItsKeysAreNew() throws {
        var workshop = workshop()
        let old = try #require(workshop.stable)
        workshop.publish(2, [Sample.template("Card", "two")])
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        let named = try trust.accept(latest: latest(workshop)).stable
        _ = try trust.accept(release: #require(workshop.files[named.path]), namedBy: named, isStable: true)
        workshop.stable = old
        workshop.writeLatest()
        #expect(code { _ = try trust.accept(latest: latest(workshop)) } == .rolledBack)
        workshop.candidate = nil
        workshop.rotate(.release, to: ["release 3", "release 4"], threshold: 1)
        try trust.accept(root: #require(workshop.files[RootFile.path(2)]))
        workshop.publish(1, [Sample.template("Card", "again")])
        #expect(try trust.accept(latest: latest(workshop)).stable.number == 1)
    }

    @Test func aKeyThatStaysDoesNotTakeItsOlderFilesAlong() throws {
        var workshop = workshop()
        let old = latest(workshop)
        workshop.rotate(.latest, to: ["latest 1", "latest 2"], threshold: 1)
        workshop.writeLatest()
        let new = latest(workshop)
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        try trust.accept(root: #require(workshop.files[RootFile.path(2)]))
        #expect(code { _ = try trust.accept(latest: old) } == .rolledBack)
        #expect(try trust.accept(latest: new).root == 2)
        // Its keys are the same in the root file that follows, with which an app may begin before the file is written anew.
        workshop.rotate(.release, to: ["release 3"], threshold: 1)
        let third = try #require(workshop.files[RootFile.path(3)])
        try trust.accept(root: third)
        #expect(try trust.accept(latest: new).root == 2)
        var fresh = try ReleaseTrust(pinned: third)
        #expect(try fresh.accept(latest: new).root == 2)
        // Keys that count again count from then on.
        workshop.rotate(.latest, to: ["latest 3"], threshold: 1)
        workshop.rotate(.latest, to: ["latest 1", "latest 2"], threshold: 1)
        for version in 4...5 { try trust.accept(root: #require(workshop.files[RootFile.path(version)])) }
        #expect(code { _ = try trust.accept(latest: new) } == .rolledBack)
    }

    @Test func aStolenOnlineKeyCannotEndReleases() throws {
        var workshop = workshop()
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        workshop.number = RootFile.maximumNumber - 1
        let stable = try #require(workshop.stable)
        workshop.stable = LatestFile.Reference(number: RootFile.maximumNumber, size: 10, sha256: stable.sha256)
        workshop.writeLatest()
        let rogue = try trust.accept(latest: latest(workshop)).stable
        #expect(rogue.number == RootFile.maximumNumber)
        #expect(trust.floors[.release] == nil)
        (workshop.number, workshop.stable) = (1, stable)
        workshop.rotate(.latest, to: ["latest 2"], threshold: 1)
        workshop.writeLatest()
        #expect(code { _ = try trust.accept(latest: latest(workshop)) } == .untrusted)
        try trust.accept(root: #require(workshop.files[RootFile.path(2)]))
        #expect(try trust.accept(latest: latest(workshop)).stable == stable)
    }

    // MARK: - Roots

    @Test func rootsFollowEachOtherByBothThresholds() throws {
        var workshop = workshop()
        let old = ["root 1", "root 2"].map(SigningKey.init)
        workshop.rotate(.root, to: ["root 4", "root 5"], threshold: 2)
        let new = ["root 4", "root 5"].map(SigningKey.init)
        let content = workshop.root.content
        let cases: [(signers: [SigningKey], isEnough: Bool)] = [
            (old, false), (new, false), (old + [new[0]], false), (new + [old[0]], false), (old + new, true),
        ]
        for (signers, isEnough) in cases {
            var trust = try ReleaseTrust(pinned: workshop.pinned)
            let bytes = workshop.signed(.root, content, by: signers)
            #expect(code { try trust.accept(root: bytes) } == (isEnough ? nil : .untrusted))
            #expect(trust.root.version == (isEnough ? 2 : 1))
        }
    }

    @Test func aRootThatIsNotTheNextOrForAnotherChannelIsRefused() throws {
        var workshop = workshop()
        let before = workshop
        for version in 2...4 { workshop.rotate(.latest, to: ["latest \(version)"], threshold: 1) }
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        #expect(code { try trust.accept(root: workshop.pinned) } == .rolledBack)
        #expect(code { try trust.accept(root: workshop.files[RootFile.path(3)] ?? []) } == .rolledBack)
        for version in 2...4 { try trust.accept(root: #require(workshop.files[RootFile.path(version)])) }
        #expect(trust.root.version == 4)
        var elsewhere = before
        elsewhere.rootVersion = 2
        elsewhere.channel = "staging"
        let content = elsewhere.root.content
        // Even if the keys sign it for this channel, it names another one.
        let bytes = before.signed(.root, content)
        trust = try ReleaseTrust(pinned: before.pinned)
        #expect(code { try trust.accept(root: bytes) } == .mismatch)
    }

    @Test func whatWasVerifiedStaysValidWhenKeysChange() throws {
        var workshop = workshop()
        let reference = try #require(workshop.stable)
        let (release, file) = (try #require(workshop.files[reference.path]), latest(workshop))
        workshop.rotate(.release, to: ["release 3"], threshold: 1)
        workshop.rotate(.latest, to: ["latest 2"], threshold: 1)
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        for version in 2...3 { try trust.accept(root: #require(workshop.files[RootFile.path(version)])) }
        #expect(code { _ = try trust.accept(release: release, namedBy: reference, isStable: true) } == .untrusted)
        #expect(try trust.installedRelease(release, namedBy: reference).number == 1)
        #expect(try trust.storedLatest(file).number == 1)
    }

    // MARK: - Contents

    @Test func refusesContentsThatAreNotWhatTheySay() throws {
        let workshop = workshop()
        let stable = #""stable":{"number":1,"size":9,"sha256":"\#(String(repeating: "ab", count: 32))"}"#
        let times = #""issued":"2027-01-01T00:00:00Z","expires":"2027-02-01T00:00:00Z""#
        let cases = [
            #"{"type":"release","number":1,"root":1,\#(times),\#(stable)}"#,
            #"{"type":"latest","number":0,"root":1,\#(times),\#(stable)}"#,
            #"{"type":"latest","number":1.5,"root":1,\#(times),\#(stable)}"#,
            #"{"type":"latest","number":9007199254740992,"root":1,\#(times),\#(stable)}"#,
            #"{"type":"latest","number":1,\#(times),\#(stable)}"#,
            #"{"type":"latest","number":1,"root":1,"issued":"2027-02-30T00:00:00Z","expires":"2027-02-01T00:00:00Z",\#(stable)}"#,
            #"{"type":"latest","number":1,"root":1,\#(times),"stable":{"number":1,"size":9,"sha256":"../../etc"}}"#,
            #"{"type":"latest","number":1,"root":1,\#(times),\#(stable),"candidate":{"number":1,"percent":5,"size":9,"sha256":"\#(String(repeating: "ab", count: 32))"}}"#,
            #"{"type":"latest","number":1,"root":1,\#(times),\#(stable),"disabled":[{"type":"Card"}]}"#,
            #"{"type":"latest","number":1,"root":1,\#(times),\#(stable)"#,
            "[]", "1", "",
        ]
        for content in cases {
            var trust = try ReleaseTrust(pinned: workshop.pinned)
            let bytes = workshop.signed(.latest, Array(content.utf8))
            #expect(code { _ = try trust.accept(latest: bytes) } == .malformed, "\(content)")
        }
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        let extended = #"{"type":"latest","number":1,"root":1,\#(times),\#(stable),"later":[1]}"#
        #expect(code { _ = try trust.accept(latest: workshop.signed(.latest, Array(extended.utf8))) } == nil)
    }

    /// Reads a release of templates, each with the digit that its hash consists of and its size.
    private func readRelease(_ templates: [(String, Int)], pack: Int, format: String = "1.0") throws {
        func hash(_ digit: String) -> String { String(repeating: digit, count: 64) }
        let rows = templates.enumerated().map { index, template in
            #"{"type":"T\#(index)","version":"1.0.1","size":\#(template.1),"sha256":"\#(hash(template.0))"}"#
        }
        let text =
            #"{"type":"release","number":1,"issued":"2027-01-01T00:00:00Z","expires":"2037-01-01T00:00:00Z","#
            + #""format":"\#(format)","sources":"\#(hash("c"))","templates":[\#(rows.joined(separator: ","))],"#
            + #""pack":{"sha256":"\#(hash("d"))","size":\#(pack)}}"#
        _ = try ReleaseFile(content: Array(text.utf8))
    }

    @Test func refusesReleasesWhoseSizesDoNotMakeUpThePack() {
        let most = ReleaseFile.maximumPackSize
        let cases: [(templates: [(String, Int)], pack: Int, isRefused: Bool)] = [
            ([("a", 4), ("b", 6)], 10, false), ([("a", 4), ("a", 4)], 4, false), ([("a", 0)], 0, false), ([], 0, false),
            ([("a", most)], most, false),
            ([("a", 4), ("b", 6)], 9, true), ([("a", 4), ("a", 4)], 8, true), ([], 1, true),
            ([("a", -1), ("b", 6)], 5, true), ([("a", most + 1), ("b", -1)], most, true),
            ([("a", most + 1)], most + 1, true),
            ([("a", 4), ("a", 6)], 4, true),
        ]
        for (templates, pack, isRefused) in cases {
            let refusal = code { try readRelease(templates, pack: pack) }
            #expect(refusal == (isRefused ? .malformed : nil), "\(templates) in \(pack)")
        }
    }

    @Test(arguments: ["01.0", "1.00", "1", "1.0.0", "1.", ".0", "+1.0", "1.65536", ""])
    func refusesFormatsThatAreNotTwoNumbers(_ format: String) {
        #expect(code { try readRelease([], pack: 0, format: format) } == .malformed)
    }

    @Test(arguments: ["0.9", "1.0", "2.10", "65535.65535"])
    func readsFormatsOfTwoNumbers(_ format: String) {
        #expect(code { try readRelease([], pack: 0, format: format) } == nil)
    }

    @Test(arguments: [(0, false), (1, true), (64, true), (65, false)])
    func namesHaveUpTo64Letters(_ count: Int, _ isName: Bool) {
        let root = workshop().root
        let authorities = Dictionary(uniqueKeysWithValues: ReleaseRole.allCases.map { ($0, root.authority(of: $0)) })
        func refusal(_ app: String, _ channel: String) -> DeliveryError.Code? {
            code {
                _ = try RootFile(
                    app: app,
                    channel: channel,
                    version: root.version,
                    issued: root.issued,
                    expires: root.expires,
                    authorities: authorities
                )
            }
        }
        let name = String(repeating: "a", count: count)
        #expect(refusal(name, "b") == (isName ? nil : .malformed))
        #expect(refusal("b", name) == (isName ? nil : .malformed))
    }

    @Test func refusesFilesThatAreTooLarge() throws {
        let workshop = workshop()
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        let large = [UInt8](repeating: 32, count: 5000)
        #expect(code { _ = try trust.accept(latest: large) } == .tooLarge)
        #expect(code { try trust.accept(root: [UInt8](repeating: 32, count: 70_000)) } == .tooLarge)
        #expect(code { _ = try ReleaseTrust(pinned: []) } == .malformed)
    }

    @Test func contentsReadBackAsTheyWereWritten() throws {
        var workshop = workshop()
        workshop.offer(2, [Sample.template("Card", "next")], percent: 10)
        workshop.disabled = [
            .init(type: "Card", version: "1.0.1", reason: "falls \"over\"\n"),
            .init(type: "Feed", version: nil, reason: ""),
        ]
        workshop.writeLatest()
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        let latest = try trust.accept(latest: latest(workshop))
        #expect(latest.candidate?.percent == 10)
        #expect(latest.disabled == workshop.disabled)
        #expect(try LatestFile(content: latest.content) == latest)
        #expect(try RootFile(content: trust.root.content) == trust.root)
        for release in workshop.releases.values { #expect(try ReleaseFile(content: release.content) == release) }
    }

    @Test func readsAsManyDisabledTemplatesAsThereMayBe() throws {
        let workshop = workshop()
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        let latest = try trust.accept(latest: latest(workshop))
        func reading(_ count: Int) throws(DeliveryError) -> Int {
            let disabled = (0..<count).map { LatestFile.Disabled(type: "T\($0)", version: nil, reason: "") }
            let content = LatestFile(
                number: latest.number,
                root: latest.root,
                issued: latest.issued,
                expires: latest.expires,
                stable: latest.stable,
                candidate: nil,
                disabled: disabled
            ).content
            return try LatestFile(content: content).disabled.count
        }
        #expect(try reading(LatestFile.maximumDisabled) == LatestFile.maximumDisabled)
        #expect(code { _ = try reading(LatestFile.maximumDisabled + 1) } == .malformed)
    }

    @Test(arguments: [(0, 0), (0, 1), (2, 0), (2, -1), (2, 3)])
    func refusesARoleThatNeedsNoKeyOrMoreThanItHas(_ count: Int, _ threshold: Int) {
        let root = workshop().root
        let keys = ["one", "two"].prefix(count).map { SigningKey($0).key }
        var authorities = Dictionary(uniqueKeysWithValues: ReleaseRole.allCases.map { ($0, root.authority(of: $0)) })
        authorities[.latest] = RootFile.Authority(keys, threshold: threshold)
        let refusal = code {
            _ = try RootFile(
                app: root.app,
                channel: root.channel,
                version: root.version,
                issued: root.issued,
                expires: root.expires,
                authorities: authorities
            )
        }
        #expect(refusal == .malformed)
    }

    @Test func hasAsManyDifferentKeysAsCanBeRead() throws {
        let root = workshop().root
        let keys = try (0..<65).map { try ReleaseKey([UInt8](repeating: $0, count: 32)) }
        func made(_ keys: [ReleaseRole: ArraySlice<ReleaseKey>]) throws(DeliveryError) -> RootFile {
            try RootFile(
                app: root.app,
                channel: root.channel,
                version: root.version,
                issued: root.issued,
                expires: root.expires,
                authorities: keys.mapValues { RootFile.Authority(Array($0), threshold: 1) }
            )
        }
        // A key of two roles counts once.
        let file = try made([.root: keys[..<62], .release: keys[60..<63], .latest: keys[63..<64]])
        #expect(try RootFile(content: file.content) == file)
        #expect(
            code { _ = try made([.root: keys[..<62], .release: keys[62..<64], .latest: keys[64...]]) } == .malformed
        )
    }

    @Test func timesAreReadAsTheyAreWritten() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let time = ReleaseTime(seconds: Int64.random(in: -62_135_596_800...253_402_300_799, using: &random))
            #expect(ReleaseTime(time.description) == time)
        }
        #expect(ReleaseTime(seconds: 0).description == "1970-01-01T00:00:00Z")
        #expect(ReleaseTime("2024-02-29T23:59:59Z")?.seconds == 1_709_251_199)
        for text in [
            "2023-02-29T00:00:00Z", "2024-02-29T24:00:00Z", "2024-13-01T00:00:00Z", "2024-02-29 00:00:00Z", "",
        ] {
            #expect(ReleaseTime(text) == nil)
        }
    }
}
