/** The most bytes of a Unix socket's path that every system takes: Linux keeps 108 for it, macOS 104. */
export const socketPathMaxBytes = 100
