import VirtualViewCore
import VirtualViewFormat

// The data for the page's script. Texts, property lists and images that several views share are stored once.

extension PreviewPage {
    /// Describes views for a page's script; a server that changes the content of a page sends this to `vvPage.update`.
    ///
    /// - Parameter views: The views.
    /// - Returns: A JSON object that contains nothing that could end a script element.
    /// - Complexity: O(*n*) in the size of the views.
    package static func json(of views: [View]) -> String {
        var lists = SharedTexts()
        var images = SharedTexts()
        var json = JSONWriter(isPretty: false)
        json.beginObject()
        json.array("views") { json in
            for (index, view) in views.enumerated() {
                if index > 0 { json.startLine() }
                write(view, to: &json, &lists, &images)
            }
        }
        json.startLine()
        json.array("properties") { json in
            for (index, list) in lists.texts.enumerated() {
                if index > 0 { json.startLine() }
                json.value(nil, written: list)
            }
        }
        json.startLine()
        json.array("images", images.texts)
        json.endObject()
        return JSONText.inScript(json.text)
    }

    private static func write(
        _ view: View,
        to json: inout JSONWriter,
        _ lists: inout SharedTexts,
        _ images: inout SharedTexts
    ) {
        json.object { json in
            json.value("width", written: SVGText.number(view.width))
            json.array("size") { json in
                json.value(nil, written: SVGText.number(view.size.width))
                json.value(nil, written: SVGText.number(view.size.height))
            }
            json.value("appearance", view.setting.appearance.rawValue)
            json.value("direction", view.setting.layoutDirection.rawValue)
            json.value("textScale", written: SVGText.number(view.setting.textScale))
            if let label = view.label { json.value("label", label) }
            if let average = view.paintAverage { json.value("paints", written: SVGText.number(average)) }
            json.value("svg", withoutImages(view.svg, &images))
            json.array("nodes") { json in
                for node in view.nodes { write(node, to: &json, &lists) }
            }
        }
    }

    /// Writes `[component, template, id, depth, frame, shown, visible, properties, file, line]`.
    private static func write(_ node: PreviewNode, to json: inout JSONWriter, _ lists: inout SharedTexts) {
        json.array { json in
            json.value(nil, node.component)
            json.value(nil, node.template)
            json.value(nil, Int(node.id))
            json.value(nil, node.depth)
            for rect in [node.frame, node.shownFrame, node.visibleFrame] { write(rect, to: &json) }
            json.value(nil, lists.number(of: list(of: node)))
            json.value(nil, node.source?.file)
            json.value(nil, node.source.map { Int($0.line) })
        }
    }

    private static func write(_ rect: LayoutRect?, to json: inout JSONWriter) {
        guard let rect else { return json.value(nil, nil as String?) }
        json.array { json in
            for number in [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height] {
                json.value(nil, written: SVGText.number(number))
            }
        }
    }

    /// Returns `[[name, text], [name, text, value], …]` for a node's properties.
    private static func list(of node: PreviewNode) -> String {
        var json = JSONWriter(isPretty: false)
        json.array { json in
            for property in node.properties {
                json.array { json in
                    json.value(nil, property.name)
                    json.value(nil, property.text)
                    if let value = property.value { json.value(nil, value) }
                }
            }
        }
        return json.text
    }

    /// Replaces embedded images by their numbers: `href="#!3"`.
    ///
    /// Quotes in texts are escaped, so nothing else in a picture has this form.
    private static func withoutImages(_ svg: String, _ images: inout SharedTexts) -> String {
        let mark = "href=\"data:"
        var result = ""
        var rest = svg[...]
        while let place = rest.firstRange(of: mark) {
            result += rest[..<place.lowerBound]
            let start = rest.index(place.upperBound, offsetBy: -5)
            guard let end = rest[start...].firstIndex(of: "\"") else { break }
            result += "href=\"#!\(images.number(of: String(rest[start..<end])))\""
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

/// A list of distinct texts, each with a number.
private struct SharedTexts {
    private(set) var texts: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of text: String) -> Int {
        if let number = numbers[text] { return number }
        numbers[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }
}
