import Foundation
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewRelease

/// Any bytes are a file of a release, or are refused; and nothing is believed that no key has signed.
///
/// Signatures stop nearly everything, so the contents are read by themselves too, as drafts: what can be read can be
/// written, and reads back the same.
func fuzzRelease(_ bytes: [UInt8]) {
    checkTrust(bytes)
    checkDraft(bytes)
    checkDraft(Array(#"{"signed":"#.utf8) + bytes + Array(",\"signatures\":[]}\n".utf8))
}

/// The signed files of the tests: nobody can sign others, for their keys are gone.
private let folder = "Tests/Fixtures/Release/www"

/// What is trusted after the first and after both of their root files.
private let trusted: [ReleaseTrust] = {
    func file(_ version: Int) -> [UInt8] {
        (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(RootFile.path(version))"))).map(Array.init) ?? []
    }
    guard let first = try? ReleaseTrust(pinned: file(1)) else { fatalError("run this in the top folder") }
    var second = first
    guard (try? second.accept(root: file(2))) != nil else { fatalError("the root files do not follow each other") }
    return [first, second]
}()

private func checkTrust(_ bytes: [UInt8]) {
    if let own = try? ReleaseTrust(pinned: bytes) {
        var trust = own
        precondition((try? trust.accept(root: bytes)) == nil && trust == own, "no root file follows itself")
    }
    for before in trusted {
        var trust = before
        if (try? trust.accept(root: bytes)) != nil {
            precondition(before.root.version == 1 && trust.root == trusted[1].root, "there is one that follows")
        } else {
            precondition(trust == before, "a refused file changes nothing")
        }
        trust = before
        if let latest = try? trust.accept(latest: bytes) {
            precondition(before.root.version == 2 && latest.number == 4, "there is one that was signed")
        } else {
            precondition(trust == before, "a refused file changes nothing")
        }
        trust = before
        let reference = LatestFile.Reference(number: 3, size: bytes.count, sha256: ContentHash.of(bytes))
        if let release = try? trust.accept(release: bytes, namedBy: reference, isStable: true) {
            precondition(before.root.version == 2 && release.number == 3 && release.blobs.count == 2)
        } else {
            precondition(trust == before, "a refused file changes nothing")
        }
    }
}

private func checkDraft(_ bytes: [UInt8]) {
    for root in [nil] + trusted.map({ Optional($0.root) }) {
        guard let draft = try? SignedFileDraft(reading: bytes, under: root) else { continue }
        guard let written = try? SignedFileDraft(draft.content, under: root),
            let again = try? SignedFileDraft(reading: written.bytes, under: root)
        else { preconditionFailure("what was read can be written, and that can be read") }
        precondition(again.content == draft.content && again.message == written.message, "it reads back the same")
        precondition(again.shares.allSatisfy { $0.valid == 0 } && !again.isComplete, "nobody has signed it")
        precondition(written.bytes.count <= 2 * ReleaseFile.maximumSize)
    }
}
