import Testing

@testable import VirtualViewCore

/// In which direction a host writes a text.
@Suite struct TextDirectionTests {
    @Test(arguments: [
        ("שלום abc", true), ("abc שלום", false), ("1. مرحبا", true), ("名片", false), ("\u{200F}abc", true),
        ("\u{200E}שלום", false), ("\u{61C}abc", true),
        // Digits of these scripts, and marks without a letter, say nothing.
        ("٣ abc", false), ("٣ مرحبا", true), ("…\nשלום", true),
    ])
    func theFirstLetterSaysIt(_ text: String, _ isRightToLeft: Bool) throws {
        for other in [true, false] { #expect(try Self.text(text).isRightToLeft(otherwise: other) == isRightToLeft) }
    }

    @Test(arguments: ["", "12 %", "٣", "…"]) func withoutALetterItIsThatOfTheScreen(_ text: String) throws {
        for other in [true, false] { #expect(try Self.text(text).isRightToLeft(otherwise: other) == other) }
    }

    private static func text(_ text: String) throws -> DisplayList.Text {
        let font = TextFont(name: nil, size: 12, isBold: false, isItalic: false)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            DisplayList.Text.Line(text: String(line), baseline: .zero, width: 0)
        }
        return DisplayList.Text(
            lines: lines,
            font: font,
            color: ARGBColor(rawValue: 0xFF00_0000),
            alignment: .left,
            isUnderlined: false,
            isStruckThrough: false,
            box: LayoutRect(x: 0, y: 0, width: 0, height: 0),
            lineHeight: 0,
            lineSpacing: 0
        )
    }
}
