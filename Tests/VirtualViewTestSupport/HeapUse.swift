import Foundation

/// What the process has on its heap.
package enum HeapUse {
    private typealias AllocatedBytes = @convention(c) () -> Int
    #if canImport(Glibc)
        private typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32
    #endif

    /// The bytes that are handed out, the allocator's rounding included; `nil` where nobody tells.
    ///
    /// What is free but not given back to the system does not count, so the figure is exact but for the few pieces that
    /// a thread keeps at hand.
    package static var bytesInUse: Int? {
        let process = dlopen(nil, RTLD_NOW)
        // The sanitizers bring an allocator of their own.
        if let symbol = dlsym(process, "__sanitizer_get_current_allocated_bytes") {
            return unsafeBitCast(symbol, to: AllocatedBytes.self)()
        }
        #if canImport(Darwin)
            var statistics = malloc_statistics_t()
            malloc_zone_statistics(nil, &statistics)
            return Int(statistics.size_in_use)
        #elseif canImport(Glibc)
            guard let symbol = dlsym(process, "malloc_info") else { return nil }
            var text: UnsafeMutablePointer<CChar>?
            var size = 0
            guard let file = open_memstream(&text, &size) else { return nil }
            _ = unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
            fclose(file)
            defer { free(text) }
            return text.flatMap { sum(String(cString: $0)) }
        #else
            return nil
        #endif
    }

    #if canImport(Glibc)
        /// Adds up the report's lines for the whole process, which stand behind those of single heaps.
        private static func sum(_ report: String) -> Int? {
            guard let heapsEnd = report.range(of: "</heap>", options: .backwards)?.upperBound else { return nil }
            var inUse = 0
            for line in report[heapsEnd...].split(separator: "\n") {
                guard let field = line.range(of: "size=\""),
                    let size = Int(line[field.upperBound...].prefix { $0.isNumber })
                else { continue }
                if line.contains("<total type=\"mmap\"") || line.contains("<system type=\"current\"") {
                    inUse += size
                } else if line.contains("<total ") {
                    inUse -= size
                }
            }
            return inUse
        }
    #endif
}
