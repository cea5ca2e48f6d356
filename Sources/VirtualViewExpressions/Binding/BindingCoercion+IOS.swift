// What the reference iOS client does: every value goes by way of its text, and nothing is left at its default.
extension BindingCoercion {
    func coerceByText(_ value: BindingValue?, to kind: CoercionKind) -> CoercedValue {
        switch kind {
        case .int: .int(Self.leadingInteger(value), .plain)
        case .float: Self.leadingNumber(value).asFloat ?? .float(0, .plain)
        case .size: Self.leadingNumber(value).asSize ?? .float(0, .plain)
        case .string: .string(Self.foundationText(of: value))
        case .bool: .bool(value == .string("true"))
        case .visibility: .visibility(Self.visibilityWord(value))
        case .words(let words): Self.words(words, value)
        case .color: Self.color(value)
        case .object: .object(value)
        }
    }

    /// The text that Foundation gives for an object of a parsed JSON text.
    ///
    /// Arrays and objects, whose text there is a listing that no property can use, give compact JSON.
    static func foundationText(of value: BindingValue?) -> String? {
        switch value {
        case .null?: "<null>"
        case .bool(let flag)?: flag ? "1" : "0"
        default: text(of: value)
        }
    }

    private static func leadingInteger(_ value: BindingValue?) -> Int32 {
        let bytes = Array((foundationText(of: value) ?? "").utf8)
        return Int32(clamping: LeadingInteger.value(bytes, 0..<bytes.count))
    }

    private static func leadingNumber(_ value: BindingValue?) -> CoercedNumber {
        let number = CoercedNumber(foundationText(of: value) ?? "")
        // The unit is not known there: `100rp` is 100 points.
        return CoercedNumber(value: number?.value ?? 0, unit: .plain)
    }

    private static func visibilityWord(_ value: BindingValue?) -> CoercedValue.Visibility {
        switch value {
        case .string("visible"): .visible
        case .string("invisible"): .invisible
        default: .gone
        }
    }

    private static func words(_ words: CoercionWords, _ value: BindingValue?) -> CoercedValue {
        switch words.onIOS {
        case .words:
            var ignored: [Issue] = []
            return words.combination(in: value, issues: &ignored) ?? .words(0)
        case .int: return .words(leadingInteger(value))
        case .ignored: return .object(value)
        }
    }

    /// `#RRGGBB` and `#AARRGGBB`, also with `0x` or nothing in front; no names.
    private static func color(_ value: BindingValue?) -> CoercedValue {
        let text = foundationText(of: value) ?? ""
        let digits =
            if text.hasPrefix("#") {
                text.dropFirst()
            } else if text.hasPrefix("0x") || text.hasPrefix("0X") {
                text.dropFirst(2)
            } else {
                text[...]
            }
        return ColorText.hexadecimal(digits.utf8).map(CoercedValue.color) ?? .noColor
    }
}

// MARK: - Property names

extension BindingCoercion {
    /// What the reference iOS client takes for a property, by its name.
    ///
    /// - Parameter name: The property's name, for example `layoutWidth`.
    /// - Returns: The kind; ``CoercionKind/object`` for every name without a rule of its own.
    public static func kindOnIOS(ofProperty name: String) -> CoercionKind {
        iOSKinds[name] ?? .object
    }

    private static let iOSKinds: [String: CoercionKind] = {
        var kinds: [String: CoercionKind] = [
            "visibility": .visibility, "gravity": .gravity, "layoutGravity": .gravity, "layoutWidth": .size,
            "layoutHeight": .size,
        ]
        let rows: [(CoercionKind, [String])] = [
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
