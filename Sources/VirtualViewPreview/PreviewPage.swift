public import VirtualViewCore

/// One self-contained HTML page that shows a template: pictures, node tree, frames and data.
///
/// The page needs no network: its policy forbids everything but its own style and script. A page that a server sends may
/// bring a script of its own, ``liveScript``, which may talk to the server alone. Such a script finds these on `document`:
///
/// | event | when | `detail` |
/// |---|---|---|
/// | `vv-ready` | the page was built | `page` |
/// | `vv-select` | a node was chosen or left | `view`, `node`: numbers, or `null` |
/// | `vv-click` | somebody clicked in a picture | `view`, `node`, and `x`, `y` in points |
///
/// and `document.vvPage` with `views` (the descriptions), `view` (the number of the one in use), `select(node)`,
/// `setting` (`appearance`, `direction`, `textScale`) and `update(number, description)`, which shows a view anew.
public struct PreviewPage: Sendable {
    /// What surrounds the template in a picture.
    public struct Setting: Hashable, Sendable {
        /// Light or dark.
        public var appearance: ScreenEnvironment.Appearance
        /// The direction of the user's language.
        public var layoutDirection: ScreenEnvironment.LayoutDirection
        /// The factor by which texts are larger.
        public var textScale: Double

        /// Describes a setting.
        ///
        /// - Parameters:
        ///   - appearance: Light or dark.
        ///   - layoutDirection: The direction of the user's language.
        ///   - textScale: The factor by which texts are larger.
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

    /// One picture with what is in it.
    public struct View: Sendable {
        /// The width that was asked for, in points.
        public var width: Double
        /// What surrounds the template.
        public var setting: Setting
        /// The size of the picture in points.
        public var size: LayoutSize
        /// The picture, an `svg` element; ids must differ between the views of a page.
        public var svg: String
        /// The nodes in pre-order, as `data-node` counts them.
        public var nodes: [PreviewNode]

        /// Describes a picture.
        ///
        /// - Parameters:
        ///   - width: The width that was asked for, in points.
        ///   - setting: What surrounds the template.
        ///   - size: The size of the picture in points.
        ///   - svg: The picture, an `svg` element.
        ///   - nodes: The nodes in pre-order.
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
    /// The source's file name, without folders.
    public var sourceName: String
    /// The pictures: for each setting one of each width; the setting of the first is shown first.
    public var views: [View]
    /// The data as JSON text; `nil` for none.
    public var data: String?
    /// What is to be said about the template, a line each, without the paths of folders.
    public var diagnostics: [String]
    /// A script for pages that a server sends; it may connect to that server.
    public var liveScript: String?
    /// Markup at the end of the page's body, for that script; it must be well formed, and has no styles of its own.
    public var liveBody: String?

    /// Describes a page.
    ///
    /// - Parameters:
    ///   - title: The template's name.
    ///   - sourceName: The source's file name, without folders.
    ///   - views: The pictures.
    ///   - data: The data as JSON text; `nil` for none.
    ///   - diagnostics: What is to be said about the template, a line each.
    public init(title: String, sourceName: String, views: [View], data: String? = nil, diagnostics: [String] = []) {
        self.title = title
        self.sourceName = sourceName
        self.views = views
        self.data = data
        self.diagnostics = diagnostics
    }
}
