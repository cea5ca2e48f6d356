/// The tables of the open node in a builder, until its first child opens or it closes.
struct PendingNode: Sendable {
    /// The largest number in a table's count byte.
    private static let largestTable = 255

    var isOpen = false
    private var tables = Array(repeating: HashOrderedTable(), count: NodeTables.count)
    private var variables: [UserVariable] = []
    /// Encoded tables to write instead of the others.
    var verbatimTables: [UInt8]?

    mutating func set(_ value: PropertyValue, for key: StringID) throws(FormatError) {
        let (table, bits) = value.stored
        guard tables[table].count < Self.largestTable || tables[table].has(key.rawValue) else {
            throw Self.tooMany("properties of one kind")
        }
        tables[table].set(bits, for: key.rawValue)
    }

    mutating func add(_ variable: UserVariable) throws(FormatError) {
        guard variables.count < Self.largestTable else { throw Self.tooMany("user variables") }
        variables.append(variable)
    }

    private static func tooMany(_ what: String) -> FormatError {
        FormatError(.tooManyEntries, in: .code, "a node has more than 255 \(what)")
    }

    /// Removes the content of the node; the tables keep their capacity for the next one.
    mutating func close() {
        isOpen = false
        variables.removeAll(keepingCapacity: true)
        verbatimTables = nil
        for table in tables.indices { tables[table].removeAll() }
    }

    func write(to bytes: inout [UInt8]) {
        if let verbatimTables {
            bytes += verbatimTables
            return
        }
        for table in tables {
            bytes.append(UInt8(truncatingIfNeeded: table.count))
            for entry in table.entries {
                bytes.appendBigEndian(entry.key)
                bytes.appendBigEndian(entry.value)
            }
        }
        Self.write(variables, to: &bytes)
    }

    /// Writes setters that are already in table order, like those of a decoded node.
    static func write(_ setters: [PropertySetter], _ variables: [UserVariable], to bytes: inout [UInt8]) {
        var next = 0
        for table in 0..<NodeTables.count {
            let first = next
            while next < setters.count, setters[next].value.stored.table == table { next += 1 }
            bytes.append(UInt8(truncatingIfNeeded: next - first))
            for setter in setters[first..<next] {
                bytes.appendBigEndian(setter.key.rawValue)
                bytes.appendBigEndian(setter.value.stored.bits)
            }
        }
        write(variables, to: &bytes)
    }

    private static func write(_ variables: [UserVariable], to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: variables.count))
        for variable in variables {
            let (type, bits): (UInt8, Int32) =
                switch variable.value {
                case .int(let value): (1, value)
                case .float(let value): (2, Int32(bitPattern: value.bitPattern))
                case .string(let id): (3, id.rawValue)
                }
            bytes.append(type)
            bytes.appendBigEndian(variable.name.rawValue)
            bytes.appendBigEndian(bits)
        }
    }
}

extension PropertyValue {
    /// The table of the value, and its 32 bits; the counterpart of `init(table:bits:)`.
    var stored: (table: Int, bits: Int32) {
        switch self {
        case .int(let value, .none): (0, value)
        case .int(let value, .rp): (1, value)
        case .float(let value, .none): (2, Int32(bitPattern: value.bitPattern))
        case .float(let value, .rp): (3, Int32(bitPattern: value.bitPattern))
        case .string(let id): (4, id.rawValue)
        case .expression(let id): (5, id.rawValue)
        }
    }
}
