/// A quick hash of data, for tables whose keys are data.
///
/// Equal data has the same fingerprint if its numbers are also
/// of the same types: `1` and `1.0` have different ones, because event programs divide them differently.
package struct DataFingerprint {
    /// The hash of all that was combined.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Starts a hash.
    package init() {}

    /// Adds a number.
    package mutating func combine(_ number: UInt64) {
        let product = (value ^ number).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value = product.high ^ product.low
    }

    /// Adds a text.
    package mutating func combine(_ text: String) {
        guard text.utf8.withContiguousStorageIfAvailable({ combine($0) }) == nil else { return }
        // A text that came from Objective-C.
        var copy = text
        copy.withUTF8 { combine($0) }
    }

    private mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
        combine(kind: 7, UInt64(bytes.count))
        let raw = UnsafeRawBufferPointer(bytes)
        guard raw.count >= 8 else {
            for byte in raw { combine(byte) }
            return
        }
        var offset = 0
        while offset + 8 < raw.count {
            combine(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        combine(raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self))
    }

    private mutating func combine(kind: UInt8, _ number: UInt64) {
        combine(kind)
        combine(number)
    }

    private mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// Adds data; the order of the entries of an object has no meaning.
    ///
    /// Values are read where they are stored: copying each of them would take longer than all the rest.
    package mutating func combine(_ data: JSONValue) {
        switch data {
        case .null: combine(kind: 1, 0)
        case .bool(let flag): combine(kind: 2, flag ? 1 : 0)
        case .int(let number): combine(kind: 3, UInt64(bitPattern: number))
        case .double(let number): combine(kind: 4, number.bitPattern)
        case .string(let text): combine(text)
        case .array(let elements):
            combine(kind: 5, UInt64(elements.count))
            elements.elements.withUnsafeBufferPointer { elements in
                for index in elements.indices { combine(elements[index]) }
            }
        case .object(let object):
            let sum = object.entries.withUnsafeBufferPointer { entries in
                var sum: UInt64 = 0
                for index in entries.indices {
                    var single = DataFingerprint()
                    single.combine(UInt64(entries[index].key.code))
                    single.combine(entries[index].value)
                    sum &+= single.value
                }
                return sum
            }
            combine(kind: 6, sum)
        }
    }
}
