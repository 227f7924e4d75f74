const fallbackMs = 2_000
const keptMost = 64

/** The time between two hints about a workspace: what is read in it is read once, however many ask. */
export interface Moment {
  /** Resolves at the next hint, with true; after two seconds without one with false. A lost hint only delays. */
  readonly over: Promise<boolean>
  /**
   * What `read` gives under this name. Who asks while it is read waits for the same answer, and who asks later in the
   * moment gets it again. A read that fails is its asker's own failure: the next one who asks reads.
   */
  once<T extends object>(name: string, read: () => Promise<T>): Promise<T>
}

interface OpenMoment extends Moment {
  end(hinted: boolean): void
}

const moments = new Map<string, OpenMoment>()

/**
 * The moment of a workspace in this process. Take it before anything is read: a read of an earlier moment may lack what
 * the hint that ended it was about.
 */
export const momentOf = (workspace: string): Moment => moments.get(workspace) ?? begin(workspace)

/**
 * Ends the moment of a workspace soon: it has new events. What led to them is answered first, and hints that come
 * together wake the readers once.
 */
export const endMoment = (workspace: string): void => {
  const moment = moments.get(workspace)
  if (!moment || ending.has(moment)) return
  ending.add(moment)
  setImmediate(() => moment.end(true))
}
const ending = new WeakSet<OpenMoment>()

/** Ends every moment: hints may have been lost. */
export const endMoments = (): void => {
  for (const moment of [...moments.values()]) moment.end(true)
}

const begin = (workspace: string): OpenMoment => {
  const { promise: over, resolve } = Promise.withResolvers<boolean>()
  const fallback = setTimeout(() => moment.end(false), fallbackMs).unref()
  const moment: OpenMoment = {
    over,
    once: readOnce(),
    end: (hinted) => {
      clearTimeout(fallback)
      if (moments.get(workspace) === moment) moments.delete(workspace)
      resolve(hinted)
    },
  }
  moments.set(workspace, moment)
  return moment
}

const readOnce = (): Moment['once'] => {
  const reads = new Map<string, Promise<object>>()
  let kept = 0
  const start = <T extends object>(name: string, read: () => Promise<T>): Promise<T> => {
    const reading = read()
    reads.set(name, reading)
    reading.then(
      // A reader behind the others has a page of its own: only so many are kept, and the others while they are read.
      () => (kept < keptMost ? (kept += 1) : reads.delete(name)),
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
