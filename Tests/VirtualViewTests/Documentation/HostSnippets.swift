import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewTestSupport

/// The host of `Docs/Embedding.md`: what stands between the markers is what the page shows.
@Suite struct HostSnippets {
    private func container(_ source: [UInt8]) throws -> Container {
        let compiled = TemplateCompiler().compile(SourceFile(path: "Card.xml", bytes: source))
        let template = try Template(decoding: #require(compiled.bytes))
        return Container(try PreparedTemplate(template).makeTree())
    }

    private func card(_ name: String) throws -> Container {
        let folder = Fixtures.templates
        let card = try container([UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).xml"))))
        let data = [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).json")))
        card.update(data: try JSONValue(json: data))
        card.layout(in: card.sizeThatFits(width: 375))
        return card
    }

    @Test func host() throws {
        let card = try card("ProductCard")
        let context = RecordingSurface()
        // snippet: host-use
        let painter = Painter(surface: context)
        if card.needsDisplay { painter.draw(card.displayList()) }
        // end
        #expect(context.depth == 0 && context.deepest == 2)
        #expect(context.calls.contains("text Add to cart"))
        #expect(context.calls.contains("image https://img.example.com/products/coffee-set-wide.jpg"))
        #expect(context.calls.first == "fill 0,0 375x\(Int(card.size.height)) #FFF5F6F7")
        #expect(context.calls.filter { $0.hasPrefix("clip") }.count == 2)
        #expect(context.calls.contains { $0.hasPrefix("strike") })
        #expect(!card.needsDisplay)
    }

    @Test func pagesTurnThatCameWithAClick() throws {
        let templates = TemplateManager()
        let sources = [
            "Screen": """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                <NText text="More" flag="flag_clickable" layoutWidth="100" layoutHeight="40"/>
                <Page id="7" layoutWidth="match_parent" layoutHeight="100" dataTag="${pages}" autoSwitch="true"
                    stayTime="1000"/>
            </VHLayout>
            """,
            "Sheet": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="match_parent"/>"#,
        ]
        for (name, source) in sources {
            let compiled = TemplateCompiler().compile(SourceFile(path: "\(name).xml", text: source))
            _ = try templates.load(#require(compiled.bytes), as: name)
        }
        let card = Container(try templates.makeNodeTree(of: "Screen"))
        card.onEvent = { [weak card] event in
            guard event.kind == .click else { return }
            card?.update(data: ["pages": [["type": "Sheet", "t": "a"], ["type": "Sheet", "t": "b"]]])
        }
        card.layout(in: LayoutSize(width: 375, height: 300))
        let (painter, timer) = (Painter(surface: RecordingSurface()), Alarm())
        // snippet: host-input
        func handled(at now: Double) {
            card.advance(to: now)
            if card.needsLayout { card.layout(in: card.size) }
            if card.needsDisplay { painter.draw(card.displayList()) }
            card.exposeNodes()
            card.turnDidEnd()
            // Pages that came with data turn only after a layout.
            timer.ring(at: card.advance(to: now))  // then: handled(at: now)
        }
        handled(at: 12)
        card.touch(.began, at: LayoutPoint(x: 20, y: 30), time: 12.5)
        handled(at: 12.5)
        card.touch(.ended, at: LayoutPoint(x: 21, y: 30), time: 12.6)
        handled(at: 12.6)
        // end
        #expect(timer.times.count == 3)
        let page = try #require(card.tree.node(withID: 7) as? PageNode)
        #expect(page.currentPage == 0)
        handled(at: try #require(timer.times.last ?? nil))
        #expect(page.currentPage == 1 && !card.needsDisplay)
        #expect(timer.times.last != .some(nil))
    }

    /// A clock that calls back.
    private final class Alarm {
        var times: [Double?] = []

        func ring(at time: Double?) { times.append(time) }
    }

    @Test func drawsLinesShapesAndBars() throws {
        let context = RecordingSurface()
        let painter = Painter(surface: context)
        painter.draw(try card("UploadRow").displayList())
        painter.draw(try card("FlightTicket").displayList())
        let circle = try container(Array(#"<VGraph type="circle" diameterX="9"/>"#.utf8))
        circle.layout(in: LayoutSize(width: 20, height: 20))
        painter.draw(circle.displayList())
        #expect(context.calls.contains { $0.hasPrefix("line") && $0.contains("dashes") })
        #expect(context.calls.contains { $0.hasPrefix("ellipse") })
        #expect(context.depth == 0)
    }

    @Test func bordersAreAsRoundOutsideAsTheirBoxes() throws {
        let source =
            #"<FrameLayout borderWidth="4" borderColor="blue" borderTopLeftRadius="10" borderTopRightRadius="1"/>"#
        let box = try container(Array(source.utf8))
        box.layout(in: LayoutSize(width: 20, height: 20))
        let context = RecordingSurface()
        Painter(surface: context).draw(box.displayList())
        #expect(context.calls.last == "stroke 2,2 16x16 [8.0, 0.0, 0.0, 0.0]", "\(context.calls)")
    }

    @Test func drawsBothLinesOfAText() throws {
        let text = try container(Array(#"<NText text="a" textSize="10" textStyle="underline|strike"/>"#.utf8))
        text.layout(in: LayoutSize(width: 20, height: 20))
        let context = RecordingSurface()
        Painter(surface: context).draw(text.displayList())
        let strikes = context.calls.filter { $0.hasPrefix("strike") }
        #expect(strikes.count == 2 && Set(strikes).count == 2, "\(strikes)")
    }
}

/// Writes down what is drawn.
private final class RecordingSurface: Surface {
    var calls: [String] = []
    var depth = 0
    var deepest = 0

    private func text(_ rect: LayoutRect) -> String {
        "\(Int(rect.origin.x)),\(Int(rect.origin.y)) \(Int(rect.size.width))x\(Int(rect.size.height))"
    }

    func save() {
        depth += 1
        deepest = max(deepest, depth)
    }

    func restore() { depth -= 1 }
    func clip(to rect: LayoutRect, radii: DisplayList.CornerRadii) { calls.append("clip \(text(rect))") }
    func mirror(around x: Double) { calls.append("mirror \(Int(x))") }
    func setOpacity(_ opacity: Double) { calls.append("opacity \(opacity)") }

    func fill(_ rect: LayoutRect, radii: DisplayList.CornerRadii, _ color: ARGBColor) {
        calls.append("fill \(text(rect)) #\(String(color.rawValue, radix: 16, uppercase: true))")
    }

    func stroke(_ rect: LayoutRect, radii: DisplayList.CornerRadii, _ color: ARGBColor, width: Double) {
        calls.append("stroke \(text(rect)) \(radii.corners)")
    }

    func ellipse(in rect: LayoutRect, _ color: ARGBColor, strokeWidth: Double?) {
        calls.append("ellipse \(text(rect))")
    }

    func line(_ line: DisplayList.Line) { calls.append("line\(line.dashes.isEmpty ? "" : " dashes")") }

    func text(_ text: String, at baseline: LayoutPoint, font: TextFont, _ color: ARGBColor) {
        calls.append("text \(text)")
    }

    func image(_ source: String, in rect: LayoutRect, _ scaleType: ImageNode.ScaleType) {
        calls.append("image \(source)")
    }
    func strike(from start: LayoutPoint, width: Double, _ color: ARGBColor) {
        calls.append("strike \(start.y) \(width)")
    }
}

// snippet: host-surface
/// What a drawing system has to offer; Core Graphics, Skia and Cairo all do.
protocol Surface {
    func save()
    func restore()
    func clip(to rect: LayoutRect, radii: DisplayList.CornerRadii)
    /// Exchanges left and right, for an arrow on a screen that is read from right to left.
    func mirror(around x: Double)
    func setOpacity(_ opacity: Double)
    func fill(_ rect: LayoutRect, radii: DisplayList.CornerRadii, _ color: ARGBColor)
    func stroke(_ rect: LayoutRect, radii: DisplayList.CornerRadii, _ color: ARGBColor, width: Double)
    func ellipse(in rect: LayoutRect, _ color: ARGBColor, strokeWidth: Double?)
    func line(_ line: DisplayList.Line)
    func text(_ text: String, at baseline: LayoutPoint, font: TextFont, _ color: ARGBColor)
    func strike(from start: LayoutPoint, width: Double, _ color: ARGBColor)
    func image(_ source: String, in rect: LayoutRect, _ scaleType: ImageNode.ScaleType)
}
// end

// snippet: host-painter
/// Draws display lists on a surface.
struct Painter<Target: Surface> {
    let surface: Target

    func draw(_ list: DisplayList) {
        for item in list.items {
            switch item.content {
            case .beginGroup(let group): begin(group)
            case .endGroup: surface.restore()
            case .box(let box): draw(box, in: item.frame)
            case .text(let text): draw(text)
            case .image(let image): draw(image)
            case .line(let line): surface.line(line)
            case .shape(let shape): draw(shape)
            case .bar(let bar): surface.fill(bar.box, radii: .zero, bar.color)
            case .slot: break  // a view of the app
            @unknown default: break
            }
        }
    }

    /// Everything up to the end of the group is clipped and faded together; its places are already scrolled.
    private func begin(_ group: DisplayList.Group) {
        surface.save()
        if let clip = group.clip { surface.clip(to: clip, radii: group.radii) }
        if group.opacity < 1 { surface.setOpacity(group.opacity) }
    }

    private func draw(_ box: DisplayList.Box, in frame: LayoutRect) {
        if box.background.alpha > 0 { surface.fill(frame, radii: box.radii, box.background) }
        if let image = box.backgroundImage { clipped(frame, box.radii) { surface.image(image, in: frame, .fitXY) } }
        guard box.borderWidth > 0 else { return }
        // The border lies inside the frame, and a stroke is drawn around the middle of its width.
        let half = box.borderWidth / 2
        let radii = inset(box.radii, by: half)
        surface.stroke(inset(frame, by: half), radii: radii, box.borderColor, width: box.borderWidth)
    }

    private func draw(_ text: DisplayList.Text) {
        for line in text.lines {
            surface.text(line.text, at: line.baseline, font: text.font, text.color)
            for (isOn, share) in [(text.isStruckThrough, -0.3), (text.isUnderlined, 0.1)] where isOn {
                let start = LayoutPoint(x: line.baseline.x, y: line.baseline.y + text.font.size * share)
                surface.strike(from: start, width: line.width, text.color)
            }
        }
    }

    /// Without a destination the surface places the image by its own size, as the scale type says.
    private func draw(_ image: DisplayList.Image) {
        clipped(image.box, image.radii) {
            let place = image.destination ?? image.box
            if image.isMirrored { surface.mirror(around: place.origin.x + place.size.width / 2) }
            surface.image(image.source, in: place, image.destination == nil ? image.scaleType : .fitXY)
        }
    }

    private func draw(_ shape: DisplayList.Shape) {
        let box = inset(shape.box, by: (shape.strokeWidth ?? 0) / 2)
        switch (shape.kind, shape.strokeWidth) {
        case (.rect, nil): surface.fill(box, radii: .zero, shape.color)
        case (.rect, let width?): surface.stroke(box, radii: .zero, shape.color, width: width)
        default: surface.ellipse(in: box, shape.color, strokeWidth: shape.strokeWidth)
        }
    }

    private func clipped(_ rect: LayoutRect, _ radii: DisplayList.CornerRadii, _ body: () -> Void) {
        surface.save()
        surface.clip(to: rect, radii: radii)
        body()
        surface.restore()
    }

    private func inset(_ rect: LayoutRect, by distance: Double) -> LayoutRect {
        LayoutRect(
            x: rect.origin.x + distance,
            y: rect.origin.y + distance,
            width: max(0, rect.size.width - 2 * distance),
            height: max(0, rect.size.height - 2 * distance)
        )
    }

    /// Lines at one distance have corners of one centre.
    private func inset(_ radii: DisplayList.CornerRadii, by distance: Double) -> DisplayList.CornerRadii {
        DisplayList.CornerRadii(
            topLeft: max(0, radii.topLeft - distance),
            topRight: max(0, radii.topRight - distance),
            bottomLeft: max(0, radii.bottomLeft - distance),
            bottomRight: max(0, radii.bottomRight - distance)
        )
    }
}
// end
