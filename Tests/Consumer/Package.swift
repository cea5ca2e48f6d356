// swift-tools-version: 6.2
import PackageDescription

// A package that uses this one as an app would. `.ci/check-plugin` builds it and changes copies of its templates.

let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13)],
    dependencies: [
        // With a name, because the folder of a checkout can have any.
        .package(name: "VirtualView", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [.product(name: "VirtualView", package: "VirtualView")],
            exclude: ["Templates/Draft.xml"],
            resources: [.copy("Data/Feed.xml")],
            plugins: [.plugin(name: "VirtualViewPlugin", package: "VirtualView")]
        ),
        // Without templates the plugin has nothing to do, and says so.
        .executableTarget(
            name: "Plain",
            plugins: [.plugin(name: "VirtualViewPlugin", package: "VirtualView")]
        ),
    ]
)
