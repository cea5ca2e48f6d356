import VirtualView

/// The live containers of open pages: what clicks did to them stays until the template changes or the page is left.
struct PreviewSessions {
    /// The identity of a container.
    struct Key: Hashable {
        /// The page's name for itself.
        let session: String
        let template: String
        let pictureNumber: Int
        /// The width and what surrounds the template.
        let request: String
    }

    private var containers: [(key: Key, container: Container)] = []

    /// The maximum number of containers; the one that was used least recently goes first.
    private let limit: Int

    init(limit: Int = 32) {
        self.limit = limit
    }

    /// The number of containers.
    var count: Int { containers.count }

    /// Returns the container of a page; creates it if there is none.
    mutating func container(for key: Key, make: () -> Container) -> Container {
        if let index = containers.firstIndex(where: { $0.key == key }) {
            let entry = containers.remove(at: index)
            containers.append(entry)
            return entry.container
        }
        // A page shows one picture of a template; containers of earlier ones are never needed again.
        containers.removeAll { entry in
            entry.key.session == key.session && entry.key.pictureNumber != key.pictureNumber
        }
        if containers.count >= limit { containers.removeFirst() }
        let container = make()
        containers.append((key, container))
        return container
    }
}
