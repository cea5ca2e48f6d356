import VirtualView
import VirtualViewFormat
import VirtualViewPreview

/// The limits of a preview's content, whatever the sizes of the template and the data are.
///
/// No browser shows half a million lines in a reasonable time, and writing them takes gigabytes. Content that does not
/// fit is omitted at the end, and the preview has a warning about that.
struct PreviewRoom {
    /// The lines of text, boxes, images and other drawings in all pictures.
    var drawingCount = 50_000
    /// The nodes in all trees.
    var nodeCount = 50_000
    /// The bytes of data.
    var dataByteCount = 256 << 10
    /// The scalars of a value.
    static let valueLength = 400

    /// Returns the part for one of several pictures.
    func share(among count: Int) -> PreviewRoom {
        var share = self
        share.drawingCount /= max(1, count)
        share.nodeCount /= max(1, count)
        return share
    }

    /// Leaves what a picture does not need to the others.
    mutating func take(_ rendering: TemplatePreview.Rendering) {
        drawingCount -= rendering.list.drawingCount
        nodeCount -= rendering.nodes.count
    }

    /// Returns the warnings about parts of a picture that are omitted because they do not fit.
    func warnings(drawings: Int, nodes: Int, share: PreviewRoom, width: Double) -> [RuntimeWarning] {
        var warnings: [RuntimeWarning] = []
        let width = JSONWriter.number(width)
        if drawings > share.drawingCount {
            warnings.append(
                RuntimeWarning(
                    leftOut:
                        "at width \(width) there are \(drawings) lines of text, boxes and images; those at the end are "
                        + "left out, for a preview draws \(drawingCount) in all"
                )
            )
        }
        if nodes > share.nodeCount {
            warnings.append(
                RuntimeWarning(
                    leftOut:
                        "at width \(width) there are \(nodes) nodes; those at the end are left out of the tree, for a "
                        + "preview lists \(nodeCount) in all"
                )
            )
        }
        return warnings
    }

    /// Returns the beginning of the data, and the sentence about the rest.
    func data(_ bytes: [UInt8]) -> (text: String, warning: RuntimeWarning?) {
        guard bytes.count > dataByteCount else { return (String(decoding: bytes, as: UTF8.self), nil) }
        // A character that is cut in two would be shown as another one.
        var end = max(0, dataByteCount)
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return (
            String(decoding: bytes[..<end], as: UTF8.self) + "…",
            RuntimeWarning(
                leftOut:
                    "the data has \(bytes.count) bytes; those at the end are left out, for a page shows \(dataByteCount)"
            )
        )
    }

    /// Returns the beginning of a value.
    static func value(_ text: String) -> String {
        VisibleText.cut(text, to: valueLength)
    }
}
