import Testing
import VirtualViewFormat
import VirtualViewTestSupport

/// Every way in which a file can be refused, each with its code and the offset of the first bad byte.
@Suite struct TemplateDecoderTests {
    /// The smallest file: a root without properties and empty tables.
    private let smallest = FileImage().bytes

    @Test func smallestFileIsAccepted() throws {
        let template = try Template(decoding: smallest)
        #expect(smallest.count == 75)
        #expect(template.type == "T")
        #expect(template.nodes.count == 1)
        #expect(template.root.componentName == "NText")
        #expect(template.root.children.isEmpty)
        #expect(template.root.setters.count == 0 && template.root.variables.isEmpty)
        expectTotal(smallest)
    }

    @Test func emptyFileIsTruncated() {
        expectRejected([], code: .truncated, offset: 0, section: .header)
    }

    @Test func everyPrefixIsRefused() {
        for length in 0..<smallest.count {
            #expect(throws: FormatError.self) { try Template(decoding: Array(smallest[..<length])) }
        }
    }

    @Test(arguments: 0..<5)
    func wrongMagicIsRefusedAtItsByte(_ offset: Int) {
        var bytes = smallest
        bytes[offset] ^= 0x20
        expectRejected(bytes, code: .badMagic, offset: offset, section: .header)
    }

    @Test func otherMajorVersionIsRefused() {
        for major: UInt16 in [0, 2, 65535] {
            var file = FileImage()
            file.major = major
            expectRejected(file.bytes, code: .unsupportedVersion, offset: 5)
        }
    }

    @Test func anyMinorVersionIsAccepted() throws {
        var file = FileImage()
        file.minor = 65535
        #expect(try Template(decoding: file.bytes).version.minor == 65535)
    }

    @Test func fileLargerThanTheLimitIsRefused() {
        let limits = DecodingLimits(maximumFileSize: smallest.count - 1)
        let error = #expect(throws: FormatError.self) { try Template(decoding: smallest, limits: limits) }
        #expect(error?.code == .fileTooLarge && error?.offset == smallest.count - 1)
        #expect(throws: Never.self) {
            try Template(decoding: smallest, limits: DecodingLimits(maximumFileSize: smallest.count))
        }
    }

    @Test func trailingBytesAreAGap() {
        expectRejected(smallest + [0], code: .sectionGap, offset: smallest.count)
    }

    @Test(arguments: [11, 19, 27, 35])
    func sectionOutsideTheFileIsRefused(_ field: Int) {
        for value: Int32 in [-1, 0, 46, .max, .min] {
            var bytes = smallest
            bytes.replaceSubrange(field..<field + 4, with: bigEndian(value))
            expectRejected(bytes, code: .sectionOutOfBounds, offset: field)
        }
    }

    @Test(arguments: [15, 23, 31, 39])
    func sectionLengthOutsideTheFileIsRefused(_ field: Int) {
        for value in [-5, .max, .min, Int32(smallest.count)] {
            var bytes = smallest
            bytes.replaceSubrange(field..<field + 4, with: bigEndian(value))
            expectRejected(bytes, code: .sectionOutOfBounds, offset: field - 4)
        }
    }

    @Test func overlappingSectionsAreRefused() {
        var bytes = smallest
        // The string table starts inside the code section.
        bytes.replaceSubrange(19..<23, with: bigEndian(Int32(50)))
        expectRejected(bytes, code: .sectionOverlap, offset: 50, section: .strings)
    }

    @Test func bytesOfNoSectionAreRefused() {
        var bytes = smallest
        // The code section ends one byte early.
        bytes.replaceSubrange(15..<19, with: bigEndian(Int32(17)))
        expectRejected(bytes, code: .sectionGap, offset: 64)
    }

    @Test func otherTemplateCountIsRefused() {
        for count: Int32 in [0, 2, -1] {
            var file = FileImage()
            file.templateCount = count
            expectRejected(file.bytes, code: .templateCount, offset: 47, section: .code)
        }
    }

    @Test func nodeLengthMustFillTheSection() {
        for length: UInt16 in [0, 10, 12, 65535] {
            var file = FileImage()
            file.nodeLength = length
            expectRejected(file.bytes, code: .nodeLengthMismatch, offset: 54, section: .code)
        }
    }

    @Test(arguments: [
        ([], FormatError.Code.rootCount, 56),
        ([1], .unbalancedTags, 56),
        ([0, 0, 7, 0, 0, 0, 0, 0, 0, 0], .unbalancedTags, 66),
        ([0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1, 1], .unbalancedTags, 67),
        ([0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1], .rootCount, 67),
        ([0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 2], .unknownTag, 66),
        ([2], .unknownTag, 56),
        ([0], .truncated, 57),
        ([0, 0, 7, 1, 0, 0, 0, 1], .truncated, 60),
        ([0, 0, 7, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0], .truncated, 66),
        ([0, 0, 7, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 2, 1], .unknownVariableType, 66),
        ([0, 0, 7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 2, 1], .unknownVariableType, 66),
    ])
    func brokenNodeTreeIsRefused(_ nodes: [UInt8], _ code: FormatError.Code, _ offset: Int) {
        var file = FileImage()
        file.nodes = nodes
        expectRejected(file.bytes, code: code, offset: offset, section: .code)
    }

    /// Nodes that are only opened take fewer bytes each than whole ones.
    @Test func anyNumberOfOpenNodesIsRefused() {
        for count in 1...24 {
            var file = FileImage()
            file.nodes = Array(repeatElement([0, 0, 7, 0, 0, 0, 0, 0, 0, 0] as [UInt8], count: count).joined())
            expectRejected(file.bytes, code: .unbalancedTags, offset: 56 + file.nodes.count, section: .code)
        }
    }

    @Test func countLargerThanTheRemainingBytesIsRefused() {
        for count: Int32 in [3, -1, .max, .min] {
            var file = FileImage()
            file.strings = [(1, [0x61]), (2, [0x62])]
            file.stringCount = count
            expectRejected(file.bytes, code: .countTooLarge, offset: 67, section: .strings)
        }
    }

    @Test func countSmallerThanTheTableIsRefused() {
        var file = FileImage()
        file.strings = [(1, [0x61]), (2, [0x62])]
        file.stringCount = 1
        expectRejected(file.bytes, code: .sectionLengthMismatch, offset: 78, section: .strings)
    }

    @Test func stringLongerThanItsSectionIsTruncated() {
        var bytes = smallestWithString("abc")
        bytes[76] = 4
        expectRejected(bytes, code: .truncated, offset: 77, section: .strings)
    }

    private func smallestWithString(_ text: String) -> [UInt8] {
        var file = FileImage()
        file.strings = [(1, Array(text.utf8))]
        return file.bytes
    }

    @Test(
        arguments: [
            ([0x80], 0), ([0x61, 0xC3], 1), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xED, 0xA0, 0x80], 0),
            ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xE2, 0x82], 0), ([0xE0, 0x9F, 0xBF], 0),
            ([0xF0, 0x8F, 0xBF, 0xBF], 0), (Array("12345678".utf8) + [0xFF], 8), (Array("é漢😀".utf8) + [0xC3, 0x28], 9),
            ([0xE2, 0x28, 0xA1], 0), ([0xF0, 0x9F, 0x98, 0x28], 0),
        ] as [([UInt8], Int)]
    )
    func invalidUTF8IsRefusedAtItsByte(_ text: [UInt8], _ bad: Int) {
        var file = FileImage()
        file.strings = [(1, text)]
        expectRejected(file.bytes, code: .invalidUTF8, offset: 77 + bad, section: .strings)
        file = FileImage()
        file.name = text
        expectRejected(file.bytes, code: .invalidUTF8, offset: 53 + bad, section: .code)
    }

    @Test func everyScalarBoundaryIsValidUTF8() throws {
        for value: UInt32 in [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x10_FFFF] {
            let text = String(Character(try #require(Unicode.Scalar(value))))
            let template = try Template(decoding: smallestWithString(text))
            #expect(template.strings[StringID(rawValue: 1)] == text)
        }
    }

    /// Ids with random bits, of texts that begin alike, and such that their order cannot be told from the leading bits.
    private static let idsOfTables: [@Sendable (Int, inout SeededGenerator) -> Int32] = [
        { _, random in Int32.random(in: .min...(.max), using: &random) },
        { place, _ in StringID(hashing: "${list[\(place)]}").rawValue },
        { place, _ in Int32(bitPattern: UInt32(place) &* 0x0E8B_2F51) },
    ]

    /// Short tables are sorted in another way than long ones; of entries with one id the last counts.
    @Test(arguments: [1, 2, 3, 15, 16, 17, 18, 100, 999, 5_000], idsOfTables.indices)
    func everyEntryOfATableIsFound(_ count: Int, _ ids: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        var image = FileImage()
        var texts: [Int32: String] = [:]
        for place in 0..<count {
            let id = place % 7 == 3 ? image.strings[place / 2].id : Self.idsOfTables[ids](place, &generator)
            image.strings.append((id, Array("text \(place)".utf8)))
            image.expressions.append((id, Array("code \(place)".utf8)))
            texts[id] = "text \(place)"
        }
        let template = try Template(decoding: image.bytes)
        for (id, text) in texts {
            #expect(template.strings[StringID(rawValue: id)] == text)
            let code = try #require(template.expressions[StringID(rawValue: id)])
            #expect(String(decoding: code, as: UTF8.self) == text.replacing("text", with: "code"))
        }
        for _ in 0..<100 {
            let other = Int32.random(in: .min...(.max), using: &generator)
            #expect((template.expressions[StringID(rawValue: other)] == nil) == (texts[other] == nil))
        }
    }

    /// Each table of a node is empty or has two entries; what is cut off anywhere is refused.
    @Test func aNodeMayHaveEntriesInAnyOfItsTables() throws {
        for combination in 0..<128 {
            let counts = (0..<7).map { combination >> $0 & 1 == 0 ? 0 : 2 }
            var node: [UInt8] = [0, 0, 7]
            for (table, count) in counts.enumerated() {
                let entry: [UInt8] = table == 6 ? [1, 0, 0, 0, 9, 0, 0, 0, 1] : [0, 0, 0, 9, 0, 0, 0, 1]
                node += [UInt8(count)] + (0..<count).flatMap { _ in entry }
            }
            var image = FileImage()
            image.nodes = node + node + [1, 1]
            let template = try Template(decoding: image.bytes)
            for index in 0..<2 {
                #expect(template.nodes[index].setters.count == counts[..<6].reduce(0, +), "\(counts)")
                #expect(template.nodes[index].variables.count == counts[6], "\(counts)")
            }
            for length in 1..<node.count {
                image.nodes = node + node[..<length]
                #expect(throws: FormatError.self, "\(counts), \(length)") { try Template(decoding: image.bytes) }
            }
        }
    }

    @Test func everyByteOfAStringIsChecked() throws {
        for length in [0, 1, 2, 7, 8, 9, 15, 16, 17, 23, 40] {
            var image = FileImage()
            image.strings = [(1, [UInt8](repeating: 0x61, count: length))]
            #expect(try Template(decoding: image.bytes).strings[StringID(rawValue: 1)]?.utf8.count == length)
            for place in 0..<length {
                image.strings[0].text[place] = 0xFF
                expectRejected(
                    image.bytes,
                    code: .invalidUTF8,
                    offset: image.bytes.count - 4 - length + place,
                    section: .strings
                )
                image.strings[0].text[place] = 0x61
            }
        }
    }

    @Test func deepNestingCostsNoStack() throws {
        let depth = 5_957
        var file = FileImage()
        file.nodes =
            Array(repeatElement([0, 0, 1, 0, 0, 0, 0, 0, 0, 0] as [UInt8], count: depth).joined())
            + Array(repeating: 1, count: depth)
        let template = try Template(decoding: file.bytes)
        #expect(template.nodes.count == depth)
        #expect(try TemplateBuilder(template).encoded() == file.bytes)
    }

    @Test func errorsReadAsOneLine() {
        let error = #expect(throws: FormatError.self) { try Template(decoding: Array("ALIVV".utf8)) }
        #expect(error?.description == "truncated while reading major version at byte 5 (section header)")
    }
}
