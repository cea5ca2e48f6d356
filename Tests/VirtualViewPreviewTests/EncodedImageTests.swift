import Testing
import VirtualView
import VirtualViewPreview
import VirtualViewTestSupport

@Suite struct EncodedImageTests {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 1, 44, 0, 0, 0, 200, 8, 6, 0, 0, 0]
    private static let gif: [UInt8] = Array("GIF89a".utf8) + [0x2C, 0x01, 0xC8, 0x00, 0, 0, 0]
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 0, 0xFF, 0xC2, 0, 17, 8]
        + [0, 200, 1, 44, 3, 0, 0]
    private static let extended: [UInt8] =
        Array("RIFF____WEBPVP8X____".utf8) + [0, 0, 0, 0, 0x2B, 0x01, 0, 0xC7, 0, 0]
    private static let lossless: [UInt8] =
        Array("RIFF____WEBPVP8L____".utf8) + [0x2F] + [0x2B, 0xC1, 0x31, 0]
    private static let lossy: [UInt8] =
        Array("RIFF____WEBPVP8 ____".utf8) + [0, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x01, 0xC8, 0x00]

    @Test(arguments: [
        (png, EncodedImage.Format.png), (gif, .gif), (jpeg, .jpeg), (extended, .webP), (lossless, .webP),
        (lossy, .webP),
        (Array(#"<svg width="300px" height='200'>"#.utf8), .svg), (Array("<svg viewBox='0 0\n 300\t200'>".utf8), .svg),
        (
            Array(
                "\u{FEFF} <?xml version='1.0'?>\n<!-- <svg width=\"1\"/> --><!DOCTYPE svg><svg a=\"1\" viewBox=\"0,0 300 200\"/>"
                    .utf8
            ), .svg
        ),
        (Array(#"<!DOCTYPE svg SYSTEM "a>b"><svg a="x>" b='">' width="300" height="200">"#.utf8), .svg),
    ])
    func readsFormatAndSize(_ bytes: [UInt8], _ format: EncodedImage.Format) throws {
        let image = try #require(EncodedImage(bytes))
        #expect(image.format == format)
        #expect(image.size == LayoutSize(width: 300, height: 200))
        for count in 0..<bytes.count { _ = EncodedImage(Array(bytes.prefix(count))) }
    }

    /// Markers without a length are stepped over.
    @Test(arguments: [0x01, 0xD0, 0xD7, 0xD8, 0xFF] as [UInt8]) func markersOfJPEGAreSteppedOver(_ marker: UInt8) {
        var bytes = Self.jpeg
        bytes.insert(contentsOf: [0xFF, marker], at: 2)
        #expect(EncodedImage(bytes)?.size == LayoutSize(width: 300, height: 200))
        #expect(EncodedImage([0xFF, 0xD8, 0xFF, 0xD9] + Self.jpeg.dropFirst(2))?.size == nil)
    }

    /// A camera notes how it was held, and who shows the image turns it.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9] as [UInt8], [true, false])
    func anImageThatIsShownOnItsSideHasItsSidesExchanged(_ orientation: UInt8, _ isLittle: Bool) {
        func number(_ value: UInt8, _ count: Int) -> [UInt8] {
            let bytes = [value] + [UInt8](repeating: 0, count: count - 1)
            return isLittle ? bytes : bytes.reversed()
        }
        func entry(_ tag: [UInt8], _ value: [UInt8]) -> [UInt8] {
            (isLittle ? tag.reversed() : tag) + number(3, 2) + number(1, 4) + value + [0, 0]
        }
        let notes =
            Array("Exif\0\0".utf8) + Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
            + entry([0x01, 0x00], number(9, 2)) + entry([0x01, 0x12], number(orientation, 2))
        let segment = [0xFF, 0xE1, 0, UInt8(notes.count + 2)] + notes
        let bytes = Self.jpeg.prefix(2) + segment + Self.jpeg.dropFirst(2)
        let isTurned = (5...8).contains(orientation)
        let size = isTurned ? LayoutSize(width: 200, height: 300) : LayoutSize(width: 300, height: 200)
        #expect(EncodedImage(Array(bytes))?.size == size)
        for count in 0..<bytes.count { _ = EncodedImage(Array(bytes.prefix(count))) }
    }

    @Test(arguments: [
        (#"<svg width="24" viewBox="0 0 512 256">"#, 24.0, 12.0),
        (#"<svg height="24px" viewBox="0 0 512 256">"#, 48, 24),
        (#"<svg width=" 24 " height='12px '>"#, 24, 12), (#"<svg width="50%" viewBox="0 0 512 256">"#, 512, 256),
    ])
    func aVectorImageWithOneSideHasTheOtherFromItsBox(_ text: String, _ width: Double, _ height: Double) {
        #expect(EncodedImage(Array(text.utf8))?.size == LayoutSize(width: width, height: height))
    }

    @Test func aVectorImageMayBeSmallerThanAPixel() {
        let image = EncodedImage(Array(#"<svg width="0.5" height="0.25px"/>"#.utf8))
        #expect(image?.size == LayoutSize(width: 0.5, height: 0.25))
    }

    @Test(arguments: [(1, 1, true), (1, 0, false), (0, 1, false), (0, 0, false)] as [(UInt8, UInt8, Bool)])
    func anImageHasAPixelAtLeast(_ width: UInt8, _ height: UInt8, _ hasSize: Bool) throws {
        let image = try #require(EncodedImage(Array("GIF89a".utf8) + [width, 0, height, 0]))
        let size = LayoutSize(width: Double(width), height: Double(height))
        #expect(image.size == (hasSize ? size : nil))
    }

    /// Where an image goes whose size is not known, the view that shows it decides.
    @Test func anImageOfNoSizeHasNoPlaceButTheWholeBox() {
        let box = LayoutRect(x: 1, y: 2, width: 30, height: 40)
        let types: [ImageNode.ScaleType] = [.center, .centerCrop, .centerInside, .fitCenter, .fitStart, .fitEnd]
        for size in [nil, LayoutSize(width: 10, height: 0), LayoutSize(width: 0, height: 10), .zero] {
            for type in types { #expect(type.destination(of: size, in: box) == nil, "\(type)") }
            for type in [ImageNode.ScaleType.matrix, .fitXY] { #expect(type.destination(of: size, in: box) == box) }
        }
        for type in types { #expect(type.destination(of: LayoutSize(width: 10, height: 10), in: box) != nil) }
    }

    @Test(arguments: ["", "<html><svg/></html>", "GIF", "plain text", "<svgx/>", "<!-- <svg", "{\"a\":1}"])
    func refusesWhatIsNoImage(_ text: String) {
        #expect(EncodedImage(Array(text.utf8)) == nil)
    }

    @Test(arguments: ["<svg/>", #"<svg width="100%" height="1">"#, #"<svg viewBox="0 0 -1 nan">"#])
    func knowsNoSizeWhereThereIsNone(_ text: String) throws {
        #expect(try #require(EncodedImage(Array(text.utf8))).size == nil)
    }

    @Test func survivesAnyBytes() {
        var generator = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(300) {
            var bytes =
                [Self.png, Self.gif, Self.jpeg, Self.extended, Self.lossless, Self.lossy]
                .randomElement(using: &generator) ?? []
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let size = EncodedImage(bytes)?.size
            #expect(size.map { $0.width > 0 && $0.height > 0 } ?? true, "VV_SEED=\(RandomTests.seed)")
        }
    }

    @Test(arguments: [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("\u{FB}\u{FF}", "w7vDvw==")])
    func encodesLettersAsTheStandardSays(_ text: String, _ expected: String) throws {
        let root = "<svg/>"
        let image = try #require(EncodedImage(Array((root + text).utf8)))
        #expect(image.dataURI == "data:image/svg+xml;base64,PHN2Zy8+" + expected)
    }
}
