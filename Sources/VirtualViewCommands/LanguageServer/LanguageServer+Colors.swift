import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

// The colours of a document, which editors show and let people choose.

extension LanguageServer {
    func colors(_ document: OpenDocument) -> JSONValue {
        var counter = counter(document.text)
        return .array(
            colorPlaces(document).map { place in
                func part(_ shift: UInt32) -> JSONValue { .double(Double(place.argb >> shift & 0xFF) / 255) }
                let color: JSONValue = ["red": part(16), "green": part(8), "blue": part(0), "alpha": part(24)]
                return ["range": counter.range(place.range), "color": color]
            }
        )
    }

    private func colorPlaces(_ document: OpenDocument) -> [(range: Range<Int>, argb: UInt32)] {
        switch document.kind {
        case .xml:
            guard let analysis = workspace.analysis(of: document), let elements = document.elements(analysis) else {
                return []
            }
            let tree = elements.tree
            return tree.elements.flatMap { element in
                tree.attributes(of: element).compactMap { attribute -> (Range<Int>, UInt32)? in
                    let place = elements.place(of: attribute.valueSpan.offsets)
                    // What is being edited is no colour any more, or another.
                    guard place.count == attribute.valueSpan.offsets.count,
                        let color = tree.color(attribute, of: element, analysis.compiler.configuration)
                    else { return nil }
                    return (place, color)
                }
            }
        case .assemble:
            return AssembleOutline(document.source).attributes.compactMap { attribute in
                let known = LanguageGuide.assembleAttribute(attribute.name, isOfBlock: attribute.isOfBlock)
                guard known?.isColor == true, let value = attribute.value else { return nil }
                // The language takes the digits also without the sign, and no names.
                let argb = ColorText.argb((value.hasPrefix("#") ? value : "#\(value)").utf8)
                return argb.map { (attribute.valueRange, $0) }
            }
        case .data, .project, .other: return []
        }
    }

    func colorPresentations(_ params: JSONValue) throws(RPCError) -> JSONValue {
        let document = try document(params)
        let offsets = try document.text.offsets(params["range"], abilities.encoding)
        var argb: UInt32 = 0
        for name in ["alpha", "red", "green", "blue"] {
            let part: Double
            switch params.at("color", name) {
            case .int(let number): part = Double(number)
            case .double(let number): part = number
            default: throw .parameter("color")
            }
            argb = argb << 8 | UInt32((min(1, max(0, part)) * 255).rounded())
        }
        var text = ValuePrinter.color(argb)
        if document.kind == .assemble, document.text.bytes[offsets].first != UInt8(ascii: "#") {
            text.removeFirst()
        }
        var counter = counter(document.text)
        return [["label": .string(text), "textEdit": ["range": counter.range(offsets), "newText": .string(text)]]]
    }
}
