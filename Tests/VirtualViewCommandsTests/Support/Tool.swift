import Foundation
import VirtualViewTestSupport

/// Programs that tests run as processes of their own.
enum Tool {
    /// The folder with the `vvc` that was built with the tests.
    static let folder: String = {
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent().path ?? ""
        #else
            return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        #endif
    }()

    /// Whether that program is there.
    static let exists = FileManager.default.isExecutableFile(atPath: folder + "/vvc")

    /// Whether a program is on the path.
    static func isInstalled(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
}
