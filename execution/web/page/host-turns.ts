import { setTimeout as sleep } from 'node:timers/promises'
import { WebRefusal } from '../web.ts'

const waitingMost = 20

interface Turn {
  /** After the one before has ended. */
  readonly pauseMs: number
  readonly signal: AbortSignal
}

interface HostQueue {
  last: Promise<unknown>
  waiting: number
  endedMs: number | undefined
}

/** One piece of work at a time for each host, and a pause between two, in this process. */
export const openTurns = () => {
  const lines = new Map<string, HostQueue>()
  const lineOf = (host: string): HostQueue => {
    const line = lines.get(host) ?? { last: Promise.resolve(), waiting: 0, endedMs: undefined }
    lines.set(host, line)
    return line
  }
  return {
    take: async <T>(host: string, { pauseMs, signal }: Turn, work: () => Promise<T>): Promise<T> => {
      forgetIdle(lines)
      const line = lineOf(host)
      if (line.waiting >= waitingMost) throw new WebRefusal('waiting', host)
      line.waiting += 1
      const turn = line.last.then(async () => {
        const leftMs = line.endedMs === undefined ? 0 : line.endedMs + pauseMs - performance.now()
        if (leftMs > 0) await sleep(leftMs, undefined, { signal })
        signal.throwIfAborted()
        try {
          return await work()
        } finally {
          line.endedMs = performance.now()
        }
      })
      line.last = turn.catch(() => undefined).then(() => (line.waiting -= 1))
      return turn
    },
  }
}

const idleMs = 60_000

const forgetIdle = (lines: Map<string, HostQueue>) => {
  for (const [host, { waiting, endedMs }] of lines) {
    if (waiting === 0 && (endedMs === undefined || performance.now() - endedMs > idleMs)) lines.delete(host)
  }
}
