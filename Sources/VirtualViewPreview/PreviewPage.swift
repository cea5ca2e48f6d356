public import VirtualViewCore

/// A self-contained HTML page that shows a template: pictures, node tree, frames and data.
///
/// The page needs no network: its policy forbids everything except its own style and script. A page from a server may
/// have a script of its own, ``liveScript``, which may connect to that server only. Such a script can use these events
/// of `document`:
///
/// | event | when | `detail` |
/// |---|---|---|
/// | `vv-ready` | the page is complete | `page` |
/// | `vv-select` | a node was selected or deselected | `view`, `node`: numbers, or `null` |
/// | `vv-click` | the user clicked in a picture | `view`, `node`, and `x`, `y` in points |
///
/// and `document.vvPage` with `views` (the descriptions), `view` (the number of the current one), `select(node)`,
/// `setting` (`appearance`, `direction`, `textScale`), `update(number, description)`, which shows a view again,
/// `replace(description)`, which shows other views, and `link(file, line)`, which the script may set: the address of a
/// place in a source.
public struct PreviewPage: Sendable {
    /// The environment of the template in a picture.
    public struct Setting: Hashable, Sendable {
        /// Light or dark.
        public var appearance: ScreenEnvironment.Appearance
        /// The direction of the user's language.
        public var layoutDirection: ScreenEnvironment.LayoutDirection
        /// The factor by which texts are enlarged.
        public var textScale: Double

        /// Describes a setting.
        public init(
            appearance: ScreenEnvironment.Appearance = .light,
            layoutDirection: ScreenEnvironment.LayoutDirection = .leftToRight,
            textScale: Double = 1
        ) {
            self.appearance = appearance
            self.layoutDirection = layoutDirection
            self.textScale = textScale
        }
    }

    /// One picture with a description of its nodes.
    public struct View: Sendable {
        /// The requested width, in points.
        public var width: Double
        /// The environment of the template.
        public var setting: Setting
        /// The size of the picture in points.
        public var size: LayoutSize
        /// The picture, an `svg` element; ids must differ between the views of a page.
        public var svg: String
        /// The nodes in pre-order; `data-node` is an index into this list.
        public var nodes: [PreviewNode]
        /// The name of the data that it shows, for a page that shows different data side by side.
        package var label: String?
        /// How often a point is painted on average, if the picture shows that.
        package var paintAverage: Double?

        /// Describes a picture.
        public init(width: Double, setting: Setting, size: LayoutSize, svg: String, nodes: [PreviewNode]) {
            self.width = width
            self.setting = setting
            self.size = size
            self.svg = svg
            self.nodes = nodes
        }
    }

    /// The template's name.
    public var title: String
    /// The name of the source file, without folders.
    public var sourceName: String
    /// The pictures: one for each setting and width; the setting of the first one is shown first.
    public var views: [View]
    /// The data as JSON text; `nil` for none.
    public var data: String?
    /// The messages about the template, one line each, without the paths of folders.
    public var diagnostics: [String]
    /// The script of a page from a server; it may connect to that server.
    public var liveScript: String?
    /// The markup at the end of the page's body, for that script; it must be well formed and without styles of its own.
    public var liveBody: String?
    /// What a page from a server has besides that.
    package var served: Served?
    /// What plays the template in the page; without it there are pictures only.
    package var played: PlayedTemplate?

    /// The parts of a page from a server, as markup for its script; well formed and without styles of their own.
    package struct Served: Sendable {
        /// The address of the page with all templates.
        package let home: String
        /// The controls, in place of those of the pictures.
        package let controls: String
        /// The section about the data, in place of the text.
        package let data: String
        /// The rules for all of them.
        package let style: String

        /// Describes the parts.
        package init(home: String, controls: String, data: String, style: String) {
            self.home = home
            self.controls = controls
            self.data = data
            self.style = style
        }
    }

    /// Describes a page.
    public init(title: String, sourceName: String, views: [View], data: String? = nil, diagnostics: [String] = []) {
        self.title = title
        self.sourceName = sourceName
        self.views = views
        self.data = data
        self.diagnostics = diagnostics
    }
}

extension PreviewPage {
    /// Writes the page.
    ///
    /// - Returns: An HTML document; the same page gives the same text.
    /// - Complexity: O(*n*) in the size of everything on the page.
    public func html() -> String {
        let document = HTMLDocument(
            title: title,
            style: PageStyle.text + (served?.style ?? ""),
            scripts: [PageScript.text] + [liveScript, played?.player.text].compactMap { $0 },
            images: .page,
            connects: liveScript != nil,
            address: played?.player.address,
            plays: played != nil
        )
        return document.text(
            body: """
                <a class="skip" href="#tree">Skip to the tree</a>
                <header>\(homeLink)
                <h1>\(SVGText.escaped(title))</h1>
                <p>\(SVGText.escaped(sourceName))</p>\(played == nil ? PlayedTemplate.absence : "")
                <form id="controls" aria-label="What is shown">\(served == nil ? controls : "")\(Self.framesControl)</form>\(served?.controls ?? "")
                </header>
                <main>
                <div id="shown">
                <section id="stage" aria-label="Pictures">
                \(figures)</section>
                \(played?.section ?? "")</div>
                <aside>
                <section aria-labelledby="tree-title">
                <h2 id="tree-title">Nodes</h2>
                <noscript><p>The tree of nodes needs the page's script.</p></noscript>
                <ul id="tree" role="tree" aria-labelledby="tree-title"></ul>
                </section>
                <section id="details" aria-label="The chosen node" aria-live="polite"></section>
                \(diagnosticsSection)\(served?.data ?? dataSection)</aside>
                </main>
                \(played?.markup ?? "")\(liveBody.map { $0 + "\n" } ?? "")<script type="application/json" id="page-data">\(Self.json(of: views))</script>
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
        guard !diagnostics.isEmpty || served != nil else { return "" }
        let lines = diagnostics.map { "<li>\(SVGText.escaped($0))</li>" }.joined(separator: "\n")
        return
            "<section\(diagnostics.isEmpty ? " hidden" : "") aria-labelledby=\"notes-title\"><h2 id=\"notes-title\">Messages</h2>\n"
            + "<ul id=\"notes\">\n\(lines)\n</ul></section>\n"
    }

    private var dataSection: String {
        guard let data else { return "" }
        let lines = data.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            SVGText.escaped(String(line.last == "\r" ? line.dropLast() : line))
        }
        return "<section><details open><summary>Data</summary>\n<pre id=\"data\" tabindex=\"0\">"
            + lines.joined(separator: "\n") + "</pre></details></section>\n"
    }
}

// MARK: - Controls

extension PreviewPage {
    private static let framesControl = "<label><input type=\"checkbox\" name=\"frames\"> All frames</label>"

    private var homeLink: String {
        guard let served else { return "" }
        return "\n<a class=\"home\" href=\"\(SVGText.escaped(served.home))\">← All templates</a>"
    }

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
        return text
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
