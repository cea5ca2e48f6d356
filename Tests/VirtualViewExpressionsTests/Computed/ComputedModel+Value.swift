import VirtualViewExpressions

// The value of an expression, found the slow way: lists copied, decimals as digits of texts.
extension ComputedModel {
    /// The value as a property gets it; `nil` for null.
    var result: JSONValue? { result(budget: 4 << 20) }

    /// Returns the value if functions and sums may make some bytes.
    func result(budget: Int) -> JSONValue? {
        var budget = budget
        switch value(&budget) {
        case .null: return nil
        case .double(let number): return Self.calculated(Self.rounded(number, significant: 15))
        case let value: return value
        }
    }

    private func value(_ budget: inout Int) -> JSONValue {
        switch self {
        case .number(_, let number): return Self.calculated(number)
        case .text(let text): return .string(text)
        case .word(_, let value): return value
        case .path(let names): return names.reduce(Self.data) { value, name in value[name] ?? .null }
        case .index: return entry(&budget) ?? .null
        case .prefix("!", let part): return .bool(!Self.isTrue(part.value(&budget)))
        case .prefix(_, let part):
            switch part.value(&budget) {
            case .int(let number): return .int(-number)
            case .double(let number): return Self.calculated(-number)
            default: return .null
            }
        case .infix(let sign, let left, let right): return Self.joined(sign, left, right, &budget)
        case .choice(let condition, let first, let second):
            return Self.isTrue(condition.value(&budget)) ? first.value(&budget) : second.value(&budget)
        case .call(let name, let arguments):
            let makes = ["upper", "lower", "trim", "slice", "join", "replace", "fixed", "text", "list"].contains(name)
            if makes, budget < 0 { return .null }
            let value = Self.called(name, Self.values(of: arguments, for: name, &budget))
            return makes ? Self.made(value, &budget) : value
        }
    }

    /// Returns the value that an index leads to; behind an index that leads nowhere no other is looked at.
    private func entry(_ budget: inout Int) -> JSONValue? {
        guard case .index(let base, let index) = self else { return value(&budget) }
        // A path is looked up as a whole.
        guard let found = base.isPath ? base.value(&budget) : base.entry(&budget) else { return nil }
        switch index.value(&budget) {
        case .string(let name): return found[name]
        case .int(let place): return found[Int(place)]
        default: return nil
        }
    }

    /// Whether it is a path that is known before there is data.
    private var isPath: Bool {
        switch self {
        case .path: return true
        case .index(let base, .text): return base.isPath
        case .index(let base, .number(_, let number)):
            if case .int = Self.calculated(number) { return base.isPath }
            return false
        default: return false
        }
    }

    /// Returns the arguments of a function, up to the first one that is no number if it only takes numbers.
    private static func values(of arguments: [ComputedModel], for name: String, _ budget: inout Int) -> [JSONValue] {
        var values: [JSONValue] = []
        for argument in arguments {
            values.append(argument.value(&budget))
            if name == "min" || name == "max", number(values[values.count - 1]) == nil { break }
        }
        return values
    }

    /// Returns what was made, if there was enough for it.
    private static func made(_ value: JSONValue, _ budget: inout Int) -> JSONValue {
        if case .string(let text) = value { budget -= text.utf8.count }
        if case .array(let elements) = value { budget -= 16 * elements.count }
        return budget < 0 ? .null : value
    }

    private static func isTrue(_ value: JSONValue) -> Bool {
        ![.null, .bool(false), .int(0), .string(""), [], [:]].contains(value)
    }

    private static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    private static func calculated(_ number: Double) -> JSONValue {
        guard number.isFinite else { return .null }
        return abs(number) <= 0x1p53 && number == number.rounded() ? .int(Int64(number)) : .double(number)
    }

    private static func joined(
        _ sign: String,
        _ first: ComputedModel,
        _ second: ComputedModel,
        _ budget: inout Int
    ) -> JSONValue {
        let left = first.value(&budget)
        switch sign {
        case "||" where isTrue(left), "&&" where !isTrue(left): return .bool(sign == "||")
        case "||", "&&": return .bool(isTrue(second.value(&budget)))
        case "?:": return left == .null || left == .string("") ? second.value(&budget) : left
        default: break
        }
        let right = second.value(&budget)
        switch (sign, left, right) {
        case ("==", _, _): return .bool(left == right)
        case ("!=", _, _): return .bool(left != right)
        case ("+", .string, _), ("+", _, .string):
            guard budget >= 0 else { return .null }
            // The text that a sum adds to is made already.
            if case .infix("+", _, _) = first, case .string(let text) = left { budget += text.utf8.count }
            return made(.string(text(left) + text(right)), &budget)
        case (_, .string(let first), .string(let second)) where "<=>=".contains(sign):
            return compared(sign, Array(first.unicodeScalars), Array(second.unicodeScalars)) {
                $0.lexicographicallyPrecedes($1)
            }
        case (_, .int, _) where "<=>=".contains(sign) && number(right) != nil,
            (_, .double, _) where "<=>=".contains(sign) && number(right) != nil:
            return compared(sign, left, right, precedes)
        default: break
        }
        guard let first = number(left), let second = number(right) else { return .null }
        switch sign {
        case "+": return calculated(first + second)
        case "-": return calculated(first - second)
        case "*": return calculated(first * second)
        case "/": return second == 0 ? .null : calculated(first / second)
        case "%": return second == 0 ? .null : calculated(first.truncatingRemainder(dividingBy: second))
        default: return .null
        }
    }

    /// Whether a number is less than another: as decimals, and as whole numbers if they have one decimal.
    private static func precedes(_ first: JSONValue, _ second: JSONValue) -> Bool {
        guard let left = number(first), let right = number(second), left == right else {
            return number(first) ?? 0 < number(second) ?? 0
        }
        func digits(_ value: JSONValue) -> (Bool, UInt64) {
            if case .int(let number) = value { return (number < 0, number.magnitude) }
            return (left < 0, UInt64(left.magnitude))
        }
        // No whole number is beyond.
        guard left == left.rounded(), left.magnitude < 0x1p64 else { return false }
        let (before, after) = (digits(first), digits(second))
        return before.0 ? before.1 > after.1 : before.1 < after.1
    }

    private static func compared<Value>(
        _ sign: String,
        _ first: Value,
        _ second: Value,
        _ precedes: (Value, Value) -> Bool
    ) -> JSONValue {
        switch sign {
        case "<": .bool(precedes(first, second))
        case "<=": .bool(!precedes(second, first))
        case ">": .bool(precedes(second, first))
        default: .bool(!precedes(first, second))
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .double(let number): JSONValue.double(rounded(number, significant: 15)).json
        default: value.json
        }
    }
}

// MARK: - Functions

extension ComputedModel {
    private static func called(_ name: String, _ arguments: [JSONValue]) -> JSONValue {
        let numbers = arguments.compactMap(number)
        let areNumbers = numbers.count == arguments.count
        var texts: [String] = []
        for case .string(let text) in arguments { texts.append(text) }
        let areTexts = texts.count == arguments.count
        switch (name, arguments.first) {
        case ("list", _): return .array(arguments)
        case ("text", let value?): return .string(text(value))
        case ("length", .string(let text)): return .int(Int64(text.unicodeScalars.count))
        case ("length", .array(let list)): return .int(Int64(list.count))
        case ("length", .object(let object)): return .int(Int64(object.sortedKeys.count))
        case ("upper", .string(let text)): return .string(text.uppercased())
        case ("lower", .string(let text)): return .string(text.lowercased())
        case ("trim", .string(let text)): return .string(trimmed(text))
        case ("contains", .string) where areTexts: return .bool(places(of: texts[1], in: texts[0]).first != nil)
        case ("contains", .array(let list)): return .bool(list.contains(arguments[1]))
        case ("contains", .object(let object)):
            return texts.count == 1 ? .bool(object.sortedKeys.contains(texts[0])) : .null
        case ("startsWith", .string) where areTexts: return .bool(places(of: texts[1], in: texts[0]).contains(0))
        case ("endsWith", .string) where areTexts:
            let last = texts[0].unicodeScalars.count - texts[1].unicodeScalars.count
            return .bool(places(of: texts[1], in: texts[0]).contains(last))
        case ("slice", let value?): return sliced(value, Array(arguments.dropFirst()))
        case ("join", .array(let list)):
            guard texts.count == 1 else { return .null }
            return .string(list.map(text).joined(separator: texts[0]))
        case ("replace", .string) where areTexts: return .string(replaced(texts[0], texts[1], texts[2]))
        case ("min", _): return areNumbers ? arguments.min(by: precedes) ?? .null : .null
        case ("max", _):
            guard areNumbers else { return .null }
            // The first of several that are equal.
            return arguments.max(by: precedes) ?? .null
        case ("abs", .int(let number)): return .int(abs(number))
        case ("abs", .double(let number)): return calculated(abs(number))
        case ("floor", .double(let number)): return calculated(number.rounded(.down))
        case ("ceil", .double(let number)): return calculated(number.rounded(.up))
        case ("floor", .int), ("ceil", .int): return arguments[0]
        case ("number", .string(let text)):
            let word = trimmed(text)
            guard let first = word.first, first == "-" || first.isNumber, let value = try? JSONValue(json: word) else {
                return .null
            }
            return number(value).map { if case .int = value { value } else { calculated($0) } } ?? .null
        case ("number", _): return areNumbers ? arguments[0] : .null
        case ("round", _), ("fixed", _): return rounded(name, arguments)
        default: return .null
        }
    }

    private static func rounded(_ name: String, _ arguments: [JSONValue]) -> JSONValue {
        guard let value = number(arguments[0]) else { return .null }
        var places = 0
        if arguments.count > 1 {
            guard case .int(let digits) = arguments[1], 0...9 ~= digits else { return .null }
            places = Int(digits)
        }
        if case .int(let whole) = arguments[0] {
            guard name == "fixed" else { return arguments[0] }
            return .string("\(whole)" + (places == 0 ? "" : "." + String(repeating: "0", count: places)))
        }
        let text = rounded(value, places: places)
        return name == "fixed" ? .string(text) : calculated(Double(text) ?? .nan)
    }

    private static func trimmed(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Returns all places of a text in another one.
    private static func places(of part: String, in text: String) -> [Int] {
        let (part, scalars) = (Array(part.unicodeScalars), Array(text.unicodeScalars))
        guard part.count <= scalars.count else { return [] }
        return (0...scalars.count - part.count).filter { Array(scalars[$0..<$0 + part.count]) == part }
    }

    private static func replaced(_ text: String, _ old: String, _ new: String) -> String {
        guard !old.isEmpty, let place = places(of: old, in: text).first else { return text }
        let scalars = text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: place)
        let rest = scalars.index(end, offsetBy: old.unicodeScalars.count)
        return String(scalars[..<end]) + new + replaced(String(scalars[rest...]), old, new)
    }

    private static func sliced(_ value: JSONValue, _ ends: [JSONValue]) -> JSONValue {
        var places: [Int64] = []
        // A whole number beyond those that can be counted is a place too, behind every text and list.
        for end in ends {
            guard let place = number(end), place == place.rounded() else { continue }
            places.append(Int64(max(0, min(place, 1e15))))
        }
        guard places.count == ends.count else { return .null }
        func isInside(_ place: Int) -> Bool { place >= places[0] && (places.count < 2 || place < places[1]) }
        switch value {
        case .string(let text):
            var view = String.UnicodeScalarView()
            for (place, scalar) in text.unicodeScalars.enumerated() where isInside(place) { view.append(scalar) }
            return .string(String(view))
        case .array(let list): return .array(list.enumerated().filter { isInside($0.offset) }.map { $0.element })
        default: return .null
        }
    }
}

// MARK: - Decimals

extension ComputedModel {
    /// The digits of the shortest decimal, without its point, and where that would stand.
    private static func digits(_ number: Double) -> (digits: [Int], point: Int) {
        let parts = "\(abs(number))".split(separator: "e")
        let halves = parts[0].split(separator: ".")
        let digits = halves.joined().compactMap { $0.wholeNumberValue }
        return (digits, halves[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0))
    }

    /// Returns the digits before a place, rounded half away from zero; there is one more if the first one overflows.
    private static func rounded(_ digits: [Int], before place: Int) -> [Int] {
        guard place >= 0 else { return [0] }
        guard place < digits.count else { return [0] + digits + Array(repeating: 0, count: place - digits.count) }
        var kept = [0] + digits[..<place]
        guard digits[place] >= 5 else { return kept }
        var index = kept.count - 1
        kept[index] += 1
        while kept[index] == 10 {
            kept[index] = 0
            index -= 1
            kept[index] += 1
        }
        return kept
    }

    private static func rounded(_ number: Double, significant count: Int) -> Double {
        guard number.isFinite, abs(number) > 0x1p53 || number != number.rounded() else { return number }
        var (digits, point) = digits(number)
        while digits.first == 0 {
            digits.removeFirst()
            point -= 1
        }
        guard digits.count > count else { return number }
        let kept = rounded(digits, before: count)
        let text = kept.map(String.init).joined() + "e\(point - count)"
        guard let size = Double(text), size.isFinite else { return number }
        return number < 0 ? -size : size
    }

    private static func rounded(_ number: Double, places: Int) -> String {
        let (digits, point) = digits(number)
        var kept = rounded(Array(repeating: 0, count: max(0, -point)) + digits, before: max(point, 0) + places)
        while kept.count <= places { kept.insert(0, at: 0) }
        while kept.count > places + 1, kept[0] == 0 { kept.removeFirst() }
        let text = kept.map(String.init).joined()
        let sign = number < 0 && kept.contains { $0 != 0 } ? "-" : ""
        return sign + text.dropLast(places) + (places > 0 ? "." + text.suffix(places) : "")
    }
}
