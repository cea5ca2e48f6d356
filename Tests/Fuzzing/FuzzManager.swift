import VirtualView

/// Whatever an app asks of a manager, and whoever calls it back, is done as a simple model says.
///
/// Every completion is called exactly once and in order, every load is reported once, what is published is what the
/// model has, and nothing is left of a manager that was let go, also when it was suspended. The queue only works while
/// the main thread waits for it, so an input does the same each time. Loaders and hooks call the manager again.
func fuzzManager(_ bytes: [UInt8]) {
    guard bytes.count > 2, bytes.count < 1_024 else { return }
    let session = ManagerSession(RandomChoices(bytes[...]))
    while session.goesOn { session.step() }
    session.end()
}
