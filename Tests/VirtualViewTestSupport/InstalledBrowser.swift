import Foundation

/// The browser without a window that tests look at pictures and pages with.
package enum InstalledBrowser {
    /// The programs that will do; the first two are made for this, for their windows are as large as they are asked to be.
    private static let names = [
        "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome",
        "google-chrome-stable",
    ]

    /// What every browser is started with.
    package static let arguments = [
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
        "--force-device-scale-factor=1",
    ]

    /// The program; `nil` when there is none.
    package static let path = find(in: ProcessInfo.processInfo.environment)

    /// Why tests do not run.
    package static let reason =
        "needs a browser: package chromium-headless-shell, chromium or google-chrome (VV_BROWSER may name one)"

    /// Looks for a browser.
    ///
    /// - Parameter environment: The variables: `VV_BROWSER` names the program, or none when it is empty; else it is on
    ///   `PATH`.
    /// - Returns: The program; `nil` when there is none.
    package static func find(in environment: [String: String]) -> String? {
        if let path = environment["VV_BROWSER"] { return path.isEmpty ? nil : path }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

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
