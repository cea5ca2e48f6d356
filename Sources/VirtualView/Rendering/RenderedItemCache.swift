public import VirtualViewExpressions

/// Keeps the cells that were used last, for any thread.
///
/// A cell is found again for the same type, data, width and environment, as long as the source still gives the same
/// templates for it and its items, and the renderer measures with the same objects. A whole number and an equal decimal are
/// not the same data: programs divide them differently. Empty the cache if the results of measuring change, because a font
/// was loaded or an image arrived.
///
/// ```swift
/// let cache = RenderedItemCache()
/// let cells = await cache.items(feed, width: 390, from: renderer)
/// let heights = cells.map { cell in (try? cell.get().size.height) ?? 0 }
/// ```
public final class RenderedItemCache: Sendable {
    /// The largest number of cells.
    public let capacity: Int
    private let recent: Locked<RecentItems>

    /// Makes an empty cache.
    ///
    /// - Parameter capacity: The largest number of cells, at least 1; the one that was used least recently goes first.
    public init(capacity: Int = 512) {
        self.capacity = max(1, capacity)
        recent = Locked(RecentItems(capacity: self.capacity))
    }

    /// The number of cells.
    public var count: Int {
        recent.withLock { $0.count }
    }

    /// Removes all cells.
    public func removeAll() {
        // The cells go when the lock is free again.
        let old = recent.withLock { recent in
            defer { recent = RecentItems(capacity: capacity) }
            return recent
        }
        withExtendedLifetime(old) {}
    }

    /// Returns a cell if it is in the cache.
    ///
    /// - Parameters:
    ///   - type: The template's name.
    ///   - data: The data; `nil` for none.
    ///   - width: The largest width in points.
    ///   - renderer: The renderer that would make the cell.
    /// - Returns: The cell; `nil` if it is not there, or its templates have changed.
    /// - Complexity: O(*n*) in the number of values in the data.
    public func cachedItem(
        _ type: String,
        data: JSONValue?,
        width: Double,
        from renderer: ItemRenderer
    ) -> RenderedItem? {
        cachedItem(ItemKey(type, data, width, renderer), from: renderer)
    }

    /// Returns a cell, which is made on the calling thread if it is not in the cache.
    ///
    /// - Parameters:
    ///   - type: The template's name.
    ///   - data: The data; `nil` for none.
    ///   - width: The largest width in points.
    ///   - renderer: The renderer that makes the cell.
    /// - Returns: The cell.
    /// - Throws: ``TemplateError`` if the source does not have the template; errors are not kept.
    public func item(
        _ type: String,
        data: JSONValue?,
        width: Double,
        from renderer: ItemRenderer
    ) throws(TemplateError) -> RenderedItem {
        let key = ItemKey(type, data, width, renderer)
        if let item = cachedItem(key, from: renderer) { return item }
        let item = try renderer.render(type, data: data, width: width)
        let old = recent.withLock { $0.insert(item, for: key) }
        withExtendedLifetime(old) {}
        return item
    }

    /// Returns cells, which are made in the background, on all cores, if they are not in the cache.
    ///
    /// If the task is cancelled, cells that are being made are finished, and the others fail with
    /// ``TemplateError/Code/cancelled``. The result also has the cells that do not fit into the cache.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - width: The largest width in points.
    ///   - renderer: The renderer that makes the cells.
    /// - Returns: A cell or an error for each entry, in their order.
    @concurrent
    public func items(
        _ entries: [ItemRenderer.Entry],
        width: Double,
        from renderer: ItemRenderer
    ) async -> [Result<RenderedItem, TemplateError>] {
        await ItemRenderer.makeAll(entries) { entry throws(TemplateError) in
            try self.item(entry.type, data: entry.data, width: width, from: renderer)
        }
    }

    private func cachedItem(_ key: ItemKey, from renderer: ItemRenderer) -> RenderedItem? {
        // The source is asked after the lock is free again: it may load a template.
        guard let item = recent.withLock({ $0.item(for: key) }), item.isCurrent(in: renderer.source) else { return nil }
        return item
    }
}

/// What a cell depends on, besides templates.
struct ItemKey: Hashable, Sendable {
    /// Distinguishes nearly all keys, also numbers that are equal but that event programs treat differently.
    private let fingerprint: UInt64
    private let type: String
    private let data: JSONValue?
    private let width: UInt64
    private let environment: ScreenEnvironment
    private let limits: NodeTree.Limits
    // A cell keeps its renderer's objects alive, so no other object can have the identity of one.
    private let textMeasuring: ObjectIdentifier
    private let imageMeasuring: ObjectIdentifier?

    init(_ type: String, _ data: JSONValue?, _ width: Double, _ renderer: ItemRenderer) {
        self.type = type
        self.data = data
        self.width = width.bitPattern
        environment = renderer.environment
        limits = renderer.limits
        textMeasuring = ObjectIdentifier(renderer.textMeasuring)
        imageMeasuring = renderer.imageMeasuring.map { ObjectIdentifier($0) }
        var fingerprint = DataFingerprint()
        fingerprint.combine(type)
        fingerprint.combine(width.bitPattern)
        if let data { fingerprint.combine(data) }
        self.fingerprint = fingerprint.value
    }

    static func == (lhs: ItemKey, rhs: ItemKey) -> Bool {
        lhs.fingerprint == rhs.fingerprint && lhs.type == rhs.type && lhs.data == rhs.data && lhs.width == rhs.width
            && lhs.environment.isSame(as: rhs.environment) && lhs.limits == rhs.limits
            && lhs.textMeasuring == rhs.textMeasuring && lhs.imageMeasuring == rhs.imageMeasuring
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(fingerprint)
    }
}

/// The items that were used last, in a table and a list in the order of their use.
struct RecentItems: Sendable {
    private struct Slot: Sendable {
        var key: ItemKey
        var item: RenderedItem
        /// The slot that was used next, and the one that was used before; −1 for none.
        var newer = -1
        var older = -1
    }

    private let capacity: Int
    private var places: [ItemKey: Int] = [:]
    private var slots: [Slot] = []
    private var newest = -1
    private var oldest = -1

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { slots.count }

    /// Returns the item for a key, which then is the one that was used last.
    mutating func item(for key: ItemKey) -> RenderedItem? {
        guard let place = places[key] else { return nil }
        use(place)
        return slots[place].item
    }

    /// Adds or replaces an item.
    ///
    /// - Returns: The item that had to go.
    mutating func insert(_ item: RenderedItem, for key: ItemKey) -> RenderedItem? {
        // Data with something that is not a number would never be found again.
        guard key == key else { return nil }
        if let place = places[key] {
            let old = slots[place].item
            slots[place].item = item
            use(place)
            return old
        }
        guard slots.count == capacity else {
            slots.append(Slot(key: key, item: item))
            places[key] = slots.count - 1
            link(slots.count - 1)
            return nil
        }
        let place = oldest
        let old = slots[place].item
        unlink(place)
        places[slots[place].key] = nil
        slots[place] = Slot(key: key, item: item)
        places[key] = place
        link(place)
        return old
    }

    private mutating func use(_ place: Int) {
        guard place != newest else { return }
        unlink(place)
        link(place)
    }

    /// Makes a slot the newest one.
    private mutating func link(_ place: Int) {
        slots[place].newer = -1
        slots[place].older = newest
        if newest >= 0 { slots[newest].newer = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (slots[place].newer, slots[place].older)
        if newer >= 0 { slots[newer].older = older } else { newest = older }
        if older >= 0 { slots[older].newer = newer } else { oldest = newer }
    }
}
