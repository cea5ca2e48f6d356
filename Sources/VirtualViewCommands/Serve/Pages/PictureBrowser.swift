import Foundation
import VirtualView

/// A browser of this machine, without a window, that makes pictures of points from pictures of shapes.
///
/// It gets a file with the picture and a policy by which nothing is loaded, and a profile of its own.
struct PictureBrowser: Sendable {
    /// The programs that will do, the best first: the first two have windows of exactly the size that is asked for.
    static let names = [
        "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome",
        "google-chrome-stable",
    ]

    /// The name that stands for no browser.
    static let none = "none"

    /// What a page shows when there is none.
    static let absence =
        "there is no browser to make it: install chromium-headless-shell, chromium or google-chrome, and serve without '--browser none'"

    /// The reason why there is no picture.
    struct Failure: Error {
        let reason: String
    }

    private let program: String
    /// One at a time: a browser takes more memory than everything else here.
    private let turn = Locked(())
    private let work = Locked(Work())

    private struct Work {
        /// Wakes the one that waits for the browser.
        var wake: DispatchSemaphore?
        /// Whether there are no more pictures.
        var isOver = false
    }

    private static let isOver = Failure(reason: "no more pictures are made")

    /// The seconds after which a browser is ended.
    private static let patience = 30
    /// The largest side of a picture in points of the screen.
    private static let longestSide = 16_000.0

    /// Looks for a browser.
    ///
    /// - Parameters:
    ///   - name: The program's path; `none` for no browser, `nil` for the first in the folders.
    ///   - folders: The folders, as in `PATH`.
    init?(_ name: String?, folders: String) {
        guard name != Self.none else { return nil }
        let paths = folders.split(separator: ":").map(String.init)
        let found = Self.names.lazy.flatMap { name in paths.map { Path.join($0, name) } }
        guard let program = name ?? found.first(where: { access($0, X_OK) == 0 && FileSystem.kind(of: $0) == .file })
        else { return nil }
        self.program = program
    }

    /// Makes a PNG.
    ///
    /// - Parameters:
    ///   - svg: The picture, as `SVGRenderer` writes it.
    ///   - scale: The number of points of the screen for a point of the picture.
    /// - Returns: The bytes of the file.
    /// - Throws: ``Failure`` if the browser makes none.
    func png(of svg: String, scale: Int) throws(Failure) -> [UInt8] {
        guard let (width, height) = Self.size(of: svg), width * Double(scale) <= Self.longestSide,
            height * Double(scale) <= Self.longestSide
        else { throw Failure(reason: "the picture has no size, or is too large") }
        let (columns, rows) = (Int(width.rounded(.up)), Int(height.rounded(.up)))
        let result: Result<[UInt8], Failure> = turn.withLock { _ in
            do {
                return .success(try picture(svg, columns, rows, scale))
            } catch {
                return .failure(
                    Failure(reason: (error as? Failure)?.reason ?? "\(Path.name(of: program)) does not start")
                )
            }
        }
        return try result.get()
    }

    /// Makes no more pictures; ends the browser if it is at work, and waits until it and its files are gone.
    func end() {
        work.withLock { work in
            work.isOver = true
            work.wake?.signal()
        }
        turn.withLock { _ in }
    }

    private func picture(_ svg: String, _ columns: Int, _ rows: Int, _ scale: Int) throws -> [UInt8] {
        let wake = DispatchSemaphore(value: 0)
        let isOver = work.withLock { work in
            work.wake = wake
            return work.isOver
        }
        guard !isOver else { throw Self.isOver }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vvc-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let page = """
            <!DOCTYPE html><meta charset="utf-8">\
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">\
            <style>body{margin:0;overflow:hidden}svg{display:block}</style>\(svg)
            """
        try Data(page.utf8).write(to: URL(fileURLWithPath: folder + "/page.html"))
        let output = folder + "/picture.png"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments =
            [
                "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
                "--disable-background-networking", "--force-color-profile=srgb", "--force-device-scale-factor=\(scale)",
                "--user-data-dir=\(folder)/profile", "--window-size=\(columns),\(rows)", "--screenshot=\(output)",
                // The page has no scripts, and the browser refuses to start for this user otherwise.
            ] + (geteuid() == 0 ? ["--no-sandbox"] : []) + [URL(fileURLWithPath: folder + "/page.html").absoluteString]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { _ in wake.signal() }
        try process.run()
        let isLate = wake.wait(timeout: .now() + .seconds(Self.patience)) == .timedOut
        if isLate || work.withLock({ $0.isOver }) {
            let id = process.processIdentifier
            // The program may be a script around the browser; a group of its own has the number of its first process.
            if process.isRunning { kill(getpgid(id) == id ? -id : id, SIGKILL) }
            process.waitUntilExit()
            guard isLate else { throw Self.isOver }
            throw Failure(reason: "\(Path.name(of: program)) took longer than \(Self.patience) s")
        }
        guard let bytes = try? FileSystem.read(output), Self.isPNG(bytes, columns * scale, rows * scale) else {
            throw Failure(reason: "\(Path.name(of: program)) made no picture of \(columns) × \(rows)")
        }
        return bytes
    }

    /// Returns the size in the `viewBox` of a picture.
    static func size(of svg: String) -> (width: Double, height: Double)? {
        guard let start = svg.firstRange(of: "viewBox=\"0 0 ")?.upperBound, let end = svg[start...].firstIndex(of: "\"")
        else { return nil }
        let numbers = svg[start..<end].split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
        return (numbers[0], numbers[1])
    }

    /// Returns whether bytes begin as those of a PNG of a size do.
    static func isPNG(_ bytes: [UInt8], _ width: Int, _ height: Int) -> Bool {
        guard bytes.count > 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return false }
        func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return number(16) == width && number(20) == height
    }
}
