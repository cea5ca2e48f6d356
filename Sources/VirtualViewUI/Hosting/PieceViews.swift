#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import Foundation
    import QuartzCore
    import VirtualView

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// A view for a piece of a display list; y grows downwards in it.
    class PieceView: PlatformView {
        override init(frame: CGRect) {
            super.init(frame: frame)
            #if canImport(UIKit)
                isOpaque = false
                isUserInteractionEnabled = false
                contentMode = .redraw
            #else
                wantsLayer = true
                layerContentsRedrawPolicy = .onSetNeedsDisplay
            #endif
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) {
            return nil
        }

        // Fingers and the mouse belong to the view around the pieces: a piece may be gone before they are up.
        #if canImport(UIKit)
            override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
                let hit = super.hitTest(point, with: event)
                return hit === self ? nil : hit
            }
        #else
            override var isFlipped: Bool { true }

            override func hitTest(_ point: NSPoint) -> NSView? {
                let hit = super.hitTest(point)
                return hit === self ? nil : hit
            }
        #endif
    }

    /// A box that its layer shows by itself: it takes no memory for pixels, and a change draws nothing.
    final class FillView: PieceView {
        private var box: DisplayList.Box?

        func show(_ box: DisplayList.Box) {
            self.box = box
            #if canImport(UIKit)
                apply()
            #else
                needsDisplay = true
            #endif
        }

        private func apply() {
            guard let box, let layer = surface else { return }
            layer.backgroundColor = box.background.cgColor
            layer.borderColor = box.borderColor.cgColor
            layer.borderWidth = CGFloat(box.borderWidth)
            layer.cornerRadius = CGFloat(box.radii.topLeft)
        }

        #if canImport(AppKit) && !canImport(UIKit)
            override var wantsUpdateLayer: Bool { true }

            override func updateLayer() {
                apply()
            }
        #endif
    }

    /// A piece that Core Graphics draws.
    final class DrawnView: PieceView {
        private var piece: ViewPiece?
        private var image: (String) -> LoadedImage? = { _ in nil }

        /// The image that the piece shows.
        private(set) var source: String?

        func show(_ piece: ViewPiece, image: @escaping (String) -> LoadedImage?) {
            self.piece = piece
            self.image = image
            source = piece.content.imageSource
            redraw()
        }

        override func draw(_ rect: CGRect) {
            guard let piece, let context = currentContext() else { return }
            PieceDrawing(piece: piece, image: image).draw(in: context)
        }
    }

    /// A group: clips and fades what is inside, and scrolls it if it has a scroller.
    final class GroupView: PieceView {
        /// The view that scrolls; it fills the group.
        private(set) var scroller: ScrollerView?
        private var outline: CAShapeLayer?

        /// The view that the pieces inside are put into.
        var holder: PlatformView { scroller?.holder ?? self }

        override init(frame: CGRect) {
            super.init(frame: frame)
            #if canImport(UIKit)
                isUserInteractionEnabled = true
            #endif
        }

        func show(_ group: DisplayList.Group) {
            opacity = CGFloat(group.opacity)
            clipsToBounds = group.clip != nil
            guard let layer = surface else { return }
            let isUniform = group.radii.isUniform
            layer.cornerRadius = isUniform ? CGFloat(group.radii.topLeft) : 0
            guard let clip = group.clip, !isUniform else {
                layer.mask = nil
                outline = nil
                return
            }
            let outline = self.outline ?? CAShapeLayer()
            outline.path = group.radii.path(in: CGRect(clip))
            layer.mask = outline
            self.outline = outline
        }

        /// Puts a view that scrolls into the group.
        func scroll(with scroller: ScrollerView) {
            self.scroller = scroller
            addSubview(scroller)
        }
    }
#endif
