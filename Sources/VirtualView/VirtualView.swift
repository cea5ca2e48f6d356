@_exported import VirtualViewFormat
