import VirtualView
import VirtualViewTestSupport

@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// Cycles of stores: installing releases, using them and going back.
@MainActor
enum StoreCycles {
    static func all() throws -> [ObjectCycle] {
        let fresh = StoreBench(publishing: 1)
        var kept = StoreBench()
        // A manager reads what it loads from the disk of this machine.
        let folder = try TemporaryFolder()
        let store = try kept.open(in: folder, capacity: 4 << 10)
        let manager = TemplateManager()
        return [
            ObjectCycle("a store") { [fresh] _ in
                let disk = ModelDisk()
                try await fresh.update(fresh.open(ModelFiles(on: disk)))
                _ = try fresh.open(ModelFiles(on: disk)).current
                _ = fresh.server.takePaths()
            },
            ObjectCycle("releases of a store that stays") { number in
                kept.forgetReleases()
                kept.publish(number + 1)
                try await kept.update(store)
                try use(store, in: manager)
                if number % 3 == 1 {
                    try store.rollBack("release \(number + 1) is bad")
                    try use(store, in: manager)
                } else {
                    store.markHealthy()
                }
                _ = kept.server.takePaths()
                withExtendedLifetime(folder) {}
            },
            ObjectCycle("updates that fail") { [fresh] number in
                fresh.server.fail(after: number % 6)
                _ = try? await fresh.update(fresh.open(ModelFiles(on: ModelDisk())))
                fresh.server.fail(after: nil)
                _ = fresh.server.takePaths()
            },
        ]
    }

    private static func use(_ store: TemplateStore, in manager: TemplateManager) throws {
        try store.activate(in: manager)
        _ = try manager.makeNodeTree(of: "Card")
        manager.waitUntilQueueIsIdle()
    }
}
