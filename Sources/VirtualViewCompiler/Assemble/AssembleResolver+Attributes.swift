extension AssembleResolver {
    /// Types the attributes of a list, with those that `%@` stand for at their places.
    mutating func resolve(_ list: AssembleAttributeList?, of owner: AssembleAttributes.Owner) -> AssembleProperties {
        var properties = AssembleProperties()
        if let list { add(list, to: &properties, of: owner) }
        return properties
    }

    private mutating func add(
        _ list: AssembleAttributeList,
        to properties: inout AssembleProperties,
        of owner: AssembleAttributes.Owner
    ) {
        if list.isDamaged { properties.isDamaged = true }
        for item in list.items {
            switch item {
            case .attribute(let attribute):
                guard let property = type(attribute, in: list, of: owner, &properties.isDamaged) else { continue }
                reportDuplicate(property, in: properties)
                properties.set(property)
            case .splice(let reference):
                splice(reference, into: &properties, of: owner)
            }
        }
    }

    private mutating func splice(
        _ reference: AssembleReference,
        into properties: inout AssembleProperties,
        of owner: AssembleAttributes.Owner
    ) {
        let index: Int
        switch enter(reference) {
        case .fragment(let fragment): index = fragment
        case let refusal:
            if case .unknown = refusal { reports.add(.notAttributes(reference.name), at: reference.span) }
            properties.isDamaged = true
            return
        }
        defer { active.removeLast() }
        switch fragments[index].body {
        case .attributes(let list):
            add(list, to: &properties, of: owner)
        case .part(let part) where part.name == nil && part.splice == nil && part.block == nil:
            if part.isDamaged { properties.isDamaged = true }
            if let list = part.attributes { add(list, to: &properties, of: owner) }
        case .part, .block:
            reports.add(.notAttributes(reference.name), at: reference.span)
            properties.isDamaged = true
        }
    }

    private mutating func reportDuplicate(_ property: AssembleProperty, in properties: AssembleProperties) {
        if let earlier = properties[property.kind] {
            let message = AssembleMessage.duplicateAttribute(property.name, earlier.name)
            reports.add(message, at: property.nameSpan, noteAt: earlier.nameSpan)
        } else if property.kind.isImage, let earlier = properties.image {
            var both = properties
            both.set(property)
            let winner = both.image?.name ?? property.name
            let message = AssembleMessage.secondImage(property.name, earlier.name, winner: winner)
            reports.add(message, at: property.nameSpan, noteAt: earlier.nameSpan)
        } else if property.kind == .lines || property.kind == .maxLines,
            let earlier = properties[property.kind == .lines ? .maxLines : .lines]
        {
            reports.add(.secondLineCount(property.name, earlier.name), at: property.nameSpan, noteAt: earlier.nameSpan)
        }
    }

    /// Gives an attribute its type.
    private mutating func type(
        _ attribute: AssembleAttribute,
        in list: AssembleAttributeList,
        of owner: AssembleAttributes.Owner,
        _ isDamaged: inout Bool
    ) -> AssembleProperty? {
        guard let rule = AssembleAttributes.of(owner)[attribute.name] else {
            reportUnknown(attribute, in: list, of: owner)
            isDamaged = true
            return nil
        }
        switch AssembleTyper(rule: rule, attribute: attribute).read() {
        case nil:
            isDamaged = true
            return nil
        case .refused(let message, let span, let replacement):
            let fixIt =
                replacement.map { reports.replacement(span, with: $0) } ?? missingComma(in: attribute, of: owner)
            reports.add(message, at: span, fixIts: fixIt.map { [$0] } ?? [])
            if message.id.severity == .error { isDamaged = true }
            return nil
        case .warned(let property, let message, let replacement):
            let fixIt = reports.replacement(property.written.valueSpan, with: replacement)
            reports.add(message, at: property.wholeSpan, fixIts: [fixIt])
            return property
        case .property(let property):
            if case .none = property.value { reports.add(.missingAction, at: property.nameSpan) }
            if property.kind == .crp, !reports.knows(.flexShrink) {
                reports.add(.droppedResistance, at: property.nameSpan)
            }
            if property.kind == .buttonHighlightColor, !reports.knows(.pressedBackground) {
                reports.add(.droppedHighlight, at: property.nameSpan)
            }
            return property
        }
    }

    /// Returns the fix-it for a value that continues with ` name:`, where a comma was forgotten.
    private func missingComma(
        in attribute: AssembleAttribute,
        of owner: AssembleAttributes.Owner
    ) -> Diagnostic.FixIt? {
        guard case .text(let text, let map) = attribute.value, map.isVerbatim,
            attribute.isPlain, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let words = text.utf8[..<colon].split(separator: UInt8(ascii: " "))
        guard words.count > 1, let name = words.last, AssembleAttributes.of(owner)[String(name) ?? ""] != nil else {
            return nil
        }
        let before = words[words.count - 2].endIndex
        let value = text.utf8[..<before]
        // Inside parentheses a comma is a part of the value.
        guard value.count(where: { $0 == UInt8(ascii: "(") }) == value.count(where: { $0 == UInt8(ascii: ")") }) else {
            return nil
        }
        let offset = Int(attribute.valueSpan.lower) + text.utf8.distance(from: text.utf8.startIndex, to: before)
        return reports.insertion(",", at: SourceSpan(offset..<offset, file: attribute.valueSpan.file))
    }

    private mutating func reportUnknown(
        _ attribute: AssembleAttribute,
        in list: AssembleAttributeList,
        of owner: AssembleAttributes.Owner
    ) {
        let other: AssembleAttributes.Owner = owner == .block ? .part : .block
        if AssembleAttributes.of(other)[attribute.name] != nil {
            let place = other == .part ? "a part, in '[ ]'" : "an assemble, after its head"
            reports.add(
                .misplacedAttribute(attribute.name, of: owner.name, belongsTo: place),
                at: attribute.nameSpan
            )
            return
        }
        let mayGuess = !reports.isFull(attribute.nameSpan)
        let suggestion = mayGuess ? AssembleAttributes.suggestion(for: attribute.name, of: owner) : nil
        // Of two attributes with one name, the last one would take the place of what is right.
        let free = suggestion.flatMap { name in
            let isThere = list.items.contains { item in
                if case .attribute(let other) = item { other.name == name } else { false }
            }
            return isThere ? nil : name
        }
        reports.add(
            .unknownAttribute(attribute.name, of: owner.name, suggestion: suggestion),
            at: attribute.nameSpan,
            fixIts: free.map { [reports.replacement(attribute.nameSpan, with: $0)] } ?? []
        )
    }
}
