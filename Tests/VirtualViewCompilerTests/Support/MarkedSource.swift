/// A source with markers, 1️⃣ to 9️⃣, that name places in it.
struct MarkedSource {
    /// The source without the markers.
    let bytes: [UInt8]
    /// Where each marker stood, as a byte offset.
    let offsets: [String: Int]

    init(_ text: String) {
        let markers = (1...9).map { "\($0)\u{FE0F}\u{20E3}" }
        var bytes: [UInt8] = []
        var offsets: [String: Int] = [:]
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if (0x31...0x39).contains(byte), let marker = markers.first(where: { rest.starts(with: $0.utf8) }) {
                offsets[marker] = bytes.count
                rest = rest.dropFirst(marker.utf8.count)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        self.bytes = bytes
        self.offsets = offsets
    }
}
