#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import CoreText
    import Foundation
    import VirtualView

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// Fonts and lines of text as Core Text has them: what is measured here is what is drawn.
    final class CoreTextFonts: FontMeasuring {
        /// The number of pixels in a point, to which heights are rounded up.
        private let scale: Double

        init(scale: Double) {
            self.scale = scale
        }

        func width(of text: String, in font: TextFont) -> Double {
            // The order of the letters does not make a line longer.
            guard let line = Self.line(text, in: font, isRightToLeft: nil) else { return 0 }
            return CTLineGetTypographicBounds(line, nil, nil, nil)
        }

        func lineHeight(of font: TextFont) -> Double {
            guard let font = Self.font(font) else { return 0 }
            let height = CTFontGetAscent(font) + CTFontGetDescent(font) + max(0, CTFontGetLeading(font))
            return onPixels(Double(height))
        }

        func ascent(of font: TextFont) -> Double {
            Self.font(font).map { onPixels(Double(CTFontGetAscent($0))) } ?? 0
        }

        private func onPixels(_ length: Double) -> Double {
            // A length that already is on a pixel, but for the last bits, stays there.
            (length * scale - 1e-6).rounded(.up) / scale
        }
    }

    extension CoreTextFonts {
        /// Returns a line of text as it is drawn, in the colour of the context; `nil` for a font without a size.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - font: The font.
        ///   - isRightToLeft: Whether the line is part of a text that is read from right to left, whatever its own first
        ///     letters are; `nil` if these say it.
        /// - Returns: The line.
        static func line(_ text: String, in font: TextFont, isRightToLeft: Bool?) -> CTLine? {
            guard let font = Self.font(font) else { return nil }
            var attributes: [NSAttributedString.Key: Any] = [
                .font: font,
                NSAttributedString.Key(kCTForegroundColorFromContextAttributeName as String): true,
            ]
            if let isRightToLeft { attributes[.paragraphStyle] = style(isRightToLeft ? .rightToLeft : .leftToRight) }
            let attributed = NSAttributedString(string: text, attributes: attributes)
            return CTLineCreateWithAttributedString(attributed as CFAttributedString)
        }

        /// Core Text reads a size of 0 as 12 points.
        private static func font(_ font: TextFont) -> CTFont? {
            guard font.size > 0, font.size.isFinite else { return nil }
            let size = CGFloat(font.size)
            let base: CTFont
            if let name = font.name, !name.isEmpty {
                base = CTFontCreateWithName(name as CFString, size, nil)
            } else {
                base =
                    CTFontCreateUIFontForLanguage(.system, size, nil)
                    ?? CTFontCreateWithName("Helvetica" as CFString, size, nil)
            }
            let bold: CTFontSymbolicTraits = font.isBold ? .traitBold : []
            let italic: CTFontSymbolicTraits = font.isItalic ? .traitItalic : []
            // A family without a face that is both has one that is bold or italic, or stays as it is.
            for traits in [bold.union(italic), bold, italic] where !traits.isEmpty {
                if let face = CTFontCreateCopyWithSymbolicTraits(base, 0, nil, traits, traits) { return face }
            }
            return base
        }

        private static func style(_ direction: CTWritingDirection) -> CTParagraphStyle {
            var direction = direction
            return withUnsafePointer(to: &direction) { pointer in
                var setting = CTParagraphStyleSetting(
                    spec: .baseWritingDirection,
                    valueSize: MemoryLayout<CTWritingDirection>.size,
                    value: UnsafeRawPointer(pointer)
                )
                return CTParagraphStyleCreate(&setting, 1)
            }
        }
    }
#endif
