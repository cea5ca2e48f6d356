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
/// `setting` (`appearance`, `direction`, `textScale`) and `update(number, description)`, which shows a view again.
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

    /// Describes a page.
    public init(title: String, sourceName: String, views: [View], data: String? = nil, diagnostics: [String] = []) {
        self.title = title
        self.sourceName = sourceName
        self.views = views
        self.data = data
        self.diagnostics = diagnostics
    }
}
