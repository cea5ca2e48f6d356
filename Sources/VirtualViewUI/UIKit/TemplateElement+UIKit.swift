#if canImport(UIKit)
    import UIKit
    import VirtualView

    /// An element that VoiceOver presents: a part of a template.
    final class TemplateElement: UIAccessibilityElement {
        private weak var host: TemplateHost?
        private var node: Node?
        private var isClickable = false

        func show(_ element: SpokenElement, of tree: AccessibilityTree, in host: TemplateHost) {
            self.host = host
            node = tree.nodes[element.element]
            isClickable = element.isClickable
            accessibilityLabel = element.label
            accessibilityValue = element.value
            accessibilityTraits = UIAccessibilityTraits(element.traits)
            accessibilityFrameInContainerSpace = CGRect(element.frame)
            let actions = element.actions.map { action in
                let node = tree.nodes[action.element]
                return UIAccessibilityCustomAction(name: action.name) { [weak host] _ in
                    host?.perform(action.action, on: node) ?? false
                }
            }
            accessibilityCustomActions = actions.isEmpty ? nil : actions
        }

        override func accessibilityActivate() -> Bool {
            guard isClickable, let node else { return false }
            return host?.perform(.click, on: node) ?? false
        }

        override func accessibilityIncrement() {
            if let node { host?.perform(.increment, on: node) }
        }

        override func accessibilityDecrement() {
            if let node { host?.perform(.decrement, on: node) }
        }

        override func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool {
            guard let host, let node else { return false }
            let (isForward, isVertical): (Bool, Bool?)
            switch direction {
            // Up and down are where the bar of the list moves, left and right where the finger does.
            case .down: (isForward, isVertical) = (true, true)
            case .up: (isForward, isVertical) = (false, true)
            case .left: (isForward, isVertical) = (!node.isRightToLeft, false)
            case .right: (isForward, isVertical) = (node.isRightToLeft, false)
            case .next: (isForward, isVertical) = (true, nil)
            case .previous: (isForward, isVertical) = (false, nil)
            @unknown default: return false
            }
            guard let status = host.scrollPage(around: node, isForward: isForward, isVertical: isVertical) else {
                return false
            }
            // VoiceOver says it, and notices the end of the list when it stays the same.
            UIAccessibility.post(notification: .pageScrolled, argument: status)
            return true
        }

        /// VoiceOver may reach what is just outside of the visible part; then that is scrolled.
        override func accessibilityElementDidBecomeFocused() {
            guard let host, let node, node.tree != nil else { return }
            host.reveal(LayoutRect(accessibilityFrameInContainerSpace), of: node)
        }
    }

    extension UIAccessibilityTraits {
        /// The traits of an element, as UIKit has them.
        init(_ traits: SpokenElement.Traits) {
            self = []
            let pairs: [(SpokenElement.Traits, UIAccessibilityTraits)] = [
                (.text, .staticText), (.button, .button), (.header, .header), (.image, .image), (.link, .link),
                (.progress, .updatesFrequently), (.adjustable, .adjustable), (.selected, .selected),
                (.disabled, .notEnabled),
            ]
            for (trait, system) in pairs where traits.contains(trait) { insert(system) }
        }
    }
#endif
