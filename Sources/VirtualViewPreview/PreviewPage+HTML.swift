import VirtualViewCore

extension PreviewPage {
    /// Writes the page.
    ///
    /// - Returns: An HTML document; the same page gives the same text.
    /// - Complexity: O(*n*) in the size of everything on the page.
    public func html() -> String {
        let document = HTMLDocument(
            title: title,
            style: PageStyle.text,
            scripts: [PageScript.text] + (liveScript.map { [$0] } ?? []),
            images: .page,
            connects: liveScript != nil
        )
        return document.text(
            body: """
                <a class="skip" href="#tree">Skip to the tree</a>
                <header>
                <h1>\(SVGText.escaped(title))</h1>
                <p>\(SVGText.escaped(sourceName))</p>
                <form id="controls" aria-label="What is shown">\(controls)</form>
                </header>
                <main>
                <section id="stage" aria-label="Pictures">
                \(figures)</section>
                <aside>
                <section aria-labelledby="tree-title">
                <h2 id="tree-title">Nodes</h2>
                <noscript><p>The tree of nodes needs the page's script.</p></noscript>
                <ul id="tree" role="tree" aria-labelledby="tree-title"></ul>
                </section>
                <section id="details" aria-label="The chosen node" aria-live="polite"></section>
                \(diagnosticsSection)\(dataSection)</aside>
                </main>
                \(liveBody.map { $0 + "\n" } ?? "")<script type="application/json" id="page-data">\(json)</script>
                """
        )
    }

    /// The pictures of the first setting, which a browser shows before any script runs.
    private var figures: String {
        guard let first = views.first?.setting else { return "<p>There is no picture.</p>\n" }
        var text = ""
        for (number, view) in views.enumerated() where view.setting == first {
            let size = "\(SVGText.number(view.size.width)) × \(SVGText.number(view.size.height)) pt"
            let theme = view.setting.appearance == .dark ? "dark" : "light"
            text += "<figure data-width=\"\(SVGText.number(view.width))\">"
            text += "<div class=\"picture \(theme)\" data-view=\"\(number)\">\(view.svg)</div>"
            text += "<figcaption>\(size)</figcaption></figure>\n"
        }
        return text
    }

    private var diagnosticsSection: String {
        guard !diagnostics.isEmpty else { return "" }
        let lines = diagnostics.map { "<li>\(SVGText.escaped($0))</li>" }.joined(separator: "\n")
        return "<section aria-labelledby=\"notes-title\"><h2 id=\"notes-title\">Messages</h2>\n"
            + "<ul id=\"notes\">\n\(lines)\n</ul></section>\n"
    }

    private var dataSection: String {
        guard let data else { return "" }
        let lines = data.split(separator: "\n", omittingEmptySubsequences: false).map { SVGText.escaped(String($0)) }
        return "<section><details open><summary>Data</summary>\n<pre id=\"data\" tabindex=\"0\">"
            + lines.joined(separator: "\n") + "</pre></details></section>\n"
    }
}

// MARK: - Controls

extension PreviewPage {
    /// The controls for the settings that differ between the views.
    private var controls: String {
        guard let first = views.first else { return "" }
        let settings = views.map(\.setting)
        let widths = views.map { SVGText.number($0.width) }.unique
        var text = ""
        if widths.count > 1 {
            let all = (value: "all", label: "All")
            text += choice("width", "Width", [all] + widths.map { ($0, $0) }, chosen: "all")
        }
        let appearances: [(value: ScreenEnvironment.Appearance, label: String)] = [(.light, "Light"), (.dark, "Dark")]
        text += choice(
            "appearance",
            "Appearance",
            appearances.filter { settings.map(\.appearance).contains($0.value) }.map { ($0.value.rawValue, $0.label) },
            chosen: first.setting.appearance.rawValue
        )
        let directions: [(value: ScreenEnvironment.LayoutDirection, label: String)] = [
            (.leftToRight, "Left to right"), (.rightToLeft, "Right to left"),
        ]
        text += choice(
            "direction",
            "Direction",
            directions.filter { settings.map(\.layoutDirection).contains($0.value) }.map {
                ($0.value.rawValue, $0.label)
            },
            chosen: first.setting.layoutDirection.rawValue
        )
        text += choice(
            "textScale",
            "Text",
            settings.map(\.textScale).unique.sorted().map(SVGText.number).map { ($0, "× \($0)") },
            chosen: SVGText.number(first.setting.textScale)
        )
        return text + "<label><input type=\"checkbox\" name=\"frames\"> All frames</label>"
    }

    /// Returns radio buttons; nothing if there is only one choice.
    private func choice(
        _ name: String,
        _ legend: String,
        _ values: [(value: String, label: String)],
        chosen: String
    ) -> String {
        guard values.count > 1 else { return "" }
        var text = "<fieldset><legend>\(legend)</legend>"
        for value in values {
            text += "<label><input type=\"radio\" name=\"\(name)\" value=\"\(SVGText.escaped(value.value))\""
            text += "\(value.value == chosen ? " checked" : "")> \(SVGText.escaped(value.label))</label>"
        }
        return text + "</fieldset>"
    }
}

extension Array where Element: Hashable {
    /// The elements without duplicates, in the order of their first occurrence.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
