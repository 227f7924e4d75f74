import { sharedReadsOf } from '../../../platform/audit/index.ts'

export interface Page<Frame> {
  readonly frames: readonly Frame[]
  /** The position behind the page. */
  readonly position: number
  /** Whether nothing more was there when it was read. */
  readonly isLast: boolean
  /** Whether nothing more can come. */
  readonly isOver: boolean
}

interface Waiter {
  read(): Promise<Page<unknown>>
  end(page: Page<unknown> | undefined): void
  fail(error: unknown): void
}

const waiting = new Map<string, Set<Waiter>>()

interface Asking<Frame> {
  readonly workspace: string
  /** Names the stream; readers of one name get the same frames. */
  readonly subject: string
  readonly after: number
  readonly signal: AbortSignal
  /** Decides for its own reader before it reads. */
  readonly read: () => Promise<Page<Frame>>
}

/**
 * The next page of a stream behind a position, as soon as it says something; undefined once `signal` aborts. Readers at
 * one position wait together: one of them reads at each hint, and the others are woken when there is something for them.
 */
export const nextPage = <Frame>({ workspace, subject, after, signal, read }: Asking<Frame>) => {
  const { promise, resolve, reject } = Promise.withResolvers<Page<Frame> | undefined>()
  const nameOf = (position: number) => `${workspace} ${subject} ${position}`
  const name = nameOf(after)
  const leave = () => waiter.end(undefined)
  const gone = () => {
    waiting.get(name)?.delete(waiter)
    signal.removeEventListener('abort', leave)
  }
  const waiter: Waiter = {
    read,
    end: (page) => {
      gone()
      resolve(page as Page<Frame>)
    },
    fail: (error) => {
      gone()
      reject(error)
    },
  }
  if (signal.aborted) return undefined
  signal.addEventListener('abort', leave)
  const others = waiting.get(name)
  if (others) others.add(waiter)
  else {
    const readers = new Set([waiter])
    waiting.set(name, readers)
    serve({ workspace, after, readers, nameOf }).catch(reject)
  }
  return promise
}

interface Serving {
  readonly workspace: string
  readonly after: number
  readonly readers: ReadonlySet<Waiter>
  readonly nameOf: (position: number) => string
}

/** What follows a page that is not full is known: there is nothing, until the next hint. */
const serve = async ({ workspace, after, readers, nameOf }: Serving) => {
  const name = nameOf(after)
  for (let [first] = readers; first; [first] = readers) {
    const reads = sharedReadsOf(workspace)
    const page = await reads.once(name, first.read).catch(first.fail)
    if (page && (page.position > after || page.isOver)) {
      if (page.isLast) await reads.once(nameOf(page.position), async () => ({ ...page, frames: [] }))
      for (const reader of [...readers]) reader.end(page)
    } else if (page) await reads.over
  }
  waiting.delete(name)
}
