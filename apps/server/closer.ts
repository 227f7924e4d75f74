/** Open parts, closed in the opposite order. */
export interface Closer {
  /**
   * Adds something to close; the last one added is closed first. A part that is added after the closing is closed at
   * once.
   */
  onClose(work: () => Promise<unknown>): void
  /** Closes everything, once; a second caller waits for the same end. */
  close(): Promise<void>
}

export const closer = (): Closer => {
  const open: (() => Promise<unknown>)[] = []
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    for (const work of open.reverse()) await work()
  }
  return {
    onClose: (work) => {
      if (closed) void work().catch(() => undefined)
      else open.push(work)
    },
    close: () => (closed ??= closeAll()),
  }
}
