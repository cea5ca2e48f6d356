// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// What the stand-in remembers, for the program that checks the views.

package enum PathElement: Equatable {
    case rect(CGRect, radius: CGFloat)
    case ellipse(CGRect)
    case move(CGPoint)
    case line(CGPoint)
    case arc(CGPoint, CGPoint, radius: CGFloat)
    case close
}

package struct GraphicsState {
    package var fill: [CGFloat] = []
    package var stroke: [CGFloat] = []
    package var lineWidth: CGFloat = 1
    package var dashes: [CGFloat] = []
    package var clips: [[PathElement]] = []
    package var origin = CGPoint.zero
    package var scale = CGSize(width: 1, height: 1)

    /// Where a rectangle lies before everything was moved and mirrored.
    package func place(of rect: CGRect) -> CGRect {
        let one = CGPoint(x: origin.x + rect.minX * scale.width, y: origin.y + rect.minY * scale.height)
        let other = CGPoint(x: origin.x + rect.maxX * scale.width, y: origin.y + rect.maxY * scale.height)
        return CGRect(
            x: min(one.x, other.x),
            y: min(one.y, other.y),
            width: abs(other.x - one.x),
            height: abs(other.y - one.y)
        )
    }
}

/// One call that leaves something on the screen.
package struct DrawingCall: Equatable {
    package enum Kind: Equatable {
        case fill([PathElement], [CGFloat])
        case stroke([PathElement], [CGFloat], width: CGFloat, dashes: [CGFloat])
        case image(String, CGRect, isMirrored: Bool, isUpright: Bool)
        case text(String, font: String, CGPoint, [CGFloat], isUpright: Bool, isRightToLeft: Bool)
    }

    package var kind: Kind
    package var clips: [[PathElement]]
}

extension CGContext {
    package func record(_ kind: DrawingCall.Kind) {
        calls.append(DrawingCall(kind: kind, clips: state.clips))
    }
}
