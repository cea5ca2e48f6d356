// The libFuzzer entry point for bindings: parser, evaluator, coercion and JSON reader, in every client.
//
// The first byte picks nothing more than where the input is cut: before the cut is the text of a binding, after it is
// JSON. Build the sources of VirtualViewExpressions together with this file, with `-package-name VirtualView
// -parse-as-library -sanitize=fuzzer,address`.

#if canImport(VirtualViewExpressions)
    import VirtualViewExpressions
    import VirtualViewFormat
#endif

/// Runs one input.
func fuzzBinding(_ bytes: [UInt8]) {
    // A line with only `=` separates the text from the data; the seeds are readable that way.
    let cut = bytes.indices.first { bytes[$0...].starts(with: "\n=\n".utf8) } ?? bytes.count
    let text = String(decoding: bytes[..<cut], as: UTF8.self)
    let data = readJSON(Array(bytes[min(cut + 3, bytes.count)...]))
    for client in [Client.swift, .iOS] {
        run(text, client, on: data)
    }
    for client in [Client.iOS, .android] {
        for issue in BindingExpression.portabilityIssues(in: text, for: client, kind: .int) {
            check(issue, in: text)
        }
    }
}

/// Reads JSON, and holds the reader and the writer to each other.
private func readJSON(_ bytes: [UInt8]) -> JSONValue? {
    guard let value = try? JSONValue(json: bytes) else { return nil }
    let printed = value.json
    guard let again = try? JSONValue(json: printed), again == value, again.json == printed else {
        preconditionFailure("printed JSON does not read back: \(printed)")
    }
    return value
}

private func run(_ text: String, _ client: Client, on data: JSONValue?) {
    var issues: [BindingIssue] = []
    let binding = BindingExpression(text, client: client, issues: &issues)
    precondition(binding == BindingExpression(text, client: client), "reporting changes the result")
    for issue in issues {
        check(issue, in: text)
    }
    let value = binding.evaluate(on: data)
    precondition(binding.readsData || client == .iOS || value == binding.evaluate(on: nil), "a constant varies")
    let coercion = BindingCoercion(client)
    for (_, kind) in BindingCoercion.kinds {
        let coerced = coercion.coerce(value, to: kind, default: .int(0, .none))
        if case .float(let number, _) = coerced {
            precondition(number.isFinite, "a property got a number without end")
        }
        _ = coerced.jsonValue(as: kind).json
    }
}

private func check(_ issue: BindingIssue, in text: String) {
    let whole = 0..<text.utf8.count
    precondition(whole.contains(issue.range.lowerBound) || issue.range.lowerBound == whole.upperBound)
    precondition(issue.range.upperBound <= whole.upperBound && !issue.range.isEmpty, "a range outside the text")
}
