import Foundation
import VirtualView

/// The same as `Plain`, and the templates in the files shown.
@main
enum Shown {
    static func main() async {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        print(await byteCount(files), object(files.count))
        await show(files)
    }

    /// Loads templates, makes nodes of them, shows data, lays out, lists what to draw and sends a touch.
    @MainActor
    static func show(_ files: [URL]) async {
        let templates = TemplateManager()
        templates.prefetch(contentsOf: files) { file, result in
            if case .failure(let error) = result { print("\(file.lastPathComponent): \(error)") }
        }
        for type in files.map({ $0.deletingPathExtension().lastPathComponent }) {
            guard let tree = try? templates.makeNodeTree(of: type, environment: Environment(width: 375)) else {
                continue
            }
            let card = Container(root: tree)
            card.onEvent = { event in print(event.kind, event.nodeID) }
            card.update(data: try? BindingValue(json: Array(#"{"title": "Tea", "items": []}"#.utf8)))
            card.layout(in: card.sizeThatFits(width: 375))
            card.send(.click, at: LayoutPoint(x: 8, y: 8))
            print(type, card.size, card.displayList().items.count)
        }
    }

    /// Reads files on a queue.
    static func byteCount(_ files: [URL]) async -> Int64 {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .utility
        let lock = NSLock()
        let bytes = Progress(totalUnitCount: 0)
        let progress = Progress(totalUnitCount: Int64(files.count))
        for file in files {
            queue.addOperation {
                let count = (try? Data(contentsOf: file))?.count ?? 0
                lock.withLock { bytes.totalUnitCount += Int64(count) }
                Task { @MainActor in progress.completedUnitCount += 1 }
            }
        }
        while !progress.isFinished, !progress.isCancelled, !files.isEmpty { await Task.yield() }
        return bytes.totalUnitCount
    }

    /// Reads an object as an app has it that took it from JSON.
    static func object(_ number: Int) -> String {
        let text = "{\"number\": \(number), \"list\": [1.5, null, true]}"
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        let list = (object as? [String: Any])?["list"] as? [Any] ?? []
        return list.map { $0 is NSNull ? "none" : ($0 as? NSNumber)?.stringValue ?? "?" }.joined(separator: " ")
    }
}
