// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// Cells, lists and apps: what the samples of Docs/Apple.md use.

public protocol UIConfigurationState {}

public protocol UIContentConfiguration {
    @MainActor func makeContentView() -> any UIView & UIContentView
    func updated(for state: any UIConfigurationState) -> Self
}

@MainActor public protocol UIContentView: NSObjectProtocol {
    var configuration: any UIContentConfiguration { get set }
}

@MainActor open class UICollectionViewCell: UIView {
    package private(set) var shown: (any UIView & UIContentView)?

    public required override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        return nil
    }

    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            guard let contentConfiguration else { return }
            if let shown {
                shown.configuration = contentConfiguration
            } else {
                let view = contentConfiguration.makeContentView()
                addSubview(view)
                shown = view
            }
            shown?.frame = bounds
        }
    }
}

@MainActor open class UICollectionViewListCell: UICollectionViewCell {}

@MainActor open class UICollectionViewLayout: NSObject {}

@MainActor open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    public static func list(using configuration: UICollectionLayoutListConfiguration)
        -> UICollectionViewCompositionalLayout
    {
        UICollectionViewCompositionalLayout()
    }
}

@MainActor public struct UICollectionLayoutListConfiguration {
    public enum Appearance: Int, Sendable {
        case plain
    }

    public init(appearance: Appearance) {}
}

@MainActor public protocol UICollectionViewDelegate: UIScrollViewDelegate {}

@MainActor open class UICollectionView: UIScrollView {
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (Cell, IndexPath, Item) -> Void

        package let handler: Handler

        public init(handler: @escaping Handler) {
            self.handler = handler
        }
    }

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        return nil
    }

    open func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: CellRegistration<Cell, Item>,
        for indexPath: IndexPath,
        item: Item?
    ) -> Cell {
        let cell = Cell(frame: bounds)
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }
}

@MainActor
open class UICollectionViewDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: NSObject {
    public typealias CellProvider = (UICollectionView, IndexPath, Item) -> UICollectionViewCell?

    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {}

    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>,
        animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {}
}

public struct NSDiffableDataSourceSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    public init() {}

    public mutating func appendSections(_ identifiers: [Section]) {}
    public mutating func appendItems(_ identifiers: [Item], toSection section: Section? = nil) {}
}

public struct UIRectEdge: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }
}

@MainActor open class UIViewController: UIResponder {
    open var edgesForExtendedLayout = UIRectEdge(rawValue: 15)
    open var view: UIView! = UIView(frame: .zero)
    open var title: String?
    open var navigationController: UINavigationController? { nil }

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

    public convenience override init() {
        self.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        return nil
    }

    open func viewDidLoad() {}
}

@MainActor open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        return nil
    }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {}
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    init()
}

extension UIApplicationDelegate {
    public static func main() {}
}

@MainActor open class UIScene: UIResponder {
    @MainActor open class ConnectionOptions: NSObject {}
}

@MainActor open class UISceneSession: NSObject {}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
}

@MainActor open class UIWindowScene: UIScene {}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
}
