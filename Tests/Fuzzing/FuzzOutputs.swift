import VirtualViewCommands

/// Any bytes are a record of outputs, or none; one that is read is written and read again the same.
///
/// Any bytes are Swift as far as the search for names goes.
func fuzzOutputs(_ bytes: [UInt8]) {
    if let record = OutputRecord(bytes) {
        let text = record.text
        guard let again = OutputRecord(Array(text.utf8)) else { preconditionFailure("a record is read back") }
        precondition(again == record && again.text == text, "a record is read as it was written")
    }
    var names = SwiftNames()
    names.add(bytes)
}
