import VirtualViewFormat

// The functions of computed bindings; a value of a kind that a function does not take gives null.

extension BindingEvaluator {
    /// Returns the result of a function; the parser made sure that it gets as many arguments as it takes.
    func call(
        _ function: ComputedFunction,
        _ arguments: [ComputedNode],
        _ budget: inout BindingBudget
    ) -> JSONValue {
        guard function.makesValue else { return result(of: function, arguments, &budget) ?? .null }
        return budget.isSpent ? .null : budget.take(result(of: function, arguments, &budget))
    }

    /// Returns the result of a function; `nil` is a text that is too long.
    private func result(
        of function: ComputedFunction,
        _ arguments: [ComputedNode],
        _ budget: inout BindingBudget
    ) -> JSONValue? {
        func argument(_ place: Int) -> JSONValue { compute(arguments[place], &budget) }
        func argument(_ place: Int, or missing: JSONValue) -> JSONValue {
            place < arguments.count ? argument(place) : missing
        }
        return switch function {
        case .length: Self.length(argument(0))
        case .upper: Self.changed(argument(0)) { $0.uppercased() }
        case .lower: Self.changed(argument(0)) { $0.lowercased() }
        case .trim: Self.changed(argument(0)) { Self.trimmed($0) }
        case .contains: Self.contains(argument(0), argument(1))
        case .startsWith: Self.test(argument(0), argument(1)) { $0.utf8.starts(with: $1.utf8) }
        case .endsWith: Self.test(argument(0), argument(1)) { $0.utf8.reversed().starts(with: $1.utf8.reversed()) }
        case .slice: Self.slice(argument(0), from: argument(1), to: argument(2, or: .int(.max)))
        case .join: Self.join(argument(0), argument(1))
        case .replace: Self.replace(argument(0), argument(1), argument(2))
        case .min: extreme(arguments, -1, &budget)
        case .max: extreme(arguments, 1, &budget)
        case .abs: Self.absolute(argument(0))
        case .round: Self.round(argument(0), argument(1, or: .int(0)))
        case .fixed: Self.fixed(argument(0), argument(1))
        case .floor: Self.whole(argument(0)) { $0.floor }
        case .ceil: Self.whole(argument(0)) { -(-$0).floor }
        case .number: Self.number(argument(0))
        case .text: BoundedText(argument(0))?.value
        case .list: list(arguments, &budget)
        }
    }

    private func list(_ arguments: [ComputedNode], _ budget: inout BindingBudget) -> JSONValue {
        let elements = arguments.map { compute($0, &budget) }
        // Deeper data would stop the program.
        return elements.contains { $0.depth >= JSONValue.maximumDepth } ? .null : .array(elements)
    }

    /// Returns the number whose order with all others is the one that is asked for.
    private func extreme(_ arguments: [ComputedNode], _ order: Int, _ budget: inout BindingBudget) -> JSONValue {
        var best = JSONValue.null
        for argument in arguments {
            let value = compute(argument, &budget)
            guard value.decimal != nil else { return .null }
            if best == .null || ComputedComparison.order(value, best) == order { best = value }
        }
        return best
    }
}

// MARK: - Texts and lists

extension BindingEvaluator {
    private static func length(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .int(Int64(text.unicodeScalars.count))
        case .array(let elements): .int(Int64(elements.count))
        case .object(let object): .int(Int64(object.count))
        default: .null
        }
    }

    private static func changed(_ value: JSONValue, _ change: (String) -> String) -> JSONValue? {
        guard case .string(let text) = value else { return .null }
        return BoundedText(.string(change(text)))?.value
    }

    private static func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: bytes[ExpressionText.trim(bytes, 0..<bytes.count)], as: UTF8.self)
    }

    private static func test(_ value: JSONValue, _ other: JSONValue, _ test: (String, String) -> Bool) -> JSONValue {
        guard case .string(let text) = value, case .string(let part) = other else { return .null }
        return .bool(test(text, part))
    }

    private static func contains(_ value: JSONValue, _ part: JSONValue) -> JSONValue {
        switch (value, part) {
        case (.string(let text), .string(let part)):
            .bool(ByteSearch(for: Array(part.utf8)).place(in: Array(text.utf8), from: 0) != nil)
        case (.array(let elements), _): .bool(elements.contains(part))
        case (.object(let object), .string(let name)): .bool(object[name] != nil)
        default: .null
        }
    }

    private static func slice(_ value: JSONValue, from: JSONValue, to: JSONValue) -> JSONValue? {
        guard let from = from.wholeNumber, let to = to.wholeNumber else { return .null }
        let start = Swift.max(0, from)
        let count = Swift.max(0, Swift.max(0, to) - start)
        switch value {
        case .string(let text):
            return BoundedText(.string(String(text.unicodeScalars.dropFirst(start).prefix(count))))?.value
        case .array(let elements): return .array(Array(elements.dropFirst(start).prefix(count)))
        default: return .null
        }
    }

    private static func join(_ value: JSONValue, _ separator: JSONValue) -> JSONValue? {
        guard case .array(let elements) = value, case .string(let separator) = separator else { return .null }
        var text = BoundedText()
        for (place, element) in elements.enumerated() {
            if place > 0, !text.append(text: separator) { return nil }
            if !text.append(element) { return nil }
        }
        return text.value
    }

    private static func replace(_ value: JSONValue, _ old: JSONValue, _ new: JSONValue) -> JSONValue? {
        guard case .string(let text) = value, case .string(let old) = old, case .string(let new) = new else {
            return .null
        }
        guard !old.isEmpty else { return value }
        let (bytes, added) = (Array(text.utf8), Array(new.utf8))
        let search = ByteSearch(for: Array(old.utf8))
        var result: [UInt8] = []
        var start = 0
        while result.count <= BoundedText.maximumSize, let place = search.place(in: bytes, from: start) {
            if place > start { result += bytes[start..<place] }
            result += added
            start = place + search.part.count
        }
        guard result.count + bytes.count - start <= BoundedText.maximumSize else { return nil }
        result += bytes[start...]
        return .string(String(decoding: result, as: UTF8.self))
    }
}

/// The search of Knuth, Morris and Pratt, which finds some bytes in others in linear time.
private struct ByteSearch {
    let part: [UInt8]
    /// For each length of a match, the length of the next shorter one with the same end.
    private let shorter: [Int]

    init(for part: [UInt8]) {
        self.part = part
        var shorter = [Int](repeating: 0, count: part.count)
        var length = 0
        for place in part.indices.dropFirst() {
            while length > 0, part[place] != part[length] { length = shorter[length - 1] }
            if part[place] == part[length] { length += 1 }
            shorter[place] = length
        }
        self.shorter = shorter
    }

    /// Returns the first place that is not before another one; `nil` if there is none.
    @inline(never)
    func place(in bytes: [UInt8], from start: Int) -> Int? {
        guard !part.isEmpty else { return start }
        var length = 0
        for place in start..<bytes.count {
            while length > 0, bytes[place] != part[length] { length = shorter[length - 1] }
            if bytes[place] == part[length] { length += 1 }
            if length == part.count { return place + 1 - length }
        }
        return nil
    }
}

// MARK: - Numbers

extension BindingEvaluator {
    private static func absolute(_ value: JSONValue) -> JSONValue {
        if case .int(let number) = value, number != .min { return .int(Swift.abs(number)) }
        return value.decimal.map { JSONValue(calculated: $0.magnitude) } ?? .null
    }

    private static func whole(_ value: JSONValue, _ round: (Double) -> Double) -> JSONValue {
        if case .double(let number) = value {
            JSONValue(calculated: round(number))
        } else {
            value.decimal == nil ? .null : value
        }
    }

    /// Returns a number of digits after the point.
    private static func places(_ value: JSONValue) -> Int? {
        value.wholeNumber.flatMap { 0...9 ~= $0 ? $0 : nil }
    }

    private static func round(_ value: JSONValue, _ digits: JSONValue) -> JSONValue {
        guard let places = places(digits), let number = value.decimal else { return .null }
        guard case .double = value else { return value }
        return DecimalNumber.roundedValue(number, toPlaces: places).map { JSONValue(calculated: $0) } ?? .null
    }

    private static func fixed(_ value: JSONValue, _ digits: JSONValue) -> JSONValue {
        guard let places = places(digits), let number = value.decimal else { return .null }
        if case .int(let whole) = value {
            return .string("\(whole)" + (places > 0 ? "." + String(repeating: "0", count: places) : ""))
        }
        return DecimalNumber.rounded(number, toPlaces: places).map { .string($0.text(places: places)) } ?? .null
    }

    private static func number(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value else { return value.decimal == nil ? .null : value }
        let trimmed = trimmed(text)
        guard let first = trimmed.utf8.first, first == UInt8(ascii: "-") || first.decimalDigit != nil,
            let number = try? JSONValue(json: trimmed)
        else { return .null }
        if case .double(let decimal) = number { return JSONValue(calculated: decimal) }
        return number
    }
}
