import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// After any sequence of installs, failures, kills, roll-backs, rotations, losses of power and starts, by two processes, the
/// current release is one that was verified whole, and numbers have not gone back.
@Suite struct StoreSequenceTests {
    /// A process that may be gone.
    fileprivate struct Process {
        var files: ModelFiles
        var store: TemplateStore?
        /// The release that it shows, which is what it judges.
        var shown: Int?
        /// The largest `latest.json` that it knows.
        var known = 0
        /// The files that its journal told to be suspect.
        var suspects: Set<String> = []
    }

    /// What must be true whatever happens.
    fileprivate struct World {
        var bench = StoreBench()
        /// The folder of the app's own release, if it has one.
        var app: TemporaryFolder?
        var processes: [Process] = []
        var release = 1
        /// A server's files of earlier, and the number of the `latest.json` that is served.
        var old: Workshop?
        var served: Int?
        /// The largest `latest.json` that a process has told about, which must not be forgotten.
        var known = 0
        var trace: [String] = []
        /// What an action did wrong.
        var fault: String?

        func open(_ files: ModelFiles? = nil) throws -> TemplateStore {
            try bench.open(files, capacity: Self.capacity, embedded: app?.url)
        }

        static let capacity = 40_000
    }

    @Test func theReleaseIsWholeAfterAnySequence() async throws {
        for seed in RandomTests.seeds(2) {
            var random = SeededGenerator(seed: seed)
            var world = World()
            world.bench.publish(1)
            if Bool.random(using: &random) { world.app = try world.bench.embed() }
            for _ in 0..<2 { world.processes.append(start(&world)) }
            for step in 0..<30 {
                let action = Int.random(in: 0..<116, using: &random)
                try await perform(action, &world, &random)
                if let fault = check(&world) {
                    Issue.record("seed \(seed), step \(step): \(fault)\n\(world.trace.joined(separator: "\n"))")
                    break
                }
            }
        }
    }

    private func start(_ world: inout World) -> Process {
        let files = ModelFiles(on: world.bench.disk)
        let store = try? world.open(files)
        return Process(files: files, store: store, shown: store.flatMap(Self.shown))
    }

    /// The release that a store judges: not the app's own one.
    private static func shown(by store: TemplateStore) -> Int? {
        store.current.flatMap { $0.isEmbedded ? nil : $0.number }
    }

    private func perform(
        _ action: Int,
        _ world: inout World,
        _ random: inout SeededGenerator
    ) async throws {
        let index = Int.random(in: 0..<world.processes.count, using: &random)
        let process = world.processes[index]
        switch action {
        case 0..<22:
            world.release += 1
            if Bool.random(using: &random) {
                world.bench.publish(world.release)
            } else {
                world.bench.workshop.offer(
                    world.release,
                    StoreBench.templates(world.release),
                    percent: [0, 50, 100].randomElement(using: &random) ?? 0
                )
                world.bench.server.serve(world.bench.workshop)
            }
            world.trace.append("publish \(world.release)")
        case 22..<50:
            if Int.random(in: 0..<3, using: &random) == 0 {
                let fault = ModelFiles.Fault.allCases.randomElement(using: &random) ?? .kill
                process.files.fail(after: Int.random(in: 0..<16, using: &random), by: fault)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                world.bench.server.fail(after: Int.random(in: 0..<4, using: &random))
            }
            let isWhole = process.files.plan.withLock { $0.countdown == nil }
            await update(index, &world)
            if isWhole, let fault = excess(world) { world.fault = fault }
            world.bench.server.fail(after: nil)
            process.files.fail(after: nil, by: .error)
        case 50..<56:
            // Both at once.
            let bench = world.bench
            let stores = world.processes.compactMap(\.store)
            await withTaskGroup(of: Void.self) { group in
                for store in stores { group.addTask { _ = try? await bench.update(store) } }
            }
            world.trace.append("update both")
        case 56..<66:
            world.processes[index] = start(&world)
            world.trace.append("start \(index)")
        case 66..<74:
            for index in world.processes.indices { world.processes[index].store = nil }
            world.bench.disk.losePower(&random)
            for index in world.processes.indices { world.processes[index] = start(&world) }
            world.trace.append("lose power")
        case 74..<80:
            guard let store = process.store, let current = store.current else { return }
            let type = ["Card", "Feed", "Row"].randomElement(using: &random) ?? "Card"
            let trial = store.content.withLock { content in
                content.state.installed.first { $0.reference.number == current.number }
            }
            let launch = store.launch ?? ""
            let bad = badReleases(world)
            store.count(try TemplateStoreTests.death(of: type, in: store))
            if trial?.launches?.contains(launch) != true, badReleases(world) != bad {
                world.fault = "release \(current.number) was condemned by a launch that did not show it"
            }
            world.trace.append("death of \(type) in \(current.number)")
        case 80..<84:
            guard let store = process.store else { return }
            let bad = badReleases(world)
            _ = try? store.rollBack("by hand")
            let new = badReleases(world).subtracting(bad)
            if new != Set([process.shown].compactMap(\.self)).subtracting(bad) {
                world.fault = "\(process.shown ?? 0) was shown, but \(new) was rolled back"
            }
            world.trace.append("roll back \(process.shown ?? 0)")
        case 84..<85:
            guard let store = process.store, (try? world.bench.use(store)) != nil else { return }
            world.processes[index].shown = Self.shown(by: store)
            world.trace.append("show \(store.current?.number ?? 0)")
        case 85..<87:
            guard let current = process.store?.current, let entry = current.manifest["Row"] else { return }
            try? process.store?.quarantine("Row", sha256: entry.sha256, why: "test")
            world.trace.append("quarantine")
        case 87..<90:
            process.store?.markHealthy()
            world.trace.append("healthy")
        case 90..<92:
            world.bench.workshop.candidate = nil
            world.bench.workshop.writeLatest()
            world.bench.server.serve(world.bench.workshop)
            world.trace.append("withdraw")
        case 92..<94:
            let role = ReleaseRole.allCases.randomElement(using: &random) ?? .latest
            world.bench.workshop.rotate(role, to: ["\(role) \(world.trace.count)"], threshold: 1)
            world.release += 1
            world.bench.publish(world.release)
            if role == .latest { world.known = 0 }
            world.trace.append("rotate \(role)")
        case 94..<97:
            world.bench.now = Int64.random(in: 0..<4_000_000_000, using: &random)
            for index in world.processes.indices { world.processes[index] = start(&world) }
            world.trace.append("clock \(world.bench.now)")
        case 100..<105:
            try await fillDisk(index, &world)
        case 105..<109:
            await withdrawCandidate(index, &world)
        case 109..<112:
            tellOfSuspect(index, &world)
        case 112..<114:
            if let old = world.old {
                world.bench.server.serve(old)
                world.served = old.number
                await update(index, &world)
                world.served = nil
                world.bench.server.serve(world.bench.workshop)
            }
            world.old = world.bench.workshop
        default:
            world.bench.workshop.time = world.bench.workshop.later(86400)
            world.bench.workshop.disabled =
                Bool.random(using: &random) ? [.init(type: "Row", version: nil, reason: "x")] : []
            world.bench.workshop.writeLatest()
            world.bench.server.serve(world.bench.workshop)
            world.trace.append("disable")
        }
    }

    private func update(_ index: Int, _ world: inout World) async {
        let process = world.processes[index]
        guard let store = process.store else {
            world.processes[index] = start(&world)
            return
        }
        let offered = world.served ?? world.bench.workshop.number
        let healthy = lastHealthy(world)
        defer { if let fault = loss(of: healthy, world) { world.fault = fault } }
        do {
            let update = try await world.bench.update(store)
            if case .frozen = update {
                // What is no longer valid is not taken in where it would show again what is disabled.
                let (number, disabled) = store.content.withLock { ($0.latest?.number ?? 0, $0.disabled(besides: nil)) }
                if number < offered, disabled.isEmpty { world.fault = "latest.json \(offered) was not taken in" }
                world.known = max(world.known, min(number, offered))
            } else {
                world.known = max(world.known, offered)
            }
            if case .frozen = update {
            } else if !process.files.isDead, let number = withdrawn(store) {
                world.fault = "\(number) was taken back, but process \(index) keeps it"
            }
            world.trace.append("update \(index): \(update)")
        } catch {
            world.trace.append("update \(index): \(error.code.rawValue) \(error)")
            // Who was offered an older file has looked at what others know.
            let number = store.content.withLock { $0.latest?.number ?? 0 }
            if error.code == .rolledBack, number < world.known {
                world.fault = "process \(index) uses latest.json \(number), but \(world.known) is known"
            }
        }
        if process.files.isDead { world.processes[index] = start(&world) }
    }

    /// The newest release that was found to be healthy and may serve.
    private func lastHealthy(_ world: World) -> LatestFile.Reference? {
        try? world.open().content.withLock { content in
            content.state.installed.first { installed in
                installed.strikes == nil && content.releases[installed.reference.sha256] != nil
                    && !content.isBad(installed.reference, "1")
            }?.reference
        }
    }

    /// Returns what is wrong if an update has installed newer releases, and this one is not kept though nobody took it back.
    private func loss(of healthy: LatestFile.Reference?, _ world: World) -> String? {
        guard let content = try? world.open().content.withLock({ $0 }) else { return nil }
        let kept = content.state.installed.map(\.reference)
        if kept.count > 3 { return "\(kept.map(\.number)) are kept" }
        guard let healthy, let first = kept.first, first.number > healthy.number, !kept.contains(healthy) else {
            return nil
        }
        let isOffered = content.latest?.candidate?.release == healthy
        guard isOffered || healthy.number <= content.latest?.stable.number ?? .max else { return nil }
        return "\(healthy.number) was healthy, but \(kept.map(\.number)) are kept"
    }

    /// Returns the release that a store keeps though it was taken back.
    private func withdrawn(_ store: TemplateStore) -> Int? {
        store.content.withLock { content in
            guard let latest = content.latest else { return nil }
            let references = content.state.installed.map(\.reference)
            return references.first { $0.number > latest.stable.number && $0 != latest.candidate?.release }?.number
        }
    }

    /// The releases that are known to be bad, whoever wrote it.
    private func badReleases(_ world: World) -> Set<Int> {
        Set((try? world.open())?.setbacks.compactMap(\.release) ?? [])
    }

    /// Returns what is wrong, if anything is.
    private func check(_ world: inout World) -> String? {
        if let fault = world.fault { return fault }
        for (index, process) in world.processes.enumerated() {
            guard let store = process.store else { continue }
            let number = store.content.withLock { $0.latest?.number ?? 0 }
            if number < process.known { return "process \(index) went back from \(process.known) to \(number)" }
            world.processes[index].known = number
            if !process.suspects.isSubset(of: store.setbacks.map(\.sha256)) {
                return "process \(index) has forgotten what its journal told"
            }
        }
        let bench = world.bench
        do {
            let fresh = try world.open()
            if let fault = bench.fault(of: fresh) { return fault }
            let number = fresh.content.withLock { $0.latest?.number ?? 0 }
            if number < world.known { return "latest.json \(world.known) was forgotten; \(number) is known" }
            let current = fresh.current
            let kept = fresh.content.withLock { $0.state.installed.map(\.reference.number) }
            if kept != kept.sorted(by: >) { return "of \(kept), one was taken back" }
            for condemned in fresh.setbacks where condemned.release == current?.number && condemned.release != nil {
                if fresh.content.withLock({ $0.state.installed.contains { $0.reference.sha256 == condemned.sha256 } })
                    && current?.number == condemned.release
                {
                    return "release \(condemned.release ?? 0) serves though it is known to be bad"
                }
            }
            // What is not kept any more may miss files in a process that does not know it yet.
            let stores = world.processes.compactMap(\.store).filter { kept.contains($0.current?.number ?? 0) }
            return stores.lazy.compactMap { bench.fault(of: $0) }.first
        } catch {
            return "the store does not open: \(error)"
        }
    }
}

// MARK: - Room

extension StoreSequenceTests {
    /// A release does not fit, and others take the rest of the disk; a small one has to fit then.
    private func fillDisk(_ index: Int, _ world: inout World) async throws {
        world.release += 1
        let large = world.bench.workshop.publish(world.release, StoreBench.largeTemplates(world.release, of: 2_000))
        world.bench.server.serve(world.bench.workshop)
        world.trace.append("publish \(world.release), which is large")
        world.bench.disk.leave(12_000)
        await update(index, &world)
        let made = try #require(world.bench.workshop.releases[large.sha256])
        let parts = made.blobs.filter { world.bench.disk.files[ReleaseFile.Blob.path($0.sha256)] != nil }
        world.bench.disk.leave(0)
        world.release += 1
        world.bench.publish(world.release)
        world.trace.append("publish \(world.release), which is small")
        for _ in 0..<3 { await update(index, &world) }
        if parts.reduce(0, { $0 + $1.size }) > 8_000, world.trace.last?.contains("storeFull") == true {
            world.fault = "parts of a release that is not wanted leave no room"
        }
        world.bench.disk.leave(nil)
    }

    /// A candidate is offered, its install breaks off, and it is taken back.
    private func withdrawCandidate(_ index: Int, _ world: inout World) async {
        world.release += 1
        let templates = StoreBench.largeTemplates(world.release, of: 2_000)
        world.bench.workshop.offer(world.release, templates, percent: 100)
        world.trace.append("offer \(world.release), which breaks off and is taken back")
        world.bench.server.serve(world.bench.workshop)
        world.bench.server.fail(after: 2)
        await update(index, &world)
        world.bench.server.fail(after: nil)
        world.bench.workshop.candidate = nil
        world.bench.workshop.writeLatest()
        world.bench.server.serve(world.bench.workshop)
        await update(index, &world)
        if let fault = excess(world) { world.fault = fault }
    }

    /// A journal tells of a file when nothing can be written.
    private func tellOfSuspect(_ index: Int, _ world: inout World) {
        guard let store = world.processes[index].store, let entry = store.current?.manifest["Row"] else { return }
        let file = LaunchRecord.File(type: "Row", sha256: entry.sha256)
        world.bench.disk.leave(0)
        store.count(.unknown, suspects: [.init(file: file, phase: .draw, deaths: 2)])
        world.bench.disk.leave(nil)
        world.processes[index].suspects.insert(entry.sha256)
        world.trace.append("suspect of \(index)")
    }

    /// Returns what is wrong after an update that did not fail: more than the capacity, and not all of it needed.
    private func excess(_ world: World) -> String? {
        guard world.trace.last?.hasPrefix("update") == true, let store = try? world.open() else { return nil }
        guard !["unreachable", "store"].contains(where: { world.trace.last?.contains($0) == true }) else { return nil }
        let size = world.bench.disk.size(of: "blobs/")
        let state = store.content.withLock { $0.state }
        let needed = (state.installed.map(\.reference) + [state.pending].compactMap(\.self)).flatMap { reference in
            [reference.sha256] + (world.bench.workshop.releases[reference.sha256]?.blobs.map(\.sha256) ?? [])
        }
        let others = world.bench.disk.files.keys.filter { path in
            path.hasPrefix("blobs/") && !needed.contains { path.hasSuffix($0) }
        }
        return size > World.capacity && !others.isEmpty ? "\(others.count) files are of no use, of \(size) bytes" : nil
    }
}
