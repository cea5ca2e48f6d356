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
    private struct Process {
        var files: ModelFiles
        var store: TemplateStore?
        /// The release that it shows, which is what it judges.
        var shown: Int?
    }

    /// What must be true whatever happens.
    private struct World {
        var bench = StoreBench()
        var processes: [Process] = []
        var release = 1
        /// The largest `latest.json` that a process has told about, which must not be forgotten.
        var known = 0
        var trace: [String] = []
        /// What an action did wrong.
        var fault: String?
    }

    @Test func theReleaseIsWholeAfterAnySequence() async throws {
        for number in 0..<RandomTests.count(12) {
            let seed = RandomTests.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var world = World()
            world.bench.publish(1)
            for _ in 0..<2 { world.processes.append(start(&world)) }
            for step in 0..<30 {
                let action = Int.random(in: 0..<100, using: &random)
                try await perform(action, &world, &random)
                if let fault = check(world) {
                    Issue.record("seed \(seed), step \(step): \(fault)\n\(world.trace.joined(separator: "\n"))")
                    break
                }
            }
        }
    }

    private func start(_ world: inout World) -> Process {
        let files = ModelFiles(on: world.bench.disk)
        let store = try? world.bench.open(files)
        let shown = store?.current.flatMap { $0.isEmbedded ? nil : $0.number }
        return Process(files: files, store: store, shown: shown)
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
            await update(index, &world)
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
            let launch = store.configuration.launchID?.uuidString ?? ""
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
            world.processes[index].shown = store.current?.number
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
        let offered = world.bench.workshop.number
        do {
            let update = try await world.bench.update(store)
            world.known = max(world.known, offered)
            world.trace.append("update \(index): \(update)")
        } catch {
            world.trace.append("update \(index): \(error.code) \(error.message)")
        }
        if process.files.isDead { world.processes[index] = start(&world) }
    }

    /// The releases that are known to be bad, whoever wrote it.
    private func badReleases(_ world: World) -> Set<Int> {
        Set((try? world.bench.open())?.setbacks.compactMap(\.release) ?? [])
    }

    /// Returns what is wrong, if anything is.
    private func check(_ world: World) -> String? {
        if let fault = world.fault { return fault }
        var stores = world.processes.compactMap(\.store)
        do {
            let fresh = try world.bench.open()
            stores.append(fresh)
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
        } catch {
            return "the store does not open: \(error)"
        }
        return stores.lazy.compactMap { world.bench.fault(of: $0) }.first
    }
}
