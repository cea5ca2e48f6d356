import VirtualViewFormat

// What the reference iOS client does: every value goes by way of its text, and nothing is left at its default.
extension BindingCoercion {
    func coerceByText(_ value: JSONValue?, to kind: ValueKind?) -> CoercedValue {
        switch kind {
        // Only the words of gravities are read there.
        case .int, .textStyle: .int(Self.leadingInteger(value), .none)
        case .number, .float, .size: Self.leadingNumber(value).asFloat ?? .float(0, .none)
        case .string, .expression: .string(Self.foundationText(of: value))
        case .bool: .int(value == .string("true") ? 1 : 0, .none)
        case .visibility: .int(visibility(value), .none)
        case .gravity: Self.gravity(value)
        case .color: Self.color(value)
        default: .data(value)
        }
    }

    /// Returns the text that Foundation gives for an object of a parsed JSON text.
    ///
    /// For arrays and objects, whose text there is a listing that no property can use, it returns compact JSON.
    static func foundationText(of value: JSONValue?) -> String? {
        switch value {
        case .null?: "<null>"
        case .bool(let flag)?: flag ? "1" : "0"
        default: text(of: value)
        }
    }

    private static func leadingInteger(_ value: JSONValue?) -> Int32 {
        let bytes = Array((foundationText(of: value) ?? "").utf8)
        return Int32(clamping: LeadingInteger.value(bytes, 0..<bytes.count))
    }

    private static func leadingNumber(_ value: JSONValue?) -> CoercedNumber {
        let number = CoercedNumber(foundationText(of: value) ?? "")
        // The unit is not known there: `100rp` is 100 points.
        return CoercedNumber(value: number?.value ?? 0, unit: .none)
    }

    private static func gravity(_ value: JSONValue?) -> CoercedValue {
        var ignored: [Issue] = []
        return combination(of: .gravity, in: value, issues: &ignored) ?? .int(0, .none)
    }

    /// Reads `#RRGGBB` and `#AARRGGBB`, also with `0x` or nothing instead of `#`; names are not known.
    private static func color(_ value: JSONValue?) -> CoercedValue {
        let text = foundationText(of: value) ?? ""
        let digits =
            if text.hasPrefix("#") {
                text.dropFirst()
            } else if text.hasPrefix("0x") || text.hasPrefix("0X") {
                text.dropFirst(2)
            } else {
                text[...]
            }
        return ColorText.hexadecimal(digits.utf8).map { .int(Int32(bitPattern: $0), .none) } ?? .noColor
    }
}

// MARK: - Property names

extension BindingCoercion {
    /// Returns the kind of value that the reference iOS client uses for a property, by its name.
    ///
    /// - Parameter name: The property's name, for example `layoutWidth`.
    /// - Returns: The kind; `nil`, which is any data, for every name without a rule of its own.
    public static func kindOnIOS(ofProperty name: String) -> ValueKind? {
        iOSKinds[name]
    }

    private static let iOSKinds: [String: ValueKind] = {
        var kinds: [String: ValueKind] = [
            "visibility": .visibility, "gravity": .gravity, "layoutGravity": .gravity, "layoutWidth": .size,
            "layoutHeight": .size,
        ]
        let rows: [(ValueKind, [String])] = [
            (
                .int,
                [
                    "autoSwitchTime", "colCount", "ellipsize", "id", "layoutDirection", "lines", "maxLines",
                    "scaleType", "stayTime", "style", "textStyle",
                ]
            ),
            (
                .float,
                [
                    "autoDimX", "autoDimY", "borderBottomLeftRadius", "borderBottomRightRadius", "borderRadius",
                    "borderTopLeftRadius", "borderTopRightRadius", "borderWidth", "itemHeight",
                    "itemHorizontalMargin", "itemMargin", "itemVerticalMargin", "itemWidth", "layoutMarginBottom",
                    "layoutMarginLeft", "layoutMarginRight", "layoutMarginTop", "layoutRatio", "lineHeight",
                    "lineSpaceExtra", "lineSpaceMultiplier", "paddingBottom", "paddingLeft", "paddingRight",
                    "paddingTop", "paintWidth", "ratio", "textSize",
                ]
            ),
            (.string, ["action", "ck", "class", "dashEffect", "src", "text"]),
            (.color, ["background", "borderColor", "color", "textColor"]),
            (.bool, ["autoSwitch", "canSlide", "inMainThread"]),
        ]
        for (kind, names) in rows {
            for name in names {
                kinds[name] = kind
            }
        }
        return kinds
    }()
}
