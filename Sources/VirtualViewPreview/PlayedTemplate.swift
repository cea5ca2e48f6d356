import VirtualViewCore
import VirtualViewExpressions
import VirtualViewFormat

/// A template that the runtime plays in a page: what the script of `Sources/Web/live.js` needs.
package struct PlayedTemplate: Sendable {
    /// Where the script is, which has the runtime in it.
    package enum Player: Sendable {
        /// In the page, which then needs nothing else.
        case text(String)
        /// On the server that sent the page.
        case address(String)

        var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        var address: String? {
            if case .address(let address) = self { address } else { nil }
        }
    }

    /// The script.
    package var player: Player
    /// The name of the template, which is among the files.
    package var type: String
    /// The compiled templates by their names.
    package var files: [String: [UInt8]]
    /// The app's own components.
    package var components: [ComponentSchema] = []
    /// The sample results of the app's functions, by their names; each as JSON, as in a project file.
    package var functions: [String: String] = [:]
    /// The images by the names that the data has for them: addresses that contain them.
    package var images: [String: String] = [:]
    /// The sizes that the project gives images, by their names: width and height as a template writes them.
    package var imageSizes: [String: [String]] = [:]
    /// The pictures of the app's own views, by their components.
    package var slots: [String: String] = [:]
    /// The data, as JSON; `nil` for none.
    package var data: String?
    /// The environment to begin with.
    package var setting = PreviewPage.Setting()
    /// The identifier of the user's language and region; `nil` for that of the browser.
    package var locale: String?
    /// The width to begin with, in points.
    package var width = 375.0
    /// The widths that can be chosen beside the usual ones, in points.
    package var widths: [Double] = []
    /// The height of the view, in points; `nil` for that of its content.
    package var height: Double?
    /// The width of the screen, in points; `nil` for that of the view.
    package var screenWidth: Double? = 375
    /// The values that an app gives bindings.
    package var values: BindingObject = [:]

    /// Describes a template without anything that stands for an app.
    package init(_ type: String, files: [String: [UInt8]], player: Player) {
        self.type = type
        self.files = files
        self.player = player
    }
}

extension PlayedTemplate {
    /// What a page says that has pictures only.
    static let absence = """

        <p id="live-state">Pictures, drawn by vvc. A vvc that has the player (<code>make web</code>) plays the template too.</p>
        """

    /// The part of a page that says what it shows, with the place of the played template.
    var section: String {
        """
        <section id="live" aria-label="Played in this page"><p id="live-state">Pictures, drawn by vvc; the player starts.</p>
        <div data-live="\(SVGText.escaped(type))" hidden></div></section>

        """
    }

    /// The description for the script.
    var markup: String {
        var json = JSONWriter(isPretty: false, escapes: .needed)
        json.object { json in
            json.texts("files", files.mapValues { Base64.text(of: $0) })
            json.object("views") { json in
                json.object(type) { json in
                    json.value("type", type)
                    if let height { json.value("height", height) }
                    if let data { json.value("data", written: data) }
                }
            }
            if !components.isEmpty { json.value("components", written: ComponentSchema.json(components)) }
            json.object("functions") { json in
                for (name, results) in functions.sorted(by: { $0.key < $1.key }) { json.value(name, written: results) }
            }
            json.texts("images", images)
            json.object("imageSizes") { json in
                for (name, sides) in imageSizes.sorted(by: { $0.key < $1.key }) { json.array(name, sides) }
            }
            json.texts("slots", slots)
            json.numbers("widths", widths)
            json.object("settings") { json in
                // The frames are those of the pictures.
                json.value("metrics", "built-in")
                json.value("width", width)
                json.value("screenWidth", written: screenWidth.map(JSONWriter.number) ?? "null")
                if setting.appearance == .dark { json.value("appearance", "dark") }
                if setting.layoutDirection == .rightToLeft { json.value("direction", "rtl") }
                if setting.textScale != 1 { json.value("textScale", setting.textScale) }
                if let locale { json.value("locale", locale) }
                json.value("values", written: JSONValue.object(values).exactJSON)
            }
        }
        return "<script type=\"application/json\" id=\"live-data\">\(JSONText.inScript(json.text))</script>\n"
    }
}

extension JSONWriter {
    fileprivate mutating func texts(_ key: String, _ texts: [String: String]) {
        object(key) { json in
            for (name, text) in texts.sorted(by: { $0.key < $1.key }) { json.value(name, text) }
        }
    }
}
