import Foundation

/// The browser without a window that tests look at pictures and pages with.
package enum InstalledBrowser {
    /// The program; `nil` when there is none.
    package static let path: String? = {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["VV_BROWSER"] { return path }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/chromium-headless-shell" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Why tests do not run.
    package static let reason = "chromium-headless-shell is not installed (VV_BROWSER may name it)"

    /// Waits until a browser ends, and ends it with its helpers when that takes too long.
    ///
    /// The program may be a script around the browser, so a signal to it alone would leave the browser behind.
    ///
    /// - Parameters:
    ///   - process: The browser.
    ///   - patience: The seconds to wait.
    package static func waitForEnd(of process: Process, patience: Int) {
        let id = process.processIdentifier
        let watch = DispatchWorkItem {
            // A group of its own has the number of its first process.
            kill(getpgid(id) == id ? -id : id, SIGKILL)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience), execute: watch)
        process.waitUntilExit()
        watch.cancel()
    }
}
