// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for what VirtualViewUI uses of Core Text: every letter is 0.6 of the size wide, 0.7 if it is bold.

@_exported import CoreGraphics

public let kCTForegroundColorFromContextAttributeName: CFString = "CTForegroundColorFromContext"
public let kCTFontManagerRegisteredFontsChangedNotification: CFString = "CTFontManagerFontChangedNotification"

/// The fonts that the app registers: their letters are as wide as they are high.
package enum RegisteredFonts {
    package nonisolated(unsafe) static var names: Set<String> = [] {
        didSet {
            let name = Notification.Name(kCTFontManagerRegisteredFontsChangedNotification)
            NotificationCenter.default.post(name: name, object: nil)
        }
    }
}

public enum CTFontUIFontType: UInt32, Sendable {
    case system = 2
}

public struct CTFontSymbolicTraits: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static var traitItalic: CTFontSymbolicTraits { CTFontSymbolicTraits(rawValue: 1) }
    public static var traitBold: CTFontSymbolicTraits { CTFontSymbolicTraits(rawValue: 2) }
}

public final class CTFont {
    package let name: String
    package let size: CGFloat
    package let traits: CTFontSymbolicTraits

    package init(_ name: String, _ size: CGFloat, _ traits: CTFontSymbolicTraits = []) {
        (self.name, self.size, self.traits) = (name, size, traits)
    }
}

public func CTFontCreateWithName(
    _ name: CFString,
    _ size: CGFloat,
    _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    CTFont(name, size == 0 ? 12 : size)
}

public func CTFontCreateUIFontForLanguage(_ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?) -> CTFont?
{
    CTFont("system", size == 0 ? 12 : size)
}

public func CTFontCreateCopyWithSymbolicTraits(
    _ font: CTFont,
    _ size: CGFloat,
    _ matrix: UnsafePointer<CGAffineTransform>?,
    _ symTraitValue: CTFontSymbolicTraits,
    _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
    // Families of these names have one face only, or no slanted one.
    if font.name == "OneFace" || (font.name == "Upright" && symTraitValue.contains(.traitItalic)) { return nil }
    return CTFont(font.name, size == 0 ? font.size : size, symTraitValue)
}

public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.size * 0.95 }

public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.size * 0.24 }

public func CTFontGetLeading(_ font: CTFont) -> CGFloat { 0 }

/// An enumeration of C in the framework, which has the size of its number; one of Swift would have none.
public struct CTWritingDirection: Equatable, Sendable {
    package let number: Int8

    public static let leftToRight = CTWritingDirection(number: 0)
    public static let rightToLeft = CTWritingDirection(number: 1)
}

public enum CTParagraphStyleSpecifier: UInt32, Sendable {
    case baseWritingDirection = 13
}

public struct CTParagraphStyleSetting {
    public var spec: CTParagraphStyleSpecifier
    public var valueSize: Int
    public var value: UnsafeRawPointer

    public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
        (self.spec, self.valueSize, self.value) = (spec, valueSize, value)
    }
}

public final class CTParagraphStyle {
    package let isRightToLeft: Bool

    package init(_ isRightToLeft: Bool) {
        self.isRightToLeft = isRightToLeft
    }
}

public func CTParagraphStyleCreate(
    _ settings: UnsafePointer<CTParagraphStyleSetting>?,
    _ settingCount: Int
) -> CTParagraphStyle {
    guard let setting = settings?.pointee, settingCount == 1, setting.valueSize == 1 else {
        return CTParagraphStyle(false)
    }
    return CTParagraphStyle(setting.value.load(as: Int8.self) == 1)
}

public final class CTLine {
    package let text: NSAttributedString

    package init(_ text: NSAttributedString) {
        self.text = text
    }
}

public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine { CTLine(attrString) }

public func CTLineGetTypographicBounds(
    _ line: CTLine,
    _ ascent: UnsafeMutablePointer<CGFloat>?,
    _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    guard let font = line.font else { return 0 }
    let share = RegisteredFonts.names.contains(font.name) ? 1 : font.traits.contains(.traitBold) ? 0.7 : 0.6
    return Double(font.size) * share * Double(line.text.string.unicodeScalars.count)
}

public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
    guard let font = line.font else { return }
    let style = line.attribute("NSParagraphStyle") as? CTParagraphStyle
    let usesContext = line.attribute(kCTForegroundColorFromContextAttributeName) as? Bool ?? false
    context.record(
        .text(
            line.text.string,
            font: font.label,
            context.textPosition,
            usesContext ? context.state.fill : [],
            isUpright: context.textMatrix.d == -1,
            isRightToLeft: style?.isRightToLeft ?? line.beginsRightToLeft
        )
    )
}

extension CTLine {
    /// Whether the first letter says that the line is read from right to left; here that of Hebrew and Arabic.
    fileprivate var beginsRightToLeft: Bool {
        let letter = text.string.unicodeScalars.first { $0.properties.isAlphabetic }
        return letter.map { (0x0590...0x08FF).contains($0.value) } ?? false
    }

    package func attribute(_ name: String) -> Any? {
        guard text.length > 0 else { return nil }
        return text.attribute(NSAttributedString.Key(rawValue: name), at: 0, effectiveRange: nil)
    }

    package var font: CTFont? { attribute("NSFont") as? CTFont }
}

extension CTFont {
    package var label: String {
        "\(name) \(size)" + (traits.contains(.traitBold) ? " bold" : "")
            + (traits.contains(.traitItalic) ? " italic" : "")
    }
}
