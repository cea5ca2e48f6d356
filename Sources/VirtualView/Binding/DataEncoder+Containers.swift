import VirtualViewExpressions

/// Writes the entries of an object.
struct KeyedDataContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: DataBox
    let path: DataCodingPath
    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil(forKey key: Key) throws {
        nested(key).set(.null)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        if let simple = JSONValue(simple: value) {
            nested(key).set(simple)
        } else {
            box.add(try DataEncoder.box(value, at: path.appending(key)), for: key.stringValue)
        }
    }

    mutating func nestedContainer<Inner: CodingKey>(
        keyedBy keyType: Inner.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Inner> {
        DataEncoder(box: nested(key), path: path.appending(key)).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        DataEncoder(box: nested(key), path: path.appending(key)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        let inner = DataBox()
        let key = DataIndexKey(nil)
        box.add(inner, for: key.stringValue)
        return DataEncoder(box: inner, path: path.appending(key))
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        DataEncoder(box: nested(key), path: path.appending(key))
    }

    private func nested(_ key: Key) -> DataBox {
        let inner = DataBox()
        box.add(inner, for: key.stringValue)
        return inner
    }
}

/// Writes the elements of an array.
struct ListDataContainer: UnkeyedEncodingContainer {
    let box: DataBox
    let path: DataCodingPath
    var codingPath: [any CodingKey] { path.keys }
    var count: Int { box.count }

    mutating func encodeNil() throws {
        nested().set(.null)
    }

    mutating func encode(_ value: some Encodable) throws {
        if let simple = JSONValue(simple: value) {
            nested().set(simple)
        } else {
            box.add(try DataEncoder.box(value, at: path.appending(DataIndexKey(count))))
        }
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy keyType: Inner.Type) -> KeyedEncodingContainer<Inner> {
        let key = DataIndexKey(count)
        return DataEncoder(box: nested(), path: path.appending(key)).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let key = DataIndexKey(count)
        return DataEncoder(box: nested(), path: path.appending(key)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        let key = DataIndexKey(count)
        return DataEncoder(box: nested(), path: path.appending(key))
    }

    private func nested() -> DataBox {
        let inner = DataBox()
        box.add(inner)
        return inner
    }
}

/// Writes one value.
struct SingleDataContainer: SingleValueEncodingContainer {
    let box: DataBox
    let path: DataCodingPath
    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil() throws {
        box.set(.null)
    }

    mutating func encode(_ value: some Encodable) throws {
        if let simple = JSONValue(simple: value) {
            box.set(simple)
        } else {
            // The path gets longer at each step, so that a value that encodes itself again and again ends with an
            // error.
            box.set(try DataEncoder.box(value, at: path.appending(DataIndexKey(0))).value())
        }
    }
}
