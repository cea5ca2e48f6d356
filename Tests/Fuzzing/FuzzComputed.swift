import VirtualViewExpressions

/// Computed bindings: a text is read without a trap whatever it says, and an expression that the bytes choose has the
/// value that the slow way finds.
///
/// An input that begins with `#` chooses an expression; any other is the text of one.
func fuzzComputed(_ bytes: [UInt8]) {
    guard bytes.first == UInt8(ascii: "#") else { return read(String(decoding: bytes, as: UTF8.self)) }
    var choices = RandomChoices(bytes.dropFirst())
    func pick(_ range: ClosedRange<Int>) -> Int { range.lowerBound + choices.byte() % range.count }
    let model = ComputedModel(depth: 8, pick: pick)
    let text = "${= \(model.text(pick))}"
    var issues: [BindingIssue] = []
    let value = BindingExpression(text, issues: &issues).evaluate(on: ComputedModel.data)
    precondition(issues.isEmpty, "\(text): \(issues)")
    precondition(value.isSame(as: model.result), "\(text) is \(value ?? .null), not \(model.result ?? .null)")
}

private func read(_ expression: String) {
    let text = "${=\(expression)}"
    var issues: [BindingIssue] = []
    let binding = BindingExpression(text, issues: &issues)
    precondition(binding == BindingExpression(text), "reporting changes the result")
    for issue in issues {
        let range = 0...text.utf8.count
        precondition(range.contains(issue.range.lowerBound) && range.contains(issue.range.upperBound))
        precondition(!issue.range.isEmpty, "a problem has a place")
    }
    let value = binding.evaluate(on: ComputedModel.data)
    switch value {
    case .null?: preconditionFailure("null is missing")
    case .double(let number)?: precondition(number.isFinite, "a number has an end")
    case .string(let text)?: precondition(text.utf8.count <= 1 << 20, "a text has an end")
    case .array?, .object?: precondition((value?.depth ?? 0) <= JSONValue.maximumDepth)
    case .bool?, .int?, nil: break
    }
    precondition(binding.evaluate(on: ComputedModel.data) == value, "an evaluation changes nothing")
}
