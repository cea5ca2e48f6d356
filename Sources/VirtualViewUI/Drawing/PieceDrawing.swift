#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import CoreText
    import Foundation
    import VirtualView

    /// Draws one piece of a display list with Core Graphics, from its own upper left corner.
    struct PieceDrawing {
        let piece: ViewPiece
        /// Returns an image to draw, or what stands for it until it is there.
        let image: (String) -> LoadedImage?

        func draw(in context: CGContext) {
            switch piece.content {
            case .box(let box): draw(box, in: context)
            case .text(let text): draw(text, in: context)
            case .image(let image): draw(image, in: context)
            case .line(let line): draw(line, in: context)
            case .shape(let shape): draw(shape, in: context)
            case .bar(let bar):
                context.setFillColor(bar.color.cgColor)
                context.fill(CGRect(bar.box))
            case .beginGroup, .endGroup, .slot: break
            @unknown default: break
            }
        }

        private func draw(_ box: DisplayList.Box, in context: CGContext) {
            let frame = CGRect(piece.itemFrame)
            if box.background.alpha > 0 {
                context.setFillColor(box.background.cgColor)
                context.addPath(box.radii.path(in: frame))
                context.fillPath()
            }
            if let source = box.backgroundImage, let loaded = image(source) {
                context.saveGState()
                context.addPath(box.radii.path(in: frame))
                context.clip()
                draw(loaded.image, in: frame, isMirrored: false, context)
                context.restoreGState()
            }
            guard box.borderWidth > 0 else { return }
            // A stroke would have sharp corners where the border is wider than twice their radius.
            let width = CGFloat(box.borderWidth)
            context.setFillColor(box.borderColor.cgColor)
            context.addPath(box.radii.path(in: frame))
            context.addPath(box.radii.inset(by: box.borderWidth).path(in: frame.insetBy(dx: width, dy: width)))
            context.fillPath(using: .evenOdd)
        }

        private func draw(_ text: DisplayList.Text, in context: CGContext) {
            let isRightToLeft = text.isRightToLeft(otherwise: piece.isRightToLeft)
            context.setFillColor(text.color.cgColor)
            // The context of a view has its y axis downwards; letters would stand on their heads.
            context.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
            for line in text.lines {
                guard let drawn = CoreTextFonts.line(line.text, in: text.font, isRightToLeft: isRightToLeft) else {
                    continue
                }
                context.textPosition = CGPoint(line.baseline)
                CTLineDraw(drawn, context)
                let thickness = CGFloat(max(1, text.font.size / 15))
                for (isOn, rise) in [(text.isStruckThrough, -0.3), (text.isUnderlined, 0.1)] where isOn {
                    let y = line.baseline.y + text.font.size * rise
                    let rule = LayoutRect(x: line.baseline.x, y: y, width: line.width, height: Double(thickness))
                    context.fill(CGRect(rule))
                }
            }
        }

        private func draw(_ image: DisplayList.Image, in context: CGContext) {
            guard let loaded = self.image(image.source) else { return }
            var place = image.destination
            if place == nil, let own = image.scaleType.destination(of: loaded.size, in: image.box) {
                // A layout that did not know the size leaves the place to the host.
                place = piece.isRightToLeft ? own.mirrored(in: image.box) : own
            }
            guard let place else { return }
            context.saveGState()
            context.addPath(image.radii.path(in: CGRect(image.box)))
            context.clip()
            draw(loaded.image, in: CGRect(place), isMirrored: image.isMirrored, context)
            context.restoreGState()
        }

        /// Draws an image upright where the y axis goes downwards.
        private func draw(_ image: CGImage, in rect: CGRect, isMirrored: Bool, _ context: CGContext) {
            context.saveGState()
            context.translateBy(x: isMirrored ? rect.minX + rect.maxX : 0, y: rect.minY + rect.maxY)
            context.scaleBy(x: isMirrored ? -1 : 1, y: -1)
            context.interpolationQuality = .high
            context.draw(image, in: rect)
            context.restoreGState()
        }

        private func draw(_ line: DisplayList.Line, in context: CGContext) {
            context.setStrokeColor(line.color.cgColor)
            context.setLineWidth(CGFloat(line.width))
            context.setLineDash(phase: 0, lengths: line.dashes.map { CGFloat($0) })
            context.move(to: CGPoint(line.start))
            context.addLine(to: CGPoint(line.end))
            context.strokePath()
        }

        private func draw(_ shape: DisplayList.Shape, in context: CGContext) {
            let inset = CGFloat((shape.strokeWidth ?? 0) / 2)
            let rect = CGRect(shape.box).insetBy(dx: inset, dy: inset)
            guard !rect.isNull else { return }
            if let width = shape.strokeWidth {
                context.setStrokeColor(shape.color.cgColor)
                context.setLineWidth(CGFloat(width))
                if shape.kind == .rect { context.stroke(rect) } else { context.strokeEllipse(in: rect) }
            } else {
                context.setFillColor(shape.color.cgColor)
                if shape.kind == .rect { context.fill(rect) } else { context.fillEllipse(in: rect) }
            }
        }
    }
#endif
