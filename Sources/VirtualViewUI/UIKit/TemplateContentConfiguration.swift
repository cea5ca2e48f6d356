#if canImport(UIKit)
    import UIKit
    import VirtualView

    /// The content of a cell that is a template.
    ///
    /// ```swift
    /// cell.contentConfiguration = TemplateContentConfiguration("Post", data: post, from: templates)
    /// ```
    ///
    /// A cell that shows another entry of the same template keeps its nodes and views; images that the last entry still
    /// loads are cancelled. What programs and the user did to an entry stays while only the state of its cell changes.
    public struct TemplateContentConfiguration: UIContentConfiguration {
        /// The template's name.
        public var type: String
        /// The data of the entry.
        public var data: JSONValue?
        /// The manager that has the template.
        public var templates: TemplateManager
        /// Loads the images; ``URLImageLoader/shared`` if `nil`.
        public var images: (any ImageLoading)?
        /// Provides the app's own views for slots; the cell does not keep it alive.
        public weak var slotViews: (any SlotViewProviding)?
        /// Receives the events of the nodes.
        public var onEvent: ((NodeEvent) -> Void)?
        /// Sets what else the view of an entry has, such as its ``TemplateView/words`` or a model; called each time after
        /// the data, before anything is seen.
        public var configure: (@MainActor (TemplateView) -> Void)?
        /// Receives the reason why a template cannot be shown; the cell stays empty then.
        public var onError: ((TemplateError) -> Void)?
        /// What copies have in common, which the system makes for each state of a cell.
        fileprivate let origin = Origin()

        fileprivate final class Origin: Sendable {}

        /// Makes the content of a cell.
        ///
        /// - Parameters:
        ///   - type: The template's name.
        ///   - data: The data of the entry; `nil` for none.
        ///   - templates: The manager that has the template.
        ///   - images: Loads the images; ``URLImageLoader/shared`` if `nil`.
        ///   - onEvent: Receives the events of the nodes.
        public init(
            _ type: String,
            data: JSONValue?,
            from templates: TemplateManager,
            images: (any ImageLoading)? = nil,
            onEvent: ((NodeEvent) -> Void)? = nil
        ) {
            self.type = type
            self.data = data
            self.templates = templates
            self.images = images
            self.onEvent = onEvent
        }

        /// Makes the view of a cell.
        ///
        /// - Returns: The view.
        public func makeContentView() -> any UIView & UIContentView {
            TemplateContentView(self)
        }

        /// Returns the same content: templates know no states of cells.
        ///
        /// - Parameter state: The state of the cell.
        /// - Returns: The same content.
        public func updated(for state: any UIConfigurationState) -> TemplateContentConfiguration {
            self
        }
    }

    /// The view of a cell: keeps the nodes of a template for the next entry.
    final class TemplateContentView: UIView, UIContentView {
        private var shown: (type: String, templates: TemplateManager, view: TemplateView)?
        private var current: TemplateContentConfiguration

        init(_ configuration: TemplateContentConfiguration) {
            current = configuration
            super.init(frame: .zero)
            show(isSameEntry: false)
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) {
            return nil
        }

        var configuration: any UIContentConfiguration {
            get { current }
            set {
                guard let new = newValue as? TemplateContentConfiguration else { return }
                let isSameEntry = new.origin === current.origin && new.data.isSame(as: current.data)
                current = new
                show(isSameEntry: isSameEntry)
            }
        }

        /// The view of the template; `nil` if it cannot be shown.
        var templateView: TemplateView? { shown?.view }

        private func show(isSameEntry: Bool) {
            let known = shown?.view
            guard let view = viewForTemplate() else { return }
            view.onEvent = current.onEvent
            view.slotViews = current.slotViews
            if !isSameEntry || view !== known { view.reuse(for: current.data) }
            view.configure(current.configure)
            invalidateIntrinsicContentSize()
        }

        private func viewForTemplate() -> TemplateView? {
            if let shown, shown.type == current.type, shown.templates === current.templates,
                // Its template, or those of its items, may have been replaced.
                (try? shown.view.follow(current.templates)) != nil
            {
                shown.view.host.load(with: current.images)
                return shown.view
            }
            shown?.view.removeFromSuperview()
            shown = nil
            do {
                let view = try TemplateView(current.type, from: current.templates, images: current.images)
                addSubview(view)
                shown = (current.type, current.templates, view)
                return view
            } catch {
                current.onError?(error)
                return nil
            }
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            shown?.view.frame = bounds
        }

        override func systemLayoutSizeFitting(
            _ targetSize: CGSize,
            withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
            verticalFittingPriority: UILayoutPriority
        ) -> CGSize {
            let height = shown?.view.size(forWidth: targetSize.width, height: nil, askedBy: self).height ?? 0
            return CGSize(width: targetSize.width, height: height)
        }
    }
#endif
