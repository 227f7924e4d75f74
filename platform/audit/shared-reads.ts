const fallbackMs = 2_000
const keptMost = 64

/** Reads that a workspace's readers share until the next hint: each is made once, for any number of readers. */
interface SharedReads {
  /** Resolves at the next hint, with true; after two seconds without one with false. A lost hint only delays. */
  readonly over: Promise<boolean>
  /**
   * The answer of `read` under this name, shared until the next hint: a caller during the read waits for the same
   * answer, and a later caller gets it again. A failed read fails only for its own caller: the next caller reads.
   */
  once<T extends object>(name: string, read: () => Promise<T>): Promise<T>
  end(hinted: boolean): void
}

const openReads = new Map<string, SharedReads>()

/** A workspace's shared reads. Take them before anything is read: earlier reads may lack the events of a hint. */
export const sharedReadsOf = (workspace: string): Omit<SharedReads, 'end'> =>
  openReads.get(workspace) ?? begin(workspace)

/** Ends a workspace's shared reads after the current request is answered; hints that come together wake once. */
export const endSharedReads = (workspace: string): void => {
  const reads = openReads.get(workspace)
  if (!reads || ending.has(reads)) return
  ending.add(reads)
  setImmediate(() => reads.end(true))
}
const ending = new WeakSet<SharedReads>()

/** Ends the shared reads of every workspace: hints may have been lost. */
export const endAllSharedReads = (): void => {
  for (const reads of [...openReads.values()]) reads.end(true)
}

const begin = (workspace: string) => {
  const { promise: over, resolve } = Promise.withResolvers<boolean>()
  const fallback = setTimeout(() => reads.end(false), fallbackMs).unref()
  const reads: SharedReads = {
    over,
    once: readOnce(),
    end: (hinted) => {
      clearTimeout(fallback)
      if (openReads.get(workspace) === reads) openReads.delete(workspace)
      resolve(hinted)
    },
  }
  openReads.set(workspace, reads)
  return reads
}

const readOnce = (): SharedReads['once'] => {
  const reads = new Map<string, Promise<object>>()
  let count = 0
  const start = <T extends object>(name: string, read: () => Promise<T>): Promise<T> => {
    const reading = read()
    reads.set(name, reading)
    reading.then(
      // A reader behind the others has a page of its own: only so many are kept, and the others while they are read.
      () => (count < keptMost ? (count += 1) : reads.delete(name)),
      () => reads.delete(name),
    )
    return reading
  }
  return async <T extends object>(name: string, read: () => Promise<T>): Promise<T> => {
    for (let known = reads.get(name); known; known = reads.get(name)) {
      const found = await known.catch(() => undefined)
      if (found) return found as T
    }
    return start(name, read)
  }
}
