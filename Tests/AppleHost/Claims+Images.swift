import CoreGraphics
import Foundation
import ImageIO
import VirtualView

@testable import VirtualViewUI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Claims {
    private static let card = [
        "Screen": """
        <NImage src="${url}" layoutWidth="200" layoutHeight="100" scaleType="center_inside"/>
        """
    ]

    static func images() throws {
        let loader = ManualLoader()
        let view = try view(card, data: ["url": "https://img.example/a"], images: loader)
        let stage = Stage()
        stage.put(view)
        stage.wait(0.05)
        same("an image is asked for once", loader.asked, ["https://img.example/a"])
        same("without an image nothing is drawn", drawnImages(in: view), [])
        loader.deliver()
        stage.wait(0.05)
        let wanted = Mark.wanted(by: view.container.displayListWithNextPages(), scale: 2, hasImages: true)
        let difference = Mark.difference(Mark.shown(in: view), wanted)
        check("an image that arrives is drawn at its place", difference == nil && !wanted.isEmpty, difference ?? "")
        let stretched = try self.view(
            ["Screen": #"<NImage src="//s" layoutWidth="90" layoutHeight="50" scaleType="fit_xy"/>"#],
            images: loader
        )
        Stage().put(stretched)
        stage.wait(0.05)
        loader.deliver()
        stage.wait(0.05)
        stretched.drawNow()
        same("an image whose place is known before is drawn when it arrives", drawnImages(in: stretched), ["//s"])
        view.reuse(for: ["url": "https://img.example/b"])
        stage.frame()
        stage.wait(0.05)
        view.reuse(for: ["url": "https://img.example/c"])
        stage.frame()
        stage.wait(0.05)
        loader.deliver()
        stage.wait(0.05)
        same("a cancelled image never arrives", drawnImages(in: view), ["https://img.example/c"])
        same("its task was cancelled", loader.cancelled, ["https://img.example/b"])
        try released()
        loader.cached["https://img.example/d"] = ManualLoader.image("https://img.example/d")
        view.reuse(for: ["url": "https://img.example/d"])
        stage.frame()
        same("an image at hand is drawn in the same frame", drawnImages(in: view), ["https://img.example/d"])
        view.imagePlaceholder = ManualLoader.image("placeholder")
        view.reuse(for: ["url": "https://img.example/e"])
        stage.frame()
        stage.wait(0.05)
        same("a placeholder stands for an image that loads", drawnImages(in: view), ["placeholder"])
        let asked = loader.asked.count
        view.removeFromSuperview()
        #if canImport(AppKit) && !canImport(UIKit)
            stage.window.contentView = nil
        #endif
        loader.deliver()
        stage.wait(0.05)
        check("a view that leaves the window ends what it loads", loader.cancelled.last == "https://img.example/e")
        stage.put(view)
        stage.wait(0.05)
        same("and asks again when it comes back", loader.asked.count, asked + 1)
        stage.remove(view)
        view.reuse(for: ["url": "https://img.example/f"])
        stage.put(view)
        stage.wait(0.05)
        let last = Array(loader.asked.dropFirst(asked + 1))
        same("but not for those of an entry that it does not show any more", last, ["https://img.example/f"])
    }

    /// A view that nobody holds is gone, and its images are not loaded.
    private static func released() throws {
        let loader = ManualLoader()
        var kept: TemplateView? = try view(
            [
                "Screen": """
                <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                    <NImage src="//gone" layoutWidth="20" layoutHeight="20"/>
                    <Scroller layoutWidth="match_parent" layoutHeight="100" dataTag="${rows}"/>
                    <Page layoutWidth="match_parent" layoutHeight="90" dataTag="${rows}" autoSwitch="true" stayTime="9000"/>
                </VHLayout>
                """,
                "Row": #"<NText text="a" layoutWidth="match_parent" layoutHeight="50" flag="flag_clickable"/>"#,
            ],
            data: ["rows": [["type": "Row"], ["type": "Row"], ["type": "Row"], ["type": "Row"]]],
            images: loader
        )
        weak let view = kept
        var stage: Stage? = Stage()
        if let kept { stage?.put(kept) }
        _ = kept?.spokenElements.count
        stage?.wait(0.05)
        kept?.removeFromSuperview()
        kept = nil
        stage = nil
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
        check("a view that nobody holds is gone", view == nil)
        loader.deliver()
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
        same("and what it was loading is cancelled", loader.cancelled, ["//gone"])
    }

    static func drawnImages(in view: PlatformView) -> [String] {
        let own: [String] = view.picture.calls.compactMap { call in
            guard case .image(let name, _, _, _) = call.kind else { return nil }
            return name
        }
        return own + view.subviews.flatMap { drawnImages(in: $0) }
    }

    /// The loader that comes with the views, with a session that answers by itself.
    static func loader() throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Answers.self]
        let loader = URLImageLoader(session: URLSession(configuration: configuration))
        var results: [String: String] = [:]
        func load(_ source: String) -> Task<Void, Never> {
            Task {
                do {
                    let image = try await loader.loadImage(for: source)
                    results[source] = "\(image.image.name) \(image.image.width)"
                } catch let problem as URLImageLoader.Problem {
                    results[source] = "\(problem)"
                } catch is CancellationError {
                    results[source] = "cancelled"
                } catch {
                    results[source] = "error"
                }
            }
        }
        let sources = [
            "http://img.example/sunset", "http://img.example/404", "http://img.example/text", "no such name",
        ]
        for source in sources { _ = load(source) }
        _ = load(sources[0])
        pump { results.count == 4 }
        same("an image is downloaded and decoded", results[sources[0]], "sunset 640")
        same("a status that is no success is an error", results[sources[1]], "status(404)")
        same("bytes that are no image are an error", results[sources[2]], "notAnImage")
        same("a name that the app does not have is an error", results["no such name"], "notFound")
        same("views that want the same image share a download", Answers.count(of: "/sunset"), 1)
        check("what was loaded is at hand", loader.cachedImage(for: sources[0]) != nil)
        loader.removeAll()
        check("what is forgotten is not", loader.cachedImage(for: sources[0]) == nil)
        let names = ["http://img.example/caf\u{E9}", "http://img.example/cafe\u{301}"]
        for name in names { _ = load(name) }
        pump { Answers.count(of: "/caf\u{E9}") == 2 }
        same("addresses that are equivalent in Unicode are two", Answers.count(of: "/caf\u{E9}"), 2)
        let slow = load("http://img.example/slow")
        pump { Answers.count(of: "/slow") == 1 }
        slow.cancel()
        pump { results["http://img.example/slow"] != nil }
        check("a download that nobody wants any more ends", Answers.stopped.withLock { $0 } >= 1)
        check("and gives no image", results["http://img.example/slow"] != "sunset 640", results.description)
        _ = load("//img.example/sunset")
        pump { results["//img.example/sunset"] != nil }
        same("an address without a scheme is one of https", results["//img.example/sunset"], "sunset 640")
        check("which is asked for", Answers.schemes.withLock { $0.contains("https") })
        loader.maximumPixelSize = 320
        _ = load("http://img.example/sunset?small")
        pump { results["http://img.example/sunset?small"] != nil }
        same("large images are reduced", results["http://img.example/sunset?small"], "sunset 320")
        same(
            "an address is encoded where the system does not do it",
            URLImageLoader.encoded("https://a.example/a b%20é?x=[1]&y=\"#z"),
            "https://a.example/a%20b%20%C3%A9?x=[1]&y=%22#z"
        )
    }

    private static func pump(until isDone: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 5)
        while !isDone(), Date() < end { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
    }
}

/// Answers the requests of a session: one image, one error, one text, and one address that never answers.
final class Answers: URLProtocol {
    private static let requests = Locked<[String]>([])
    static let stopped = Locked(0)
    static let schemes = Locked<Set<String>>([])

    static func count(of path: String) -> Int { requests.withLock { $0.filter { $0 == path }.count } }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url else { return }
        Self.requests.withLock { $0.append(url.path) }
        Self.schemes.withLock { _ = $0.insert(url.scheme ?? "") }
        if url.path == "/slow" { return }
        let status = url.path == "/404" ? 404 : 200
        let text = url.path == "/sunset" ? "image sunset 640 480" : "hello"
        if let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil) {
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        }
        client?.urlProtocol(self, didLoad: Data(text.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {
        if request.url?.path == "/slow" { Self.stopped.withLock { $0 += 1 } }
    }
}
