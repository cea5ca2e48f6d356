@_exported import VirtualViewCore
