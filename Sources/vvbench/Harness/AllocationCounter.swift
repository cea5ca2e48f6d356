import Foundation
import VirtualView

/// Counts the heap objects that the Swift runtime makes.
///
/// The runtime calls its allocator through a pointer that instruments may replace, once a flag says that one did.
enum AllocationCounter {
    private typealias Allocate =
        @convention(c) @Sendable (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    private static let counter = Locked(0)
    /// The runtime's own allocator; it is looked at before it is replaced.
    private static let original: Allocate? = {
        address(of: "_swift_allocObject").flatMap { $0.load(as: Allocate?.self) }
    }()

    /// Counts what a closure allocates.
    ///
    /// - Parameter body: What to run; it is run once before, for what is made only once.
    /// - Returns: How many objects were made.
    /// - Throws: ``BenchmarkSkipped`` where the runtime has no such pointer, and what `body` throws.
    static func count(_ body: () throws -> Void) throws -> Int {
        guard let slot = address(of: "_swift_allocObject"), original != nil,
            let flag = address(
                of: "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
            )
        else { throw BenchmarkSkipped(reason: "this runtime does not let allocations be counted") }
        try body()
        counter.withLock { $0 = 0 }
        slot.storeBytes(
            of: { type, size, alignment in
                AllocationCounter.counter.withLock { $0 += 1 }
                return AllocationCounter.original?(type, size, alignment)
            },
            as: Allocate?.self
        )
        flag.storeBytes(of: true, as: Bool.self)
        defer {
            flag.storeBytes(of: false, as: Bool.self)
            slot.storeBytes(of: original, as: Allocate?.self)
        }
        try body()
        return counter.withLock { $0 }
    }

    private static func address(of symbol: String) -> UnsafeMutableRawPointer? {
        dlsym(dlopen(nil, RTLD_NOW), symbol)
    }
}
