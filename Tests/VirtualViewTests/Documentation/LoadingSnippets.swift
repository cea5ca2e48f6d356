import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

/// The code of `Docs/Embedding.md` on loading: what stands between the markers is what the page shows.
@Suite struct LoadingSnippets {
    private let folder: URL
    private let files: TemporaryFolder

    init() throws {
        files = try TemporaryFolder()
        folder = files.url
        for type in ["Card", "Banner", "Feed", "ProductCard"] {
            _ = try files.write(Sample.bytes(type), to: "\(type).out")
        }
    }

    private func url(_ type: String) -> URL {
        folder.appendingPathComponent("\(type).out")
    }

    @Test func loadsOne() throws {
        let url = url("Card")
        // snippet: load-one
        let loader = TemplateBinaryLoader()
        let template = try loader.load(contentsOf: url)
        print(template.type, template.version, template.nodes.count)
        // end
        #expect(template.type == "Card")
    }

    @Test func loadsWithLimits() {
        let data = Data([1, 2, 3])
        // snippet: load-limits
        let careful = TemplateBinaryLoader(limits: DecodingLimits(maximumFileSize: 256 << 10))
        do {
            _ = try careful.load(data)
        } catch {
            print(error.code, error.offset ?? 0, error)
        }
        // end
        #expect(throws: TemplateError.self) { try careful.load(data) }
    }

    @Test func loadsNowOrQueued() throws {
        let templates = TemplateManager()
        let (cardURL, feedURL) = (url("Card"), url("Feed"))
        // snippet: load-now-or-queued
        let card = try templates.load(contentsOf: cardURL)

        templates.enqueue(contentsOf: feedURL) { result in
            if case .failure(let error) = result { print(error) }
        }
        // end
        #expect(card.type == "Card")
        templates.waitUntilQueueIsIdle()
        #expect(templates.loadedTypes == ["Card", "Feed"])
    }

    @Test func loadsInATask() async throws {
        let templates = TemplateManager()
        let bannerURL = url("Banner")
        // snippet: load-async
        let banner = try await templates.load(contentsOf: bannerURL)
        // end
        #expect(banner.type == "Banner")
    }

    @Test func prefetchesAndCancels() throws {
        // snippet: prefetch
        let templates = TemplateManager()
        let progress = try templates.prefetch(contentsOf: folder)
        let card = try templates.template(for: "ProductCard")
        // end
        #expect(card.type == "ProductCard")
        let url = url("Card")
        // snippet: cancel
        let load = templates.enqueue(contentsOf: url)
        templates.isSuspended = true
        // … later
        templates.isSuspended = false
        load.cancel()
        progress.cancel()
        // end
        #expect(progress.isCancelled)
    }

    @Test func registersAnAlias() throws {
        let templates = TemplateManager()
        let url = url("Card")
        // snippet: alias
        try templates.load(TemplateRequest(contentsOf: url, as: "HomeCard", allowsAlias: true))
        // end
        #expect(templates.loadedTypes == ["Card", "HomeCard"])
    }

    @MainActor @Test func followsVersions() async throws {
        let templates = TemplateManager()
        try await templates.load(Sample.bytes("Feed", version: 1), as: "Feed")
        var shown: [String] = []
        let layOutAndDraw = { (feed: Container) in shown.append("\(feed.tree.templateVersion.patch)") }
        // snippet: follow
        let changes = templates.changes()
        let feed = Container(try templates.makeNodeTree(of: "Feed"))
        let following = Task {
            for await _ in changes {
                do {
                    if try feed.follow(templates) { layOutAndDraw(feed) }
                } catch {
                    print("the old version stays:", error)
                }
            }
        }
        // … when the screen closes
        following.cancel()
        // end
        await following.value
        try await templates.load(Sample.bytes("Feed", version: 2), as: "Feed")
        // snippet: follow-once
        if try feed.follow(templates) { layOutAndDraw(feed) }
        // end
        #expect(shown == ["2"])
    }

    @Test func verifies() throws {
        let entry = try TemplateManifest.Entry(describing: Template(decoding: Sample.bytes("Card")))
        let manifestURL = try files.write(TemplateManifest([entry]).encoded(), to: "manifest.json")
        @Sendable func isSigned(_ bytes: [UInt8]) -> Bool { !bytes.isEmpty }
        // snippet: verify
        var configuration = TemplateManager.Configuration()
        configuration.verify = { bytes, type in
            isSigned(bytes) ? .accepted : .rejected("the signature of \(type) is wrong")
        }
        configuration.manifest = try TemplateManifest(contentsOf: manifestURL)
        let templates = TemplateManager(configuration: configuration)
        // end
        #expect(try templates.load(contentsOf: url("Card")).type == "Card")
        #expect(throws: TemplateError.self) { try templates.load(contentsOf: url("Feed")) as Template }
    }

    @Test func takesAnotherLoader() throws {
        let templates = TemplateManager()
        let url = url("Card")
        // snippet: own-loader-use
        try templates.load(TemplateRequest(contentsOf: url, loader: PackedLoader()))
        // end
        #expect(templates.loadedTypes == ["Card"])
    }

    @Test func measures() throws {
        // snippet: metrics
        var configuration = TemplateManager.Configuration()
        configuration.onLoad = { report in
            print(report.type, report.outcome, report.duration, report.byteCount)
            if report.isPromoted { print("somebody needed \(report.type) before its turn") }
            if let duration = report.preparationDuration { print("prepared in", duration) }
        }
        // end
        let templates = TemplateManager(configuration: configuration)
        #expect(try templates.load(contentsOf: url("Card")).type == "Card")
    }
}

private func unpack(_ bytes: [UInt8]) -> [UInt8]? {
    bytes.isEmpty ? nil : bytes
}

// snippet: own-loader
struct PackedLoader: TemplateLoader {
    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        guard let unpacked = unpack(bytes) else {
            throw TemplateError(.malformed, "the packed file is damaged")
        }
        return try TemplateBinaryLoader().load(unpacked)
    }
}
// end
