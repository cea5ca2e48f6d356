import VirtualViewPreview

@testable import VirtualViewCore

extension DisplayList.Item {
    /// Makes what a node draws that no data made.
    init(_ content: Content, node: Int = 0, text: String? = nil, frame: LayoutRect = .zero) {
        self.init(
            nodeIndex: node,
            dataPath: DataPath(),
            templateIndex: node,
            nodeID: 0,
            accessibilityText: text,
            frame: frame,
            content: content
        )
    }
}

/// Images of some names, which all are the same drawing.
struct SameImages: ImageProviding {
    static let svg = Array(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"/>"#.utf8)

    let names: Set<String>

    func encodedImage(for source: String) -> EncodedImage? {
        names.contains(source) ? EncodedImage(Self.svg) : nil
    }
}
