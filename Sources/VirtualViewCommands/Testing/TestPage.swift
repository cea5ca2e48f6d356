import VirtualView
import VirtualViewFormat
import VirtualViewPreview

/// A page with what is different: the earlier state beside the new one.
///
/// Of the earlier state there is the text of the snapshot, and it is drawn from that; the new state is drawn in the same
/// way beside it, and then as `vvc preview` draws it.
struct TestPage {
    private let run: TestRun

    /// The largest number of snapshots on the page.
    private static let limit = 200

    init(_ run: TestRun) {
        self.run = run
    }

    /// Returns the document.
    func html() -> String {
        var body = "<h1>\(escaped(TestReport(run).summary))</h1>\n"
        var count = 0
        for (subject, outcome) in zip(run.subjects, run.outcomes) where !outcome.failures.isEmpty {
            body += "<section>\n<h2>\(escaped(outcome.path))</h2>\n"
            for failure in outcome.failures where count < Self.limit {
                count += 1
                body += article(failure, of: subject, number: count)
            }
            body += "</section>\n"
        }
        let all = run.outcomes.reduce(0) { $0 + $1.failures.count }
        if all > count { body += "<p>\(all - count) more are not shown.</p>\n" }
        return HTMLDocument(title: "vvc test", style: Self.style, scripts: [], images: .page, connects: false)
            .text(body: body)
    }

    private func article(_ failure: TestOutcome.Failure, of subject: TestSubject, number: Int) -> String {
        var text = "<article>\n<h3>\(escaped(failure.title))</h3>\n<ul>\n"
        for line in failure.lines { text += "<li>\(escaped(line.shown))</li>\n" }
        if failure.followerCount > 0 { text += "<li class=\"dim\">\(failure.followerCount) nodes follow</li>\n" }
        text += "</ul>\n<div class=\"pictures\">\n"
        let isDark = failure.title.split(separator: " ").contains("dark")
        if let old = failure.old { text += figure("expected", SnapshotSketch.svg(old, isDark: isDark)) }
        if let new = failure.new {
            text += figure("found", SnapshotSketch.svg(new, isDark: isDark))
            if let picture = picture(failure.title, of: subject, number: number) {
                text += figure("as it looks", picture)
            }
        }
        return text + "</div>\n</article>\n"
    }

    private func figure(_ caption: String, _ svg: String) -> String {
        "<figure>\n\(svg)\n<figcaption>\(caption)</figcaption>\n</figure>\n"
    }

    /// Draws the snapshot with a title as previews do.
    private func picture(_ title: String, of subject: TestSubject, number: Int) -> String? {
        for variant in subject.variants {
            for setting in subject.matrix.settings where variant.title(setting) == title {
                guard let container = subject.makeContainer(variant.value, setting) else { return nil }
                let renderer = SVGRenderer(
                    title: title,
                    images: subject.images,
                    canvas: setting.user.canvas,
                    idPrefix: "picture\(number)"
                )
                return renderer.render(container.displayList())
            }
        }
        return nil
    }

    private func escaped(_ text: String) -> String { MarkupText.escaped(VisibleText.line(text)) }

    private static let style = """
        :root{color-scheme:light dark}
        body{margin:2rem;font:.875rem/1.5 \(HTMLDocument.faces)}
        h1{font-size:1.25rem}h2{font-size:1rem;margin-top:2rem}h3{font-size:.875rem;margin:1rem 0 .25rem}
        ul{margin:0;padding-left:1.25rem}.dim{opacity:.7}
        .pictures{display:flex;flex-wrap:wrap;gap:1rem;padding:.5rem 0}
        figure{margin:0}figure svg{display:block;border:1px solid #8888}
        figcaption{opacity:.7;font-size:.75rem}
        """
}
