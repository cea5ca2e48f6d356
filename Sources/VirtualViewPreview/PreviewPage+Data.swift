import VirtualViewCore

// The data for the page's script. Texts, property lists and images that several views share are stored once.

extension PreviewPage {
    /// The data for the page's script.
    var json: String {
        Self.json(of: views)
    }

    /// Describes views for a page's script; a server that changes the content of a page sends this to `vvPage.update`.
    ///
    /// - Parameter views: The views.
    /// - Returns: A JSON object that contains nothing that could end a script element.
    /// - Complexity: O(*n*) in the size of the views.
    package static func json(of views: [View]) -> String {
        var lists = SharedTexts()
        var images = SharedTexts()
        let views = views.map { view in
            "{"
                + [
                    "\"width\":\(SVGText.number(view.width))",
                    "\"size\":[\(SVGText.number(view.size.width)),\(SVGText.number(view.size.height))]",
                    "\"appearance\":\(JSONText.quoted(view.setting.appearance.rawValue))",
                    "\"direction\":\(JSONText.quoted(view.setting.layoutDirection.rawValue))",
                    "\"textScale\":\(SVGText.number(view.setting.textScale))",
                    "\"svg\":\(JSONText.quoted(withoutImages(view.svg, &images)))",
                    "\"nodes\":[\(view.nodes.map { json(of: $0, &lists) }.joined(separator: ","))]",
                ].joined(separator: ",") + "}"
        }
        let text = """
            {"views":[\(views.joined(separator: ",\n"))],
            "properties":[\(lists.texts.joined(separator: ",\n"))],
            "images":[\(images.texts.map(JSONText.quoted).joined(separator: ","))]}
            """
        // An end tag or a comment in a text must not end the element.
        return text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
    }

    /// `[component, template, id, depth, frame, shown, visible, properties, file, line]`.
    private static func json(of node: PreviewNode, _ lists: inout SharedTexts) -> String {
        func rect(_ rect: LayoutRect?) -> String {
            guard let rect else { return "null" }
            let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
            return "[" + numbers.map(SVGText.number).joined(separator: ",") + "]"
        }
        let properties = node.properties.map { property in
            let value = property.value.map { "," + JSONText.quoted($0) } ?? ""
            return "[\(JSONText.quoted(property.name)),\(JSONText.quoted(property.text))\(value)]"
        }
        let parts = [
            JSONText.quoted(node.component), JSONText.quoted(node.template), "\(node.id)", "\(node.depth)",
            rect(node.frame), rect(node.shownFrame), rect(node.visibleFrame),
            "\(lists.number(of: "[" + properties.joined(separator: ",") + "]"))",
            node.source.map { JSONText.quoted($0.file) } ?? "null", node.source.map { "\($0.line)" } ?? "null",
        ]
        return "[" + parts.joined(separator: ",") + "]"
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
