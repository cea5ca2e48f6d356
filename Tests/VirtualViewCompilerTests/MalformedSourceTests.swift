import Testing
import VirtualViewCompiler
import VirtualViewFormat

/// Malformed templates, compiled as a whole, with everything that is reported about them.
///
/// Each expectation is the complete list: severity, line and column, id, message, then notes and fix-its.
@Suite struct MalformedSourceTests {
    struct Source: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let options: TemplateCompiler.Options
        let expected: String

        init(
            _ name: String,
            _ text: String,
            isLenient: Bool = false,
            warningsAreErrors: Bool = false,
            client: Client = .swift,
            _ expected: String
        ) {
            testDescription = name
            bytes = Array(text.utf8)
            options = .init(client: client, isLenient: isLenient, warningsAreErrors: warningsAreErrors)
            self.expected = expected
        }
    }

    static let sources = positions + names + values + rest

    /// What is reported about a source, and whether there is a file.
    func report(
        _ source: [UInt8],
        _ options: TemplateCompiler.Options,
        _ configuration: Configuration = Configuration()
    ) -> (text: String, hasOutput: Bool) {
        let file = SourceFile(path: "test.xml", bytes: source)
        let result = TemplateCompiler(configuration: configuration, options: options).compile(file)
        var formatter = DiagnosticFormatter()
        var lines: [String] = []
        for diagnostic in result.diagnostics.ordered {
            let place = place(diagnostic.range, &formatter)
            lines.append("\(diagnostic.severity) \(place) \(diagnostic.id): \(diagnostic.message)")
            for note in diagnostic.notes {
                lines.append("  note \(self.place(note.range, &formatter)): \(note.message)")
            }
            lines += diagnostic.fixIts.map { "  fix-it: \($0.message)" }
        }
        return (lines.joined(separator: "\n"), result.bytes != nil)
    }

    private func place(_ range: SourceRange, _ formatter: inout DiagnosticFormatter) -> String {
        let position = formatter.position(of: range.offsets.lowerBound, in: range.file)
        return "\(position.line):\(position.column)"
    }

    @Test func tableIsLargeAndNamesEachSourceOnce() {
        #expect(Self.sources.count >= 70)
        #expect(Set(Self.sources.map(\.testDescription)).count == Self.sources.count)
    }

    @Test(arguments: sources)
    func reportsExactly(_ source: Source) {
        let (text, hasOutput) = report(source.bytes, source.options)
        #expect(text == source.expected)
        #expect(hasOutput == !source.expected.split(separator: "\n").contains { $0.hasPrefix("error ") })
    }

    @Test(arguments: sources)
    func everyPrefixIsReportedWithoutATrap(_ source: Source) {
        for end in source.bytes.indices { _ = report(Array(source.bytes[..<end]), source.options) }
    }
}

// MARK: - What is repeated

extension MalformedSourceTests {
    static let whole = #"expected a whole number such as '12' or '12rp', 'true', 'false' or a binding '${…}'"#
    static let number = #"expected a number such as '12', '1.5' or '12rp', 'true', 'false' or a binding '${…}'"#
    static let gravity = #"""
        expected 'left', 'right', 'h_center', 'top', 'bottom' or 'v_center', joined by '|', or a binding \#
        '${…}'
        """#
    static let style = #"expected 'bold', 'italic', 'underline' or 'strike', joined by '|', or a binding '${…}'"#
    static let flags = #"""
        expected 'flag_draw', 'flag_event', 'flag_dynamic', 'flag_software', 'flag_exposure', \#
        'flag_clickable', 'flag_longclickable' or 'flag_touchable', joined by '|'
        """#
    static let color = #"expected a color name, '#RRGGBB', '#AARRGGBB' or a binding '${…}'"#
    static let size = #"""
        expected 'match_parent' or 'wrap_content', a number such as '12', '1.5' or '12rp', or a binding \#
        '${…}'
        """#
    static let visibility = #"expected 'invisible', 'visible' or 'gone' (or 0 to 2) or a binding '${…}'"#
    static let variable = #"expected 'var_int_NAME', 'var_float_NAME' or 'var_string_NAME', with no further '_'"#
    static let points = #"a number alone is in points, 'rp' is 1/750 of the screen's width"#
    static let empty = #"the value is empty; remove the attribute or give it a text"#
}
