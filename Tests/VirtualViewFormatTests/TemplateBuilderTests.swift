import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@Suite struct TemplateBuilderTests {
    @Test func builtTemplateReadsBackAsBuilt() throws {
        var builder = TemplateBuilder(type: "Card", version: FormatVersion(patch: 3))
        try builder.openNode(component: 2)
        try builder.set(.int(1, .none), for: builder.intern("orientation"))
        try builder.set(.int(120, .rp), for: builder.intern("layoutHeight"))
        try builder.set(.float(0.5, .none), for: builder.intern("alpha"))
        try builder.set(.float(-0.0, .rp), for: builder.intern("paintWidth"))
        try builder.add(UserVariable(name: builder.intern("count"), value: .int(3)))
        try builder.openNode(component: 7)
        try builder.set(.string(builder.intern("héllo")), for: builder.intern("text"))
        try builder.set(.expression(StringID(rawValue: 99)), for: builder.intern("onClick"))
        try builder.addExpression([1, 2, 3], id: StringID(rawValue: 99))
        try builder.closeNode()
        try builder.openNode(component: 9)
        try builder.closeNode()
        try builder.closeNode()
        let template = try Template(decoding: builder.encoded())

        #expect(template.type == "Card" && template.version.description == "1.0.3")
        #expect(template.nodes.map(\.componentID) == [2, 7, 9])
        #expect(template.root.children.map(\.index) == [1, 2])
        #expect(template.root.subtreeEnd == 3 && template.nodes[1].subtreeEnd == 2)
        #expect(template.root.setters.map(\.name) == ["orientation", "layoutHeight", "alpha", "paintWidth"])
        #expect(template.root.setters.count == 4)
        #expect(template.root.setters[StringID(hashing: "alpha")]?.value == .float(0.5, .none))
        #expect(template.root.variables.map(\.value) == [.int(3)])
        #expect(template.strings.map(\.text) == ["count", "héllo"])
        #expect(template.nodes[1].setters.map(\.text) == ["héllo", nil])
        #expect(template.expressions[StringID(rawValue: 99)] == [1, 2, 3])
        #expect(try TemplateBuilder(template).encoded() == template.bytes)
    }

    @Test func equalProgramsAreStoredOnceInOrderOfFirstUse() throws {
        var builder = try minimal()
        try builder.addExpression([2], id: StringID(rawValue: 2))
        try builder.addExpression([1], id: StringID(rawValue: 1))
        try builder.addExpression([2], id: StringID(rawValue: 2))
        let template = try Template(decoding: builder.encoded())
        #expect(template.expressions.map(\.code) == [[2], [1]])
    }

    @Test func twoProgramsWithOneIDAreRefused() throws {
        var builder = try minimal()
        try builder.addExpression([2], id: StringID(rawValue: 2))
        expectCode(.stringCollision) { () throws(FormatError) in
            try builder.addExpression([3], id: StringID(rawValue: 2))
        }
    }

    @Test func collidingStringsAreRefusedAndNamed() throws {
        var builder = TemplateBuilder(type: "T")
        #expect(try builder.intern("Aa").rawValue == 2112)
        let error = expectCode(.stringCollision) { () throws(FormatError) in _ = try builder.intern("BB") }
        #expect(error?.context == "'BB' and 'Aa' have the same id #2112")
        expectCode(.systemStringCollision) { () throws(FormatError) in _ = try builder.intern("jE") }
        expectCode(.zeroStringID) { () throws(FormatError) in _ = try builder.intern("f5a5a608") }
        expectCode(.zeroStringID) { () throws(FormatError) in _ = try builder.intern("") }
    }

    @Test func equivalentButDifferentTextsAreTwoStrings() throws {
        var builder = try minimal()
        let composed = try builder.intern("\u{E9}")
        let decomposed = try builder.intern("e\u{301}")
        #expect(composed != decomposed)
        #expect(builder.contains("\u{E9}") && !builder.contains("\u{E8}"))
        #expect(try Template(decoding: builder.encoded()).strings.count == 2)
    }

    @Test func systemStringsAreNotStored() throws {
        var builder = try minimal()
        _ = try builder.intern("orientation")
        _ = try builder.intern("padding")
        #expect(try Template(decoding: builder.encoded()).strings.map(\.text) == ["padding"])
        var newest = try minimal(.extended)
        _ = try newest.intern("padding")
        #expect(try Template(decoding: newest.encoded()).strings.count == 0)
    }

    @Test func whatTheFileCannotHoldIsAnError() throws {
        var builder = TemplateBuilder(type: "T")
        expectCode(.rootCount) { () throws(FormatError) in _ = try builder.encoded() }
        try builder.openNode(component: 1)
        expectCode(.unbalancedTags) { () throws(FormatError) in _ = try builder.encoded() }
        expectCode(.stringTooLong) { () throws(FormatError) in
            _ = try builder.intern(String(repeating: "x", count: 65_536))
        }
        #expect(throws: Never.self) { try builder.intern(String(repeating: "x", count: 65_535)) }
        expectCode(.expressionTooLong) { () throws(FormatError) in
            try builder.addExpression(Array(repeating: 0, count: 65_536), id: StringID(rawValue: 1))
        }
        for key in 1...255 { try builder.set(.int(1, .none), for: StringID(rawValue: Int32(key))) }
        try builder.set(.int(2, .none), for: StringID(rawValue: 255))
        expectCode(.tooManyEntries) { () throws(FormatError) in
            try builder.set(.int(1, .none), for: StringID(rawValue: 256))
        }
        for _ in 1...255 { try builder.add(UserVariable(name: StringID(rawValue: 1), value: .int(1))) }
        expectCode(.tooManyEntries) { () throws(FormatError) in
            try builder.add(UserVariable(name: StringID(rawValue: 1), value: .int(1)))
        }
        try builder.closeNode()
        expectCode(.unbalancedTags) { () throws(FormatError) in try builder.closeNode() }
        expectCode(.rootCount) { () throws(FormatError) in try builder.openNode(component: 1) }

        var named = try minimal()
        named.type = String(repeating: "n", count: 65_536)
        expectCode(.nameTooLong) { () throws(FormatError) in _ = try named.encoded() }
        var many = try minimal()
        many.dependencies = Array(repeating: 1, count: 65_536)
        expectCode(.tooManyDependencies) { () throws(FormatError) in _ = try many.encoded() }
        var large = TemplateBuilder(type: "T")
        try large.openNode(component: 1)
        for _ in 0..<5_957 {
            try large.openNode(component: 1)
            try large.closeNode()
        }
        try large.closeNode()
        expectCode(.nodesTooLarge) { () throws(FormatError) in _ = try large.encoded() }
    }

    @Test func aRefusedPropertyLeavesTheNodeAsItIs() throws {
        var builder = TemplateBuilder(type: "T")
        try builder.openNode(component: 1)
        for key in 1...255 { try builder.set(.int(1, .none), for: StringID(rawValue: Int32(key))) }
        expectCode(.tooManyEntries) { () throws(FormatError) in
            try builder.set(.int(1, .none), for: StringID(rawValue: 256))
        }
        try builder.set(.int(2, .none), for: StringID(rawValue: 255))
        try builder.closeNode()
        let setters = Array(try Template(decoding: builder.encoded()).nodes[0].setters)
        #expect(setters.count == 255)
        #expect(setters.last?.value == .int(2, .none))
    }

    @Test func aDigestInFrontOfOtherSectionsIsNotValid() throws {
        func bytes(_ digest: [UInt8]) throws -> [UInt8] {
            var builder = try minimal()
            builder.setSectionOrder([.extra])
            builder.extra = ExtraSection(records: [.init(tag: ExtraSection.digestTag, payload: digest)])
            return try builder.encoded()
        }
        let draft = try Template(decoding: bytes(Array(repeating: 0, count: 32)))
        let digest = SHA256.digest(of: draft.bytes[..<draft.sections.extra.lowerBound])
        #expect(try Template(decoding: bytes(digest)).isDigestValid == false)
    }

    @Test func ofSeveralDigestsTheLastCounts() throws {
        let wrong: [UInt8] = Array(repeating: 0, count: 32)
        func template(_ digests: [[UInt8]]) throws -> Template {
            var builder = try minimal()
            builder.extra = ExtraSection(
                records: digests.map { ExtraSection.Record(tag: ExtraSection.digestTag, payload: $0) }
            )
            return try Template(decoding: builder.encoded())
        }
        let draft = try template([wrong, wrong])
        let digest = SHA256.digest(of: draft.bytes[..<draft.sections.extra.lowerBound])
        #expect(try template([wrong, digest]).isDigestValid == true)
        #expect(try template([digest, wrong]).isDigestValid == false)
    }

    @Test func digestIsWrittenReadAndChecked() throws {
        var builder = try minimal()
        builder.extra = ExtraSection(records: [.init(tag: "CAPS", payload: [1, 2])])
        builder.embedsDigest = true
        let bytes = try builder.encoded()
        let template = try Template(decoding: bytes)
        #expect(template.extra.records?.map(\.tag) == ["CAPS", "DGST"])
        #expect(template.isDigestValid == true)
        #expect(try TemplateBuilder(template).encoded() == bytes)
        var changed = bytes
        changed[10] ^= 1
        #expect(try Template(decoding: changed).isDigestValid == false)
        #expect(try Template(decoding: minimal().encoded()).isDigestValid == nil)
        var again = TemplateBuilder(template)
        again.version.patch = 9
        again.embedsDigest = true
        let renewed = try Template(decoding: again.encoded())
        #expect(renewed.isDigestValid == true && renewed.extra.records?.count == 2)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func sha256AgreesWithThePublishedVectors(_ message: String, _ expected: String) {
        let digest = SHA256.digest(of: Array(message.utf8))
        #expect(digest.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined() == expected)
    }

    private func minimal(_ systemStrings: SystemStrings = .standard) throws -> TemplateBuilder {
        var builder = TemplateBuilder(type: "T", systemStrings: systemStrings)
        try builder.openNode(component: 7)
        try builder.closeNode()
        return builder
    }

    @discardableResult
    private func expectCode(
        _ code: FormatError.Code,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws(FormatError) -> Void
    ) -> FormatError? {
        do throws(FormatError) {
            try body()
            Issue.record("no error was thrown", sourceLocation: sourceLocation)
            return nil
        } catch {
            #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
            return error
        }
    }
}
