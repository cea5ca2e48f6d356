import Testing

@testable import VirtualViewCompiler

// Where comments stand that silence rules.
extension LintTests {
    @Test(arguments: [
        // A quote and a '<' that begin neither a value nor a tag.
        #"<!DOCTYPE a [ <!ENTITY b "<b"> ]>"#, #"<!DOCTYPE a SYSTEM "<'">"#,
        #"<!DOCTYPE a [ <!ENTITY b "<!--"> <!-- " --> <?c "?> ]>"#,
    ])
    func commentBehindADoctypeSilencesWhatFollows(_ doctype: String) {
        let source = "<NText layoutHeight=\"1\" text=\"a\"/>"
        #expect(lint(doctype + source).map { $0.split(separator: " ").last } == ["lint.missing-size"])
        #expect(lint("\(doctype)<!-- vvc-ignore lint.missing-size -->\(source)") == [])
    }

    @Test(arguments: ["<!DOCTYPE a [<!ENTITY b \"\(comment)\">]>", "<!DOCTYPE a \"\(comment)\">"])
    func whatLooksLikeACommentInADoctypeSilencesNothing(_ doctype: String) {
        #expect(lint("\(doctype)<NText layoutHeight=\"1\" text=\"a\"/>").count == 1)
    }

    private static let comment = "<!-- vvc-ignore-file lint.missing-size -->"
}
