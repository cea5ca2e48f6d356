// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for what VirtualViewUI uses of Core Graphics. It draws nothing: it remembers what it was told.

@_exported import Foundation

public typealias CFString = String
public typealias CFData = Data
public typealias CFURL = URL
public typealias CFDictionary = [String: Any]
public typealias CFAttributedString = NSAttributedString

public struct CGAffineTransform: Equatable, Sendable {
    public var a, b, c, d, tx, ty: CGFloat

    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
}

public final class CGColor: Sendable {
    package let parts: [CGFloat]

    public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        parts = [red, green, blue, alpha]
    }
}

public class CGPath {
    package var elements: [PathElement] = []

    package init() {}

    public init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        elements = [.rect(rect, radius: 0)]
    }

    public init(
        roundedRect rect: CGRect,
        cornerWidth: CGFloat,
        cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        // The framework stops the program here.
        precondition(cornerWidth >= 0 && 2 * cornerWidth <= rect.width, "a corner is wider than half of the rectangle")
        precondition(cornerHeight >= 0 && 2 * cornerHeight <= rect.height, "a corner is higher than half of it")
        elements = [.rect(rect, radius: cornerWidth)]
    }
}

public final class CGMutablePath: CGPath {
    public override init() {
        super.init()
    }

    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        elements.append(.move(point))
    }

    public func addArc(
        tangent1End: CGPoint,
        tangent2End: CGPoint,
        radius: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        elements.append(.arc(tangent1End, tangent2End, radius: radius))
    }

    public func closeSubpath() {
        elements.append(.close)
    }
}

public final class CGImage {
    package let name: String
    public let width: Int
    public let height: Int

    package init(name: String, width: Int, height: Int) {
        (self.name, self.width, self.height) = (name, width, height)
    }
}

public final class CGColorSpace: Sendable {
    public static let sRGB: CFString = "kCGColorSpaceSRGB"

    public init?(name: CFString) {}
}

public enum CGImageAlphaInfo: UInt32, Sendable {
    case premultipliedLast = 1
}

public enum CGInterpolationQuality: Int32, Sendable {
    case high = 3
}

public enum CGPathFillRule: Int {
    case winding
    case evenOdd
}

public final class CGContext {
    package var calls: [DrawingCall] = []
    package var depth = 0
    package var state = GraphicsState()
    package var stack: [GraphicsState] = []
    package var path: [PathElement] = []

    package init() {}

    public init?(
        data: UnsafeMutableRawPointer?,
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: UInt32
    ) {}

    public func makeImage() -> CGImage? { CGImage(name: "picture", width: 1, height: 1) }

    public var textMatrix = CGAffineTransform.identity
    public var textPosition = CGPoint.zero
    public var interpolationQuality: CGInterpolationQuality = .high

    public func saveGState() {
        stack.append(state)
    }

    public func restoreGState() {
        state = stack.removeLast()
    }

    public func translateBy(x: CGFloat, y: CGFloat) {
        state.origin.x += x * state.scale.width
        state.origin.y += y * state.scale.height
    }

    public func scaleBy(x: CGFloat, y: CGFloat) {
        state.scale.width *= x
        state.scale.height *= y
    }

    public func setFillColor(_ color: CGColor) {
        state.fill = color.parts
    }

    public func setStrokeColor(_ color: CGColor) {
        state.stroke = color.parts
    }

    public func setLineWidth(_ width: CGFloat) {
        state.lineWidth = width
    }

    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.dashes = lengths
    }

    public func move(to point: CGPoint) {
        path.append(.move(point))
    }

    public func addLine(to point: CGPoint) {
        path.append(.line(point))
    }

    public func addPath(_ path: CGPath) {
        self.path += path.elements
    }

    public func clip(using rule: CGPathFillRule = .winding) {
        state.clips.append(path)
        path = []
    }

    public func fillPath(using rule: CGPathFillRule = .winding) {
        record(.fill(path, state.fill))
        path = []
    }

    public func strokePath() {
        record(.stroke(path, state.stroke, width: state.lineWidth, dashes: state.dashes))
        path = []
    }

    public func fill(_ rect: CGRect) {
        record(.fill([.rect(rect, radius: 0)], state.fill))
    }

    public func stroke(_ rect: CGRect) {
        record(.stroke([.rect(rect, radius: 0)], state.stroke, width: state.lineWidth, dashes: []))
    }

    public func fillEllipse(in rect: CGRect) {
        record(.fill([.ellipse(rect)], state.fill))
    }

    public func strokeEllipse(in rect: CGRect) {
        record(.stroke([.ellipse(rect)], state.stroke, width: state.lineWidth, dashes: []))
    }

    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        record(
            .image(
                image.name,
                state.place(of: rect),
                isMirrored: state.scale.width < 0,
                isUpright: state.scale.height < 0
            )
        )
    }
}
