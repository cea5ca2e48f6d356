// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for what VirtualViewUI uses of SwiftUI: enough to check types.

@_exported import CoreGraphics

#if canImport(UIKit)
    @_exported import UIKit
#else
    @_exported import AppKit
#endif

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { preconditionFailure("a view of the system has no body") }
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct ProposedViewSize: Equatable, Sendable {
    public var width: CGFloat?
    public var height: CGFloat?

    public init(width: CGFloat?, height: CGFloat?) {
        (self.width, self.height) = (width, height)
    }
}

#if canImport(UIKit)
    @MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
        package init() {}
    }

    @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        typealias Context = UIViewRepresentableContext<Self>
        @MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType
        @MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)

        @MainActor @preconcurrency func sizeThatFits(
            _ proposal: ProposedViewSize,
            uiView: Self.UIViewType,
            context: Self.Context
        ) -> CGSize?
    }

    extension UIViewRepresentable {
        public var body: Never { preconditionFailure("a view of the system has no body") }
    }
#else
    @MainActor @preconcurrency public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
        package init() {}
    }

    @MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
        associatedtype NSViewType: NSView
        typealias Context = NSViewRepresentableContext<Self>
        @MainActor @preconcurrency func makeNSView(context: Self.Context) -> Self.NSViewType
        @MainActor @preconcurrency func updateNSView(_ nsView: Self.NSViewType, context: Self.Context)

        @MainActor @preconcurrency func sizeThatFits(
            _ proposal: ProposedViewSize,
            nsView: Self.NSViewType,
            context: Self.Context
        ) -> CGSize?
    }

    extension NSViewRepresentable {
        public var body: Never { preconditionFailure("a view of the system has no body") }
    }
#endif
