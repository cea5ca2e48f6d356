#if canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import Foundation
    import VirtualView

    /// An element that VoiceOver presents: a part of a template.
    ///
    /// AppKit does not say on which thread it calls an element, but accessibility runs on the main one.
    final class TemplateElement: NSAccessibilityElement {
        private let subject = ElementSubject()

        @MainActor func show(_ element: SpokenElement, of tree: AccessibilityTree, in view: TemplateView) {
            subject.host = view.host
            subject.node = tree.nodes[element.element]
            subject.isClickable = element.isClickable
            subject.isAdjustable = element.traits.contains(.adjustable)
            let role = NSAccessibility.Role(element.traits)
            setAccessibilityParent(view)
            setAccessibilityRole(role)
            // What a text says is its value.
            let isText = role == .staticText && element.value == nil
            setAccessibilityLabel(isText ? nil : element.label)
            let share = role == .progressIndicator ? element.share : nil
            setAccessibilityValue(share ?? (isText ? element.label : element.value))
            setAccessibilityMinValue(share == nil ? nil : 0)
            setAccessibilityMaxValue(share == nil ? nil : 100)
            setAccessibilityEnabled(!element.traits.contains(.disabled))
            setAccessibilitySelected(element.traits.contains(.selected))
            setAccessibilityFrameInParentSpace(CGRect(element.frame))
            let actions = element.actions.map { action in
                let node = tree.nodes[action.element]
                let host = view.host
                return NSAccessibilityCustomAction(name: action.name) { [weak host] in
                    host?.perform(action.action, on: node) ?? false
                }
            }
            setAccessibilityCustomActions(actions.isEmpty ? nil : actions)
        }

        // Without this, all that is overridden here would be offered for every element.
        nonisolated override func isAccessibilitySelectorAllowed(_ selector: Selector) -> Bool {
            let subject = subject
            switch NSStringFromSelector(selector) {
            case "accessibilityPerformPress": return MainActor.assumeIsolated { subject.isClickable }
            case "accessibilityPerformIncrement", "accessibilityPerformDecrement":
                return MainActor.assumeIsolated { subject.isAdjustable }
            default: return super.isAccessibilitySelectorAllowed(selector)
            }
        }

        nonisolated override func accessibilityPerformPress() -> Bool {
            let subject = subject
            return MainActor.assumeIsolated { subject.perform(.click) }
        }

        nonisolated override func accessibilityPerformIncrement() -> Bool {
            let subject = subject
            return MainActor.assumeIsolated { subject.perform(.increment) }
        }

        nonisolated override func accessibilityPerformDecrement() -> Bool {
            let subject = subject
            return MainActor.assumeIsolated { subject.perform(.decrement) }
        }
    }

    /// What an element stands for.
    @MainActor final class ElementSubject {
        weak var host: TemplateHost?
        var node: Node?
        var isClickable = false
        var isAdjustable = false

        nonisolated init() {}

        func perform(_ action: AccessibilityTree.Element.Action) -> Bool {
            guard let node, action != .click || isClickable else { return false }
            return host?.perform(action, on: node) ?? false
        }
    }

    extension SpokenElement {
        /// The number of a value such as `62%`; `nil` for the words of an author.
        fileprivate var share: NSNumber? {
            guard let value, value.hasSuffix("%"), let number = Int(value.dropLast()) else { return nil }
            return NSNumber(value: number)
        }
    }

    extension NSAccessibility.Role {
        /// The role of an element, as AppKit has it.
        init(_ traits: SpokenElement.Traits) {
            if traits.contains(.adjustable) {
                self = .incrementor
            } else if traits.contains(.link) {
                self = .link
            } else if traits.contains(.button) {
                self = .button
            } else if traits.contains(.image) {
                self = .image
            } else if traits.contains(.progress) {
                self = .progressIndicator
            } else {
                self = .staticText
            }
        }
    }
#endif
