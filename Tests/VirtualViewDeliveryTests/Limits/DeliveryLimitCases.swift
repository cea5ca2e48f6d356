import Foundation
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// The lines of `Docs/Limits.md` about releases and stores.
enum DeliveryLimitCases {
    static let all = files + stores

    // MARK: - Files

    private static let files = [
        LimitCase("templates of a release", 5_000, "reads") { count in
            let entries = (0..<count).map { number in
                ("T\(number)", ContentHash.of(Array("\(number)".utf8)))
            }
            return try release(entries)
        },
        LimitCase("templates of a release, all with one content", 5_000, "reads") { count in
            try release((0..<count).map { ("T\($0)", ContentHash.of([])) })
        },
        LimitCase("bytes of a release file, one more than 1 MiB", 1_048_577, "tooLarge") { count in
            try accepted { trust, _ throws(DeliveryError) in
                let bytes = [UInt8](repeating: 0x61, count: count)
                let reference = LatestFile.Reference(number: 1, size: count, sha256: ContentHash.of(bytes))
                _ = try trust.accept(release: bytes, namedBy: reference, isStable: true)
            }
        },
        LimitCase("bytes of a latest file, one more than 4 KiB", 4_097, "tooLarge") { count in
            try accepted { trust, _ throws(DeliveryError) in
                _ = try trust.accept(latest: [UInt8](repeating: 0x61, count: count))
            }
        },
        LimitCase("bytes of a root file, one more than 64 KiB", 65_537, "tooLarge") { count in
            try accepted { trust, _ throws(DeliveryError) in
                try trust.accept(root: [UInt8](repeating: 0x61, count: count))
            }
        },
        LimitCase("signatures of a file, one more than 64", 65, "malformed") { count in
            try accepted { trust, workshop throws(DeliveryError) in
                let signers = Array(repeating: SigningKey("root 1"), count: count)
                try trust.accept(root: workshop.signed(.root, workshop.root.content, by: signers))
            }
        },
        LimitCase("keys of a root file, one more than 64", 65, "malformed") { count in
            refused { () throws(DeliveryError) in
                var workshop = Workshop()
                // Some names lead to one key.
                let keys = Dictionary((0...10 * count).map { SigningKey("key \($0)") }.map { ($0.id, $0) }) { $1 }
                // The file has no others.
                for role in ReleaseRole.allCases { workshop.keys[role] = (Array(keys.values.prefix(count - 1)), 1) }
                // Nobody makes a file with one more.
                let (text, list) = (String(decoding: workshop.root.content, as: UTF8.self), #""keys":["#)
                let parts = text.components(separatedBy: list)
                let first = "\"\(String(repeating: "0", count: 64))\"," + parts.dropFirst().joined(separator: list)
                _ = try RootFile(content: Array((parts[0] + list + first).utf8))
            }
        },
        LimitCase("templates that a latest file disables, one more than 256", 257, "malformed") { count in
            refused { () throws(DeliveryError) in
                let workshop = Workshop()
                let latest = LatestFile(
                    number: 1,
                    root: 1,
                    issued: workshop.time,
                    expires: workshop.later(9),
                    stable: LatestFile.Reference(number: 1, size: 1, sha256: ContentHash.of([])),
                    disabled: (0..<count).map { LatestFile.Disabled(type: "T\($0)", version: nil, reason: "") }
                )
                _ = try LatestFile(content: latest.content)
            }
        },
        LimitCase("arrays inside each other in a release file", 100_000, "malformed") { count in
            refused { () throws(DeliveryError) in
                _ = try ReleaseFile(content: Array(repeating: UInt8(ascii: "["), count: count))
            }
        },
        LimitCase("bytes of the answer of a server about a part", 100_000, "refused") { count in
            let text = "bytes " + String(repeating: "9", count: count) + "-9/9"
            return ContentRange(text) == nil ? "refused" : "reads"
        },
    ]

    /// The code of the error that stops something, or a word for none.
    private static func refused(_ body: () throws(DeliveryError) -> Void) -> String {
        do throws(DeliveryError) {
            try body()
            return "reads"
        } catch {
            return error.code.rawValue
        }
    }

    private static func accepted(
        _ body: (inout ReleaseTrust, Workshop) throws(DeliveryError) -> Void
    ) throws -> String {
        let workshop = Workshop()
        var trust = try ReleaseTrust(pinned: workshop.pinned)
        return refused { () throws(DeliveryError) in try body(&trust, workshop) }
    }

    /// Writes a release file, and reads it as a device does.
    private static func release(_ entries: [(type: String, sha256: String)]) throws -> String {
        let rows = entries.map { entry in
            "{\"type\":\"\(entry.type)\",\"version\":\"1.0.0\",\"size\":7,\"sha256\":\"\(entry.sha256)\"}"
        }
        let manifest = try TemplateManifest(decoding: Data("[\(rows.joined(separator: ","))]".utf8))
        let workshop = Workshop()
        let size = 7 * Set(entries.map(\.sha256)).count
        let file = ReleaseFile(
            number: 1,
            issued: workshop.time,
            expires: workshop.later(9),
            minimumFormat: .current,
            sources: ContentHash.of([]),
            manifest: manifest,
            pack: ReleaseFile.Pack(sha256: ContentHash.of([]), size: size)
        )
        return try accepted { trust, workshop throws(DeliveryError) in
            let bytes = workshop.signed(.release, file.content)
            let reference = LatestFile.Reference(number: 1, size: bytes.count, sha256: ContentHash.of(bytes))
            let read = try trust.accept(release: bytes, namedBy: reference, isStable: true)
            guard read == file, read.blobs.count == size / 7 else { throw DeliveryError(.mismatch, "it differs") }
        }
    }

    // MARK: - Stores

    private static let stores = [
        LimitCase("templates that a store gets in a pack", 1_000, "installed") { count in
            try await updated([(0..<count).map { Sample.template("T\($0)") }])
        },
        LimitCase("templates that a store gets, every second of which it has", 1_000, "installed") { count in
            let releases = [1, 2].map { release in
                (0..<count).map { Sample.template("T\($0)", $0.isMultiple(of: 2) ? "same" : "release \(release)") }
            }
            return try await updated(releases)
        },
        LimitCase("releases that a store gets after each other", 60, "installed") { count in
            try await updated((1...count).map(StoreBench.templates))
        },
        LimitCase("root files that follow each other", 32, "installed") { count in try await rotated(count) },
        LimitCase("root files that follow each other, one too many", 33, "untrusted") { count in
            try await rotated(count)
        },
        LimitCase("templates in quarantine, of which 64 are remembered", 70, "64 left") { count in
            var bench = StoreBench()
            let templates = (0..<count).map { Sample.template("T\($0)") }
            bench.workshop.publish(1, templates)
            bench.server.serve(bench.workshop)
            let store = try await bench.updated(bench.open())
            for template in templates {
                try store.quarantine(template.type, sha256: ContentHash.of(template.bytes), why: "it is wrong")
            }
            let left = store.setbacks.compactMap(\.type)
            return left == templates.suffix(left.count).map(\.type) ? "\(left.count) left" : "others left"
        },
        LimitCase("bytes of what a store remembers, one more than 16 MiB", 16_777_217, "forgotten") { count in
            let bench = StoreBench()
            bench.disk.state.withLock { $0.files["current-1"] = [UInt8](repeating: 0x61, count: count) }
            return try bench.open().current == nil ? "forgotten" : "is read"
        },
    ]

    /// Publishes releases after each other, and lets a device take each.
    private static func updated(_ releases: [[Template]]) async throws -> String {
        var bench = StoreBench()
        let store = try bench.open()
        for (index, templates) in releases.enumerated() {
            bench.workshop.publish(index + 1, templates)
            bench.server.serve(bench.workshop)
            let update = try await bench.update(store)
            guard update == .installed(index + 1) else { return "\(update)" }
        }
        let again = try bench.open()
        guard again.current?.manifest.entries.count == releases.last?.count else { return "is another release" }
        return bench.fault(of: again) ?? "installed"
    }

    /// Changes the keys again and again while a device sleeps.
    private static func rotated(_ count: Int) async throws -> String {
        var bench = StoreBench()
        let store = try bench.open()
        for number in 1...count { bench.workshop.rotate(.latest, to: ["latest \(number + 1)"], threshold: 1) }
        bench.publish(1)
        do throws(DeliveryError) {
            let update = try await bench.update(store)
            return update == .installed(1) ? "installed" : "\(update)"
        } catch {
            return error.code.rawValue
        }
    }
}
