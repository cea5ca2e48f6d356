#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
    import CoreGraphics
    import Foundation
    import VirtualView

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// The view of the system in a ``TemplateScreen``: shows one template after the other.
    public final class TemplateScreenView: PlatformView {
        /// The view of the template; `nil` if there is no such template.
        public private(set) var templateView: TemplateView?
        private var type = ""
        private var templates: TemplateManager?
        private var data: JSONValue?
        private var release: AnyHashable?

        init() {
            super.init(frame: .zero)
        }

        /// Views with templates are not made from nibs.
        @available(*, unavailable)
        public required init?(coder: NSCoder) {
            return nil
        }

        func show(
            _ type: String,
            _ data: JSONValue?,
            _ templates: TemplateManager,
            _ release: AnyHashable?,
            _ images: (any ImageLoading)?
        ) {
            if templateView == nil || type != self.type || templates !== self.templates {
                (self.type, self.templates) = (type, templates)
                make(data, templates, images)
            } else {
                templateView?.host.load(with: images)
                if release != self.release, !follows(templates) {
                    make(data, templates, images)
                } else if !data.isSame(as: self.data) {
                    templateView?.show(data)
                }
            }
            self.data = data
            self.release = release
            place()
        }

        private func make(_ data: JSONValue?, _ templates: TemplateManager, _ images: (any ImageLoading)?) {
            let last = templateView
            last?.removeFromSuperview()
            templateView = try? TemplateView(type, from: templates, images: images)
            if let templateView { addSubview(templateView) }
            templateView?.show(data)
            // SwiftUI knows the size of the last one, or of none.
            if superview != nil, templateView !== last { invalidateIntrinsicContentSize() }
        }

        /// Shows the newest versions; one that cannot be shown leaves the old ones on the screen, but not one that is gone.
        private func follows(_ templates: TemplateManager) -> Bool {
            do {
                try templateView?.follow(templates)
                return true
            } catch {
                return error.code != .notFound
            }
        }

        private func place() {
            templateView?.frame = bounds
        }

        #if canImport(UIKit)
            /// Gives the template the whole view.
            public override func layoutSubviews() {
                super.layoutSubviews()
                place()
            }
        #else
            /// Whether y grows downwards.
            public override var isFlipped: Bool { true }

            /// Gives the template the whole view.
            public override func layout() {
                super.layout()
                place()
            }
        #endif
    }
#endif
