import Testing
import VirtualViewDelivery

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 0-0/1", 0..<1, 1), ("bytes 0-99/1234", 0..<100, 1234), ("bytes 100-199/200", 100..<200, 200),
            ("Bytes 5-6/7", 5..<7, 7), ("BYTES 00-01/02", 0..<2, 2), ("bytes 3-9/*", 3..<10, nil),
            ("bytes 0-9223372036854775806/9223372036854775807", 0..<Int.max, Int.max),
        ] as [(String, Range<Int>, Int?)]
    )
    func readsRange(_ text: String, _ range: Range<Int>, _ size: Int?) {
        let read = ContentRange(text)
        #expect(read?.range == range)
        #expect(read.map { $0.size == size } == true)
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes 0-1", "bytes 0-1/", "bytes /2", "bytes -1/2", "bytes 0-/2", "bytes 1-0/2",
        "bytes 0-2/2", "bytes 0-1/1", "bytes */2", "bytes */*", "bytes 0-1/**", "bytes 0-1/2/3", "bytes 0-1-2/3",
        "bytes  0-1/2", "bytes 0 -1/2", "bytes 0-1/2 ", " bytes 0-1/2", "bytes=0-1/2", "bytes\t0-1/2", "bytes:0-1/2",
        "octets 0-1/2", "byte 0-1/2", "bytes +0-1/2", "bytes 0-+1/2", "bytes 0-1/+2", "bytes 0x0-1/2", "bytes a-b/c",
        "bytes 0-9223372036854775807/*", "bytes 0-9223372036854775808/*", "bytes 0-1/99999999999999999999",
        "bytes 99999999999999999999-1/2", "bytes 0\u{301}-1/2", "bytes \u{664}-\u{665}/\u{669}", "bytes 0-1/2\u{0}",
        "bytes 0-1/2\r\n", "bytes 0-1/2, bytes 3-4/5", "\u{0}\u{0}\u{0}\u{0}\u{0} 0-1/2", "BYTES\u{0}0-1/2",
    ])
    func refusesAnythingElse(_ text: String) {
        #expect(ContentRange(text) == nil)
    }

    /// Whatever is changed in a valid text, what is read writes the text again, up to case and zeros in front.
    @Test func readsNothingThatItsTextDoesNotSay() {
        let text = Array("bytes 10-19/25".utf8)
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                let string = String(decoding: changed, as: UTF8.self)
                guard let read = ContentRange(string), let size = read.size else { continue }
                let shown = "bytes \(read.range.lowerBound)-\(read.range.upperBound - 1)/\(size)"
                let numbers = string.lowercased().replacing("bytes 0", with: "bytes ").replacing("-0", with: "-")
                    .replacing("/0", with: "/")
                #expect(shown == numbers)
            }
        }
    }
}
