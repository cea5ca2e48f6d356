import VirtualView
import VirtualViewCompiler
import VirtualViewPreview

// Pages, and the views on them.

extension TemplatePreview {
    /// Returns a page with the pictures of all widths.
    ///
    /// - Parameter settings: The settings; `nil` for every one that makes a difference.
    /// - Returns: The page.
    func page(settings: [PreviewPage.Setting]? = nil) -> PreviewPage {
        var room = options.room
        let drawn = views(settings ?? self.settings(), &room)
        var warnings = drawn.warnings
        let data = data.map { options.room.data($0.bytes) }
        if let warning = data?.warning { warnings.append(warning) }
        var page = PreviewPage(
            title: title,
            sourceName: Path.name(of: sourcePath),
            views: drawn.views,
            data: data?.text,
            diagnostics: diagnosticLines() + warnings.map(\.line)
        )
        page.played = options.player.map(played)
        return page
    }

    /// Draws and describes all widths in some settings.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - room: What may be drawn; what is drawn is taken from it.
    ///   - first: The number of the first view on its page.
    ///   - count: The number of views that share the room, if others follow.
    /// - Returns: The views, and the warnings about the templates, the data and the layout.
    func views(
        _ settings: [PreviewPage.Setting],
        _ room: inout PreviewRoom,
        from first: Int = 0,
        sharing count: Int? = nil
    ) -> (views: [PreviewPage.View], warnings: [RuntimeWarning]) {
        var views: [PreviewPage.View] = []
        var warnings = preparationWarnings
        var left = count ?? settings.count * options.widths.count
        for setting in settings {
            for width in options.widths {
                let rendering = rendering(width: width, setting, room.share(among: left)) { warning in
                    if !warnings.contains(warning) { warnings.append(warning) }
                }
                room.take(rendering)
                left -= 1
                views.append(view(of: rendering, number: first + views.count, width: width, setting))
            }
        }
        return (views, warnings)
    }

    /// Draws and describes one picture, the view of that number on its page.
    func view(
        of rendering: Rendering,
        number: Int,
        width: Double,
        _ setting: PreviewPage.Setting
    ) -> PreviewPage.View {
        var view = PreviewPage.View(
            width: width,
            setting: setting,
            size: rendering.list.size,
            svg: renderer(idPrefix: "view\(number)").render([rendering.list], elements: [rendering.elements]),
            nodes: rendering.nodes
        )
        if options.showsOverdraw { view.paintAverage = PaintCount(rendering.list).average }
        return view
    }

    /// Returns what draws pictures as they are asked for.
    func renderer(canvas: ARGBColor? = nil, idPrefix: String = "vv") -> SVGRenderer {
        var renderer = SVGRenderer(title: title, images: images, canvas: canvas, idPrefix: idPrefix)
        renderer.showsOverdraw = options.showsOverdraw
        renderer.fonts = options.fonts
        return renderer
    }

    /// Describes what a page plays; the images are those that its pictures show, and those that the templates name.
    private func played(by player: PlayedTemplate.Player) -> PlayedTemplate {
        var played = PlayedTemplate(title, files: input.files, player: player)
        played.components = template.ownComponents
        played.functions = input.functions.mapValues(\.json)
        for name in input.constants { _ = images.encodedImage(for: name) }
        played.images = images.found.mapValues(\.dataURI)
        played.imageSizes = images.sizes.mapValues { [$0.width, $0.height] }
        played.slots = images.slotPictures.mapValues(\.dataURI)
        played.data = data?.value.exactJSON
        played.setting = options.setting
        played.locale = options.locale
        played.width = options.widths.last ?? played.width
        played.widths = options.widths
        played.height = options.height
        played.screenWidth = options.screenWidth
        played.values = options.values
        return played
    }

    /// Returns the settings that look different from the first one: all combinations of settings that make a difference
    /// by itself.
    private func settings() -> [PreviewPage.Setting] {
        let first = options.setting
        let share = options.room.share(among: options.widths.count)
        let base = options.widths.map { rendering(width: $0, first, share).look }
        func matters(_ setting: PreviewPage.Setting) -> Bool {
            zip(options.widths, base).contains { rendering(width: $0, setting, share).look != $1 }
        }
        func alternatives<Value: Equatable>(
            _ path: WritableKeyPath<PreviewPage.Setting, Value>,
            _ values: [Value]
        ) -> [Value] {
            let others = values.filter { value in
                var setting = first
                setting[keyPath: path] = value
                return value != first[keyPath: path] && matters(setting)
            }
            return [first[keyPath: path]] + others
        }
        var settings: [PreviewPage.Setting] = []
        let directions = alternatives(\.layoutDirection, [.leftToRight, .rightToLeft])
        let scales = alternatives(\.textScale, [1, 1.3, 2])
        for appearance in alternatives(\.appearance, [.light, .dark]) {
            for direction in directions {
                for scale in scales {
                    settings.append(.init(appearance: appearance, layoutDirection: direction, textScale: scale))
                }
            }
        }
        return settings
    }

    /// Returns the diagnostics of the compiler, with the names of files instead of their paths.
    func diagnosticLines() -> [String] {
        var formatter = DiagnosticFormatter()
        return input.diagnostics.map { diagnostic in
            let range = diagnostic.range
            let place = formatter.position(of: range.offsets.lowerBound, in: range.file)
            return "\(Path.name(of: range.file.path)):\(place.line):\(place.column): \(diagnostic.severity): "
                + "\(diagnostic.message) [\(diagnostic.id)]"
        }
    }
}
