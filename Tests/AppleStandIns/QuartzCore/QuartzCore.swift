// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for what VirtualViewUI uses of Core Animation.

@_exported import CoreGraphics

open class CALayer: NSObject {
    public override init() {
        super.init()
    }

    open var backgroundColor: CGColor?
    open var borderColor: CGColor?
    open var borderWidth: CGFloat = 0
    open var cornerRadius: CGFloat = 0
    package var masksToBounds = false
    open var mask: CALayer?

    open func render(in ctx: CGContext) {}
}

open class CAShapeLayer: CALayer {
    open var path: CGPath?
}
