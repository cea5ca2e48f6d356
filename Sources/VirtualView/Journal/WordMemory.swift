internal import CVirtualViewSystem

/// Words of memory that any thread loads and stores at once, in an order that holds also for what a dying process leaves
/// behind: what was stored first is seen first.
struct WordMemory: Sendable {
    /// The address of the first word, a multiple of 8; the words are there as long as their owner.
    private let address: UInt

    /// Stands for the words from an address on.
    init(at pointer: UnsafeMutableRawPointer) {
        address = UInt(bitPattern: pointer)
    }

    /// One word, by its index, which is not checked.
    @inline(__always)
    subscript(index: Int) -> UInt64 {
        get { vv_load_word(UnsafePointer(bitPattern: address &+ UInt(bitPattern: index) &* 8)) }
        nonmutating set {
            vv_store_word(UnsafeMutablePointer(bitPattern: address &+ UInt(bitPattern: index) &* 8), newValue)
        }
    }
}
