#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import Foundation
    import VirtualView

    /// Returns a length that the system takes: it ends a program that gives a layer one that is not finite, which a template can
    /// ask for.
    private func limited(_ length: Double) -> Double {
        length.isNaN ? 0 : min(max(length, -LayoutSize.longest), LayoutSize.longest)
    }

    extension CGPoint {
        init(_ point: LayoutPoint) {
            self.init(x: limited(point.x), y: limited(point.y))
        }
    }

    extension CGSize {
        init(_ size: LayoutSize) {
            self.init(width: limited(size.width), height: limited(size.height))
        }
    }

    extension CGRect {
        init(_ rect: LayoutRect) {
            self.init(origin: CGPoint(rect.origin), size: CGSize(rect.size))
        }
    }

    extension LayoutPoint {
        init(_ point: CGPoint) {
            self.init(x: Double(point.x), y: Double(point.y))
        }
    }

    extension LayoutSize {
        init(_ size: CGSize) {
            self.init(width: Double(size.width), height: Double(size.height))
        }
    }

    extension LayoutRect {
        init(_ rect: CGRect) {
            self.init(origin: LayoutPoint(rect.origin), size: LayoutSize(rect.size))
        }
    }

    extension ARGBColor {
        /// The colour in sRGB, as templates mean it.
        var cgColor: CGColor {
            func share(_ part: UInt8) -> CGFloat { CGFloat(part) / 255 }
            return CGColor(srgbRed: share(red), green: share(green), blue: share(blue), alpha: share(alpha))
        }
    }

    extension DisplayList.CornerRadii {
        /// Returns the outline of a rectangle with these corners.
        ///
        /// - Parameter rect: The rectangle; Core Graphics stops the program for radii that do not fit into it.
        /// - Returns: The outline.
        func path(in rect: CGRect) -> CGPath {
            guard !isZero, !rect.isEmpty else { return CGPath(rect: rect, transform: nil) }
            let most = min(rect.width, rect.height) / 2
            func fitting(_ radius: Double) -> CGFloat { max(0, min(CGFloat(radius), most)) }
            if isUniform {
                let radius = fitting(topLeft)
                return CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius, transform: nil)
            }
            let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
            let path = CGMutablePath()
            path.move(to: CGPoint(x: left + fitting(topLeft), y: top))
            let corners: [(CGPoint, CGPoint, Double)] = [
                (CGPoint(x: right, y: top), CGPoint(x: right, y: bottom), topRight),
                (CGPoint(x: right, y: bottom), CGPoint(x: left, y: bottom), bottomRight),
                (CGPoint(x: left, y: bottom), CGPoint(x: left, y: top), bottomLeft),
                (CGPoint(x: left, y: top), CGPoint(x: right, y: top), topLeft),
            ]
            for (corner, next, radius) in corners {
                path.addArc(tangent1End: corner, tangent2End: next, radius: fitting(radius))
            }
            path.closeSubpath()
            return path
        }

        /// Returns the radii of a line inside of a border.
        func inset(by distance: Double) -> DisplayList.CornerRadii {
            map { max(0, $0 - distance) }
        }
    }
#endif
