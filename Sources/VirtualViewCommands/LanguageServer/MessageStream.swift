import VirtualViewFormat

/// Reads the frames of the protocol: a head with the length, an empty line, and a message of that many bytes.
///
/// Whatever the bytes are, memory is bounded and reading goes on: a head without a length is dropped up to the next
/// one, and a message that is too long is passed over.
package struct MessageStream: Sendable {
    /// What the next bytes are.
    package enum Outcome: Hashable, Sendable {
        /// The bytes of a message.
        case message([UInt8])
        /// Bytes that are no frame, or a message that is too long; the text says which.
        case failure(String)
        /// More bytes are needed.
        case incomplete
    }

    /// The longest head that is read.
    private static let headLimit = 4096
    /// The longest message that is read.
    private static let messageLimit = 64 << 20

    /// The longest message that is passed over; a head with a larger number counts as one without.
    static let skipLimit = 4 << 30

    private static let lengthName = Array("content-length:".utf8)
    private static let headEnd: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

    private var buffer: [UInt8] = []
    /// The start of what was not read yet.
    private var start = 0
    /// The offset from which the end of a head is looked for.
    private var searched = 0
    /// The number of bytes that are still passed over.
    private var skipped = 0
    /// Whether the bytes since the last frame are none, which was reported.
    private var isLost = false

    /// Creates a stream at its start.
    package init() {}

    /// Adds bytes as they come.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            searched = max(0, searched - start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Returns what the bytes so far begin with.
    package mutating func next() -> Outcome {
        while true {
            if skipped > 0 {
                let count = min(skipped, buffer.count - start)
                start += count
                searched = start
                skipped -= count
                guard skipped == 0 else { return .incomplete }
            }
            guard let end = endOfHead() else {
                guard dropExcess() else { return .incomplete }
                if !isLost { return lose("bytes that are no message were left out") }
                continue
            }
            guard let length = length(in: start..<end) else {
                start = end
                searched = end
                if !isLost { return lose("a head without 'Content-Length: N' was left out") }
                continue
            }
            guard length <= Self.messageLimit else {
                start = end
                skipped = length
                isLost = false
                return .failure("a message of \(length) bytes was left out; the limit is \(Self.messageLimit)")
            }
            guard buffer.count - end >= length else {
                searched = end - Self.headEnd.count
                return .incomplete
            }
            let message = Array(buffer[end..<end + length])
            start = end + length
            searched = start
            isLost = false
            return .message(message)
        }
    }

    private mutating func lose(_ reason: String) -> Outcome {
        isLost = true
        return .failure(reason)
    }

    /// Drops bytes that are too many for a head, but for what may be the beginning of one; returns whether it did.
    private mutating func dropExcess() -> Bool {
        searched = max(start, buffer.count - Self.headEnd.count + 1)
        guard buffer.count - start > Self.headLimit else { return false }
        start = buffer.count - Self.headEnd.count + 1
        return true
    }

    /// Returns the end of the head with its empty line.
    private func endOfHead() -> Int? {
        var offset = max(start, searched)
        while offset + 4 <= buffer.count {
            if buffer[offset] == 0x0D, buffer[offset..<offset + 4].elementsEqual(Self.headEnd) { return offset + 4 }
            offset += 1
        }
        return nil
    }

    /// Returns the length that a head gives; the last one if there are several.
    private func length(in head: Range<Int>) -> Int? {
        var length: Int?
        for line in buffer[head].split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
            // What was left over of something else may stand before the name.
            guard let end = Self.endOfLengthName(in: line) else { continue }
            let digits = line[end...].drop { $0 == 0x20 || $0 == 0x09 }
            guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            // Nobody has sent as many bytes: to pass over them would be to pass over everything.
            length = Int(String(decoding: digits, as: UTF8.self))
            guard let length, length <= Self.skipLimit else { return nil }
        }
        return length
    }

    /// Returns the end of the last name of a length in a line; `nil` if there is none.
    private static func endOfLengthName(in line: ArraySlice<UInt8>) -> Int? {
        var start = line.endIndex - lengthName.count
        while start >= line.startIndex {
            let name = line[start..<start + lengthName.count]
            if name.elementsEqual(lengthName, by: { $0.asciiLowercased == $1 }) {
                return name.endIndex
            }
            start -= 1
        }
        return nil
    }

    /// Returns a message with its head.
    package static func frame(_ message: String) -> [UInt8] {
        Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8)
    }
}
