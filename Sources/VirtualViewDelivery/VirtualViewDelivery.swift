@_exported import VirtualView
@_exported import VirtualViewRelease
