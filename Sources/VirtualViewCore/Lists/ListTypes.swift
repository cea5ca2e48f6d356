import VirtualViewExpressions

/// The names of the templates that a list's entries ask for, by number; 0 stands for none.
struct ListTypes {
    /// The number of the first type.
    static var first: Int { 1 }
    private let key = BindingKey("type")
    private var numbers: [String: Int] = [:]
    private var names: [String] = [""]
    /// The number that was last asked for: entries of a type often follow each other.
    private var last = 0
    private var missing: Set<Int> = []

    /// Makes the entry of a value.
    mutating func makeEntry(_ value: JSONValue, isStaggered: Bool) -> ListEntries.Entry {
        ListEntries.Entry(value, type: number(ofEntry: value), isAcross: isStaggered && value.spansColumns)
    }

    /// Returns the number of the type of an entry.
    mutating func number(ofEntry entry: JSONValue) -> Int {
        guard case .object(let object) = entry, case .string(let name)? = object[key] else { return 0 }
        return number(of: name)
    }

    /// Returns the number of a name.
    mutating func number(of name: String) -> Int {
        if last > 0, names[last] == name { return last }
        if let number = numbers[name] {
            last = number
            return number
        }
        names.append(name)
        last = names.count - 1
        numbers[name] = last
        return last
    }

    /// Returns the name of a type; `nil` if there is none.
    func name(_ number: Int) -> String? {
        number == 0 ? nil : names[number]
    }

    /// Whether no template of that name was found for the present entries.
    func isMissing(_ number: Int) -> Bool { missing.contains(number) }

    mutating func noteMissing(_ number: Int) { missing.insert(number) }

    /// Makes the list look for all templates again; returns whether some were missing.
    mutating func forgetMissing() -> Bool {
        defer { missing = [] }
        return !missing.isEmpty
    }
}
