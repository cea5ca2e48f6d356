import Foundation
import SampleFeeds

// serve-samples [PORT]: serves the sample feeds, and prints their addresses.
let samples = try SampleFeeds(port: CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0)
print(samples.addresses.joined(separator: "\n"))
fflush(nil)
while true { try await Task.sleep(for: .seconds(3600)) }
