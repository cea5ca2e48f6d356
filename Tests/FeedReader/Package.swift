// swift-tools-version: 6.2
import PackageDescription

// A feed reader that uses this package as an app would. README.md says where to begin; `make reader` runs it.

let package = Package(
    name: "FeedReader",
    // The package itself needs less: macOS 15 is for the `Mutex` that this app locks with.
    platforms: [.macOS(.v15)],
    dependencies: [
        // With a name, because the folder of a checkout can have any.
        .package(name: "VirtualView", path: "../..")
    ],
    targets: [
        // The app.
        .target(
            name: "FeedReader",
            dependencies: [
                "LoopbackServer",
                .product(name: "VirtualView", package: "VirtualView"),
                .product(name: "VirtualViewDelivery", package: "VirtualView"),
            ],
            resources: [.copy("Page")]
        ),
        .executableTarget(name: "read-feeds", dependencies: ["FeedReader"], path: "Sources/Main"),
        // What the app and the sample feeds are served with.
        .target(name: "LoopbackServer"),
        // Thirty feeds, good and bad, to try the app on.
        .target(name: "SampleFeeds", dependencies: ["LoopbackServer"]),
        .executableTarget(name: "serve-samples", dependencies: ["SampleFeeds"], path: "Sources/SampleMain"),
        // Stores articles, and ends itself at a step of it.
        .executableTarget(name: "killed-store", dependencies: ["FeedReader"], path: "Tests/KilledStore"),
        .testTarget(
            name: "FeedReaderTests",
            dependencies: ["FeedReader", "SampleFeeds", "read-feeds", "killed-store"]
        ),
    ]
)
