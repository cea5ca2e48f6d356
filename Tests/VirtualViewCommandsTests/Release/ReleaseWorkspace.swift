import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// A folder with keys that openssl made, two templates, and what `vvc release` writes into `www`.
final class ReleaseWorkspace {
    let space: Workspace

    /// Whether there is an openssl that signs with Ed25519.
    static let canSign: Bool = (try? ReleaseWorkspace(keys: ["probe"]).sign("probe").count) == 64

    /// The time of the first root file; `days` later are the others.
    static func date(_ days: Int) -> String {
        "2026-11-\(10 + days)T08:00:00Z"
    }

    init(keys: [String] = ["root-1", "root-2", "root-3", "release", "latest", "other"]) throws {
        space = try Workspace()
        try space.makeFolder("keys")
        for key in keys {
            try openssl("genpkey -algorithm ed25519 -out keys/\(key).pem")
            try openssl("pkey -in keys/\(key).pem -pubout -out keys/\(key).pub")
        }
        for name in ["Hello", "Rule"] {
            try space.write("Templates/\(name).xml", Fixtures.bytes("Release/Templates/\(name).xml"))
        }
    }

    /// Makes the folder for a property of a suite; stops where that fails.
    static func fresh() -> ReleaseWorkspace {
        do { return try ReleaseWorkspace() } catch { preconditionFailure("there is no folder: \(error)") }
    }

    private func openssl(_ arguments: String) throws {
        let result = try Shell(folder: space.folder).run("openssl \(arguments)")
        guard result.status == 0 else { throw CocoaError(.executableLoad) }
    }

    /// A signature of some bytes.
    private func sign(_ key: String) throws -> [UInt8] {
        try space.write("message", "some bytes")
        try openssl("pkeyutl -sign -rawin -out signature -in message -inkey keys/\(key).pem")
        return try space.bytes("signature")
    }

    /// The command that signs with a key.
    static func command(_ key: String) -> String {
        "openssl pkeyutl -sign -rawin -inkey '@/keys/\(key).pem' -in /dev/stdin"
    }

    /// Runs `vvc release`, signed by keys, some days after the first root file.
    func release(_ arguments: String..., by keys: [String] = [], day: Int = 1) -> Workspace.Result {
        release(arguments, by: keys, day: day)
    }

    /// Runs `vvc release`, signed by keys, some days after the first root file.
    func release(_ arguments: [String], by keys: [String] = [], day: Int = 1) -> Workspace.Result {
        let signing = keys.flatMap { ["--sign-command", Self.command($0)] }
        return space.vvc(["release"] + arguments + signing + ["--date", Self.date(day)])
    }

    /// The options that name the keys of the first root file: two of three for root files, and one for the others.
    static let keyOptions = [
        "--root-key", "@/keys/root-1.pub", "--root-key", "@/keys/root-2.pub", "--root-key", "@/keys/root-3.pub",
        "--root-threshold", "2", "--release-key", "@/keys/release.pub", "--latest-key", "@/keys/latest.pub",
    ]

    /// The options that make the first root file.
    static let firstOptions = ["--init", "-o", "@/www", "--app", "shop", "--channel", "production"] + keyOptions

    /// Makes the first root file, and releases up to a number.
    func begin(_ number: Int = 1) throws {
        let first = release(Self.firstOptions, by: ["root-1", "root-2"], day: 0)
        try #require(first.code == .success, "\(first.error)")
        for number in 0..<number {
            let made = release("@/Templates", "-o", "@/www", "--number", "\(number + 1)", by: ["release", "latest"])
            try #require(made.code == .success, "\(made.error)")
        }
    }

    /// What `--verify` says.
    func verify(day: Int = 1) -> Workspace.Result {
        release("--verify", "@/www", "--root", "@/www/root/1.json", day: day)
    }

    /// The line that tells of `latest.json`, without its number and the time.
    func state() throws -> String {
        let verified = verify()
        try #require(verified.code == .success, "\(verified.out)\(verified.error)")
        let line = try #require(verified.out.split(separator: "\n").first { $0.hasPrefix("  number ") })
        let parts = line.dropFirst(2).components(separatedBy: ", ")
        return parts.dropFirst().prefix { !$0.hasPrefix("expires") }.joined(separator: ", ")
    }

    /// Every file below `www` with its bytes.
    func served() -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: space.files("www").map { ($0, (try? space.bytes("www/\($0)")) ?? []) })
    }
}
