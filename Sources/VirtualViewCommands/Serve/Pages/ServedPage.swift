import VirtualView
import VirtualViewFormat
import VirtualViewPreview

/// What a template's page from the server has besides pictures: controls, the data to edit, and links.
struct ServedPage: Sendable {
    /// A screen to look at templates on.
    struct Device {
        let name: String
        let width: Int
        let height: Int
    }

    let type: String
    let wishes: PictureRequest
    let dataName: String
    let hasData: Bool
    /// The names of further data.
    let variants: [String]
    let hasBrowser: Bool
    /// The addresses of sources in an editor, by their names.
    let places: [String: String]

    /// The screens, from small to large.
    static let devices = [
        Device(name: "Small phone", width: 320, height: 568), Device(name: "Phone", width: 375, height: 812),
        Device(name: "Large phone", width: 430, height: 932), Device(name: "Phone, turned", width: 812, height: 375),
        Device(name: "Unfolded", width: 674, height: 841), Device(name: "Tablet", width: 820, height: 1180),
    ]

    /// What the page's script needs, as JSON.
    var json: String {
        JSONWriter.visible { json in
            json.value("name", type)
            json.numbers("widths", wishes.widths)
            json.object("places") { json in
                for (name, address) in places.sorted(by: { $0.key < $1.key }) { json.value(name, address) }
            }
        }
    }

    /// Returns the parts of the page.
    ///
    /// - Parameter data: The text of the data; `nil` for none.
    /// - Returns: The markup of the parts, and their rules.
    func parts(data: String?) -> PreviewPage.Served {
        PreviewPage.Served(home: "../", controls: controls, data: dataSection(data ?? ""), style: Self.style)
    }

    private var controls: String {
        let widths = wishes.widths.map { JSONWriter.number($0) }.joined(separator: ", ")
        let devices = Self.devices.map {
            (value: "\($0.width)x\($0.height)", label: "\($0.name), \($0.width) × \($0.height)")
        }
        var text = select("device", "Screen", [("", "Widths \(widths)")] + devices, chosen: "")
        if !variants.isEmpty {
            let own = hasData ? dataName : "No data"
            let all = [(PictureRequest.everyData, "All, side by side")]
            text += select("data", "Data", [("", own)] + variants.map { ($0, $0) } + all, chosen: wishes.data ?? "")
        }
        let setting = wishes.setting
        text += select(
            "appearance",
            "Appearance",
            [("light", "Light"), ("dark", "Dark")],
            chosen: setting.appearance.rawValue
        )
        text += select(
            "direction",
            "Direction",
            [("ltr", "Left to right"), ("rtl", "Right to left")],
            chosen: setting.layoutDirection.word
        )
        var scales = ["0.85", "1", "1.3", "2", "3"]
        let scale = JSONWriter.number(setting.textScale)
        if !scales.contains(scale) { scales.append(scale) }
        text += select("textScale", "Text", scales.map { ($0, "× \($0)") }, chosen: scale)
        text += select(
            "zoom",
            "Zoom",
            [("0.5", "50 %"), ("0.75", "75 %"), ("1", "100 %"), ("1.5", "150 %"), ("2", "200 %"), ("4", "400 %")],
            chosen: "1"
        )
        text +=
            "<label><input type=\"checkbox\" name=\"overdraw\"\(wishes.showsOverdraw ? " checked" : "")> Overdraw</label>"
        text += "<span class=\"vv-links\"><a id=\"vv-svg\" href=\"\(link)\">SVG</a>"
        text +=
            hasBrowser
            ? " <a id=\"vv-png\" href=\"\(PercentEncoding.encode(type)).png\" download>PNG</a>"
            : " <span title=\"\(MarkupText.escaped(PictureBrowser.absence))\">no PNG: no browser found</span>"
        let legend = zip(["2", "3", "4", "5 or more"], PaintCount.colors.indices).map { label, index in
            "<span class=\"vv-paint\(index)\">\(label)</span>"
        }
        return """

            <form id="vv-controls" aria-label="How it is shown">\(text)</span></form>
            <p id="vv-legend" hidden>Painted \(legend.joined(separator: " ")) times</p>
            """
    }

    private var link: String { "\(PercentEncoding.encode(type)).svg" }

    private func select(
        _ name: String,
        _ label: String,
        _ values: [(value: String, label: String)],
        chosen: String
    ) -> String {
        var text = "<label>\(label) <select name=\"\(name)\">"
        for value in values {
            text += "<option value=\"\(MarkupText.escaped(value.value))\"\(value.value == chosen ? " selected" : "")>"
            text += "\(MarkupText.escaped(value.label))</option>"
        }
        return text + "</select></label>"
    }

    private func dataSection(_ data: String) -> String {
        // The first line end after the tag is none of the text.
        """
        <section><details open><summary>Data <span id="vv-edited" hidden>edited</span></summary>
        <textarea id="vv-data" aria-label="Data, JSON" aria-describedby="vv-data-said" spellcheck="false" \
        autocomplete="off" rows="16">
        \(MarkupText.escaped(data))</textarea>
        <p id="vv-data-said" role="status"></p>
        <p class="vv-row"><button type="button" id="vv-reset" disabled>Reset</button> \
        <small>Changes are drawn at once, and stay in this page: no file is written.</small></p></details></section>

        """
    }

    private static let style = """
        .home{color:var(--mark);text-decoration:none;white-space:nowrap}
        .home:hover,.vv-links a:hover,.open:hover{text-decoration:underline}
        #controls{flex:0 0 auto}
        #vv-controls{flex:1 1 100%;margin:.25rem 0 0;gap:.5rem 1.25rem;padding-top:.75rem;border-top:1px solid var(--rule)}
        #vv-controls label{color:var(--dim)}
        select,button,textarea{font:inherit;color:var(--ink);background:var(--page);border:1px solid var(--rule);border-radius:.375rem}
        select{padding:.125rem .25rem;margin-inline-start:.25rem}
        button{padding:.25rem .75rem;cursor:pointer}
        button:disabled{opacity:.5;cursor:default}
        .vv-links{margin-inline-start:auto;display:flex;gap:.75rem;color:var(--dim)}
        .vv-links a,.open{color:var(--mark);text-decoration:none}
        #vv-legend{margin:0;flex:1 1 100%;font-size:.8125rem}
        #vv-legend span{display:inline-block;min-width:1.5rem;padding:0 .375rem;border-radius:.25rem;color:#fff;text-align:center}
        .vv-paint0{background:#2f63d6}.vv-paint1{background:#1f8a41}#vv-legend .vv-paint2{background:#ff9f1c;color:#000}.vv-paint3{background:#d32f2f}
        #vv-data{display:block;width:100%;resize:vertical;padding:.5rem;font:.75rem/1.5 ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre;overflow:auto}
        #vv-data[aria-invalid=true]{border-color:#f54a45;outline:1px solid #f54a45}
        #vv-data-said{margin:.375rem 0;white-space:pre-wrap;overflow:auto;color:#d32f2f;font:.75rem/1.5 ui-monospace,"DejaVu Sans Mono",monospace}
        #vv-data-said:empty{display:none}
        #vv-edited{margin-inline-start:.5rem;padding:0 .375rem;border-radius:.25rem;background:var(--soft);font-weight:400;font-size:.75rem}
        .vv-row{display:flex;gap:.75rem;align-items:center;margin:.5rem 0 0}
        small{color:var(--dim)}
        .screen{width:fit-content;max-width:100%}
        .device .screen{border:.625rem solid #1f2329;border-radius:2rem;overflow:auto;background:#fff;box-shadow:0 0 0 1px var(--rule),0 4px 20px #0003;scrollbar-width:thin}
        .device.dark .screen{background:#000}
        .device .picture{box-shadow:none;max-width:none}
        .device .picture svg{max-width:none}
        @media (prefers-color-scheme:dark){#vv-data-said{color:#ff8a80}.device .screen{border-color:#4a4e54}}
        #stage[aria-busy=true]{opacity:.7}

        """
}
