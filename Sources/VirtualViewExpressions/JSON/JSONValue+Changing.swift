// Changing one value in data, without copying what nobody else holds.

/// The reason why data cannot have a value at a place.
package enum DataPlaceProblem: Hashable, Sendable {
    /// A step leads into a value that is neither missing nor an object or array of its kind, or beyond the end of an array.
    case unreachable
    /// The data would be deeper than ``JSONValue/maximumDepth``.
    case tooDeep
}

extension JSONValue {
    /// Puts a value at a place, or removes the one there.
    ///
    /// Objects that are missing on the way are made, and an array can get the element after its last. An element that is
    /// removed becomes null, so that the others keep their places. Nothing changes if there is a problem.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` for none.
    ///   - path: The place.
    ///   - data: The data; `nil` for none.
    /// - Returns: Why the data cannot have it.
    /// - Complexity: O(*d*) in the number of steps, each O(log *k*) in an object of *k* entries, for arrays and objects
    ///   that nobody else holds; these are copied.
    package static func put(_ value: JSONValue?, at path: DataPath, in data: inout JSONValue?) -> DataPlaceProblem? {
        if let problem = problem(with: value, at: path, in: data) { return problem }
        // What is not there cannot be removed, and leaves no empty objects behind.
        if value == nil, data?[path] == nil { return nil }
        put(value, at: path.prepared[...], in: &data)
        return nil
    }

    private static func problem(with value: JSONValue?, at path: DataPath, in data: JSONValue?) -> DataPlaceProblem? {
        guard path.prepared.count + (value?.depth ?? 0) <= maximumDepth else { return .tooDeep }
        var next = data
        for step in path.prepared {
            switch (step, next) {
            case (.key(let key), .object(let object)): next = object[key]
            case (.index(let index), .array(let elements)) where (0...elements.count).contains(index):
                next = index < elements.count ? elements[index] : nil
            case (.key, nil), (.key, .null), (.index(0), nil), (.index(0), .null): next = nil
            default: return .unreachable
            }
        }
        return nil
    }

    /// Puts a value at steps that have no problem.
    private static func put(_ value: JSONValue?, at steps: ArraySlice<BindingPath.Step>, in data: inout JSONValue?) {
        guard let step = steps.first else {
            data = value
            return
        }
        // The variable holds nothing while the array or object changes, which therefore is not copied.
        let whole = data
        data = nil
        switch step {
        case .key(let key):
            var object = whole.object
            _ = consume whole
            object.change(key) { put(value, at: steps.dropFirst(), in: &$0) }
            data = .object(object)
        case .index(let index):
            var elements = whole.elements
            _ = consume whole
            elements.change(index) { put(value, at: steps.dropFirst(), in: &$0) }
            data = .array(elements)
        }
    }
}

extension JSONValue {
    /// The depth of an object or array after that of the value at a place changed, or after one was removed there.
    ///
    /// Another value as deep as the old one is looked for from that place on to both sides: changes often go through all
    /// values in their order, and then there is one beside it.
    fileprivate static func depth(
        _ depth: UInt16,
        _ old: Int,
        _ new: Int,
        at place: Int,
        among count: Int,
        depthAt: (Int) -> Int
    ) -> UInt16 {
        if new + 1 > Int(depth) { return UInt16(new + 1) }
        guard new < old, old + 1 == Int(depth) else { return depth }
        var deepest = 0
        var (before, after) = (place - 1, place)
        while before >= 0 || after < count {
            if after < count { deepest = max(deepest, depthAt(after)) }
            if before >= 0 { deepest = max(deepest, depthAt(before)) }
            if deepest >= old { return depth }
            (before, after) = (before - 1, after + 1)
        }
        return self.depth(around: deepest)
    }
}

extension JSONValue? {
    /// The object; an empty one if there is none.
    fileprivate var object: BindingObject {
        if case .object(let object)? = self { object } else { [:] }
    }

    /// The array; an empty one if there is none.
    fileprivate var elements: BindingArray {
        if case .array(let elements)? = self { elements } else { [] }
    }
}

extension BindingObject {
    /// Changes the entry with a name, adds or removes it.
    fileprivate mutating func change(_ key: BindingKey, _ body: (inout JSONValue?) -> Void) {
        guard let place = place(of: key) else {
            var value: JSONValue?
            body(&value)
            if let value { add(Entry(key: key, value: value)) }
            return
        }
        var value = Optional(entries[place].value)
        let oldDepth = entries[place].value.depth
        entries[place].value = .null
        body(&value)
        guard let value else {
            entries.remove(at: place)
            follow(oldDepth, 0, at: place)
            return
        }
        let newDepth = value.depth
        entries[place].value = value
        follow(oldDepth, newDepth, at: place)
    }

    private mutating func add(_ entry: Entry) {
        guard entries.count > Self.linearLimit else {
            self = BindingObject(entries: (entries + [entry])[...])
            return
        }
        let place = placeInOrder(of: entry.key)
        entries.insert(entry, at: place)
        follow(0, entry.value.depth, at: place)
    }

    /// Follows a change of the depth of one value.
    private mutating func follow(_ old: Int, _ new: Int, at place: Int) {
        depth = JSONValue.depth(depth, old, new, at: place, among: entries.count) { entries[$0].value.depth }
    }
}

extension BindingArray {
    /// Changes an element, or adds one at the end.
    fileprivate mutating func change(_ index: Int, _ body: (inout JSONValue?) -> Void) {
        guard index < elements.count else {
            var value: JSONValue?
            body(&value)
            elements.append(value ?? .null)
            follow(0, elements[index].depth, at: index)
            return
        }
        var value = Optional(elements[index])
        let old = elements[index].depth
        elements[index] = .null
        body(&value)
        let new = value ?? .null
        elements[index] = new
        follow(old, new.depth, at: index)
    }

    /// Follows a change of the depth of one element.
    private mutating func follow(_ old: Int, _ new: Int, at place: Int) {
        depth = JSONValue.depth(depth, old, new, at: place, among: elements.count) { elements[$0].depth }
    }
}
