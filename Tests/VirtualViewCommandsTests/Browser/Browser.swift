import Foundation
import VirtualViewExpressions
import VirtualViewTestSupport

/// A real browser without a window, for tests that look at what it makes of pictures and pages.
enum Browser {
    /// Whether the faces are installed that the built-in metrics know.
    static let hasFaces: Bool = {
        let names = Set(FontSet.files.compactMap { $0.split(separator: "/").last.map(String.init) })
        return InstalledBrowser.path != nil
            && names.isSuperset(of: ["LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"])
            && names.contains { $0.hasPrefix("NotoSansCJK") }
    }()

    static let facesReason = "needs the faces of the metrics: packages fonts-liberation and fonts-noto-cjk"

    /// Runs a script in a page beside the files of a folder.
    ///
    /// - Parameters:
    ///   - script: The body of an `async` function; it may use `load(path, width)`, which gives the window of a file in
    ///     a frame, and `cases`, and returns what can be written as JSON.
    ///   - cases: What the script works with.
    ///   - folder: The folder of the files.
    ///   - fonts: The faces that the browser finds; `nil` for those of this machine.
    /// - Returns: What the script returned.
    /// - Throws: ``BrowserError`` when the script failed.
    static func run(
        _ script: String,
        cases: JSONValue,
        in folder: String,
        fonts: FontSet? = nil
    ) throws -> JSONValue {
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><body><script>
            const cases = \(cases.json.replacingOccurrences(of: "<", with: "\\u003c"));
            const load = (path, width = 1400) => new Promise((done, fail) => {
              const frame = document.createElement("iframe");
              frame.width = width; frame.height = 1200; frame.style.border = 0;
              frame.onload = () => done(frame.contentWindow);
              frame.onerror = () => fail(new Error(path));
              frame.src = path;
              document.querySelectorAll("iframe").forEach(old => old.remove());
              document.body.append(frame);
            });
            (async () => { \(script) })()
              .catch(error => ({ failure: String(error && error.stack || error) }))
              .then(result => {
                document.querySelectorAll("iframe").forEach(old => old.remove());
                const text = encodeURIComponent(JSON.stringify(result));
                document.body.innerHTML = `<pre id="result">${text}</pre>`;
              });
            </script></body>
            """
        try Data(page.utf8).write(to: URL(fileURLWithPath: folder + "/harness.html"))
        let address = "file://" + folder.replacingOccurrences(of: " ", with: "%20") + "/harness.html"
        let dom = try dump(address, folder, fonts)
        guard let start = dom.range(of: "<pre id=\"result\">"),
            let end = dom.range(of: "</pre>", range: start.upperBound..<dom.endIndex),
            let text = dom[start.upperBound..<end.lowerBound].removingPercentEncoding
        else { throw BrowserError(message: "no result; the page is now: \(dom.suffix(600))") }
        let result = try JSONValue(json: Array(text.utf8))
        if case .string(let failure)? = result["failure"] { throw BrowserError(message: failure) }
        return result
    }

    /// The document of a page after its scripts ran.
    private static func dump(_ address: String, _ folder: String, _ fonts: FontSet?) throws -> String {
        let process = Process()
        if let fonts {
            process.environment = ProcessInfo.processInfo.environment.merging([
                "FONTCONFIG_FILE": try fonts.configuration(in: folder)
            ]) { $1 }
        }
        process.executableURL = URL(fileURLWithPath: InstalledBrowser.path ?? "")
        process.arguments =
            InstalledBrowser.arguments + [
                "--force-color-profile=srgb", "--allow-file-access-from-files",
                "--user-data-dir=\(folder)/profile", "--window-size=1500,1300", "--virtual-time-budget=120000",
                "--dump-dom", address,
            ]
        let output = URL(fileURLWithPath: folder + "/dom.html")
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        defer { try? handle.close() }
        process.standardOutput = handle
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        InstalledBrowser.waitForEnd(of: process, patience: 300)
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }
}

/// A page did not do what it should.
struct BrowserError: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
}
