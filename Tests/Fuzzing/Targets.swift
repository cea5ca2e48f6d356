/// Every fuzz target, by the name that the program is started with: one program holds them all, so that CI builds one.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "FuzzAssemble": fuzzAssemble,
    "FuzzBinding": fuzzBinding,
    "FuzzBridges": fuzzBridges,
    "FuzzBytecode": fuzzBytecode,
    "FuzzCommands": fuzzCommands,
    "FuzzComparison": fuzzComparison,
    "FuzzComputed": fuzzComputed,
    "FuzzConfiguration": fuzzConfiguration,
    "FuzzDecompiler": fuzzDecompiler,
    "FuzzEvents": fuzzEvents,
    "FuzzFeed": fuzzFeed,
    "FuzzFormat": fuzzFormat,
    "FuzzInterpreter": fuzzInterpreter,
    "FuzzJournal": fuzzJournal,
    "FuzzLanguageServer": fuzzLanguageServer,
    "FuzzLayout": fuzzLayout,
    "FuzzLists": fuzzLists,
    "FuzzManager": fuzzManager,
    "FuzzOutputs": fuzzOutputs,
    "FuzzRelease": fuzzRelease,
    "FuzzRequest": fuzzRequest,
    "FuzzScreen": fuzzScreen,
    "FuzzTemplate": fuzzTemplate,
    "FuzzTouch": fuzzTouch,
    "FuzzXML": fuzzXML,
]

private let target: @Sendable ([UInt8]) -> Void = {
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    guard let target = targets[name] else { fatalError("there is no target \(name)") }
    return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target(Array(UnsafeBufferPointer(start: data, count: data == nil ? 0 : count)))
    return 0
}
