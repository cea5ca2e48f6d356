import Fetching
import Foundation
import Reading
import Showing
import VirtualViewDelivery

/// The same as `Online`, with templates from a server and a journal.
@main
enum Delivered {
    static func main() async {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        print(await Reading.byteCount(files), Reading.object(files.count))
        for file in files { print(await Fetching.byteCount(file)) }
        guard let root = files.first.flatMap({ try? Data(contentsOf: $0) }) else { return }
        do {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vv-size")
            let journal = try TemplateJournal(at: folder)
            let store = try TemplateStore(
                at: folder,
                root: Array(root),
                configuration: TemplateStore.Configuration(journal: journal)
            )
            var configuration = TemplateManager.Configuration()
            configuration.journal = journal
            let templates = TemplateManager(configuration: configuration)
            try store.activate(in: templates)
            await Showing.show(files, in: templates)
            print(try await store.update(from: folder, transport: URLSessionTransport()))
            try store.activate(in: templates)
            store.markHealthy()
            print(store.setbacks)
        } catch {
            print(error)
        }
    }
}
