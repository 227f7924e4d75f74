import { onRevocation, type Credentials, type Held } from '../access/index.ts'

const checkEveryMs = 1_000

/** The open streams of this process: each ends when its credential or its place does, or when the process stops. */
export interface Streams {
  /** After this long without a frame a stream says that it lives. */
  readonly keepaliveMs: number
  /** Follows one stream until it is released; its signal aborts when the stream must end, `closed` included. */
  open(held: Held, closed: AbortSignal): { readonly ends: AbortSignal; release(): void }
  count(): number
  close(): void
}

/**
 * One query a second, and one at each revocation, asks which streams may go on, however many are open. A person whose
 * role has changed is cut too, and comes back as what it is now.
 */
export const openStreams = (credentials: Credentials, keepaliveMs = 30_000): Streams => {
  const open = new Map<AbortController, Held>()
  const check = async () => {
    if (open.size === 0) return
    const asked = [...open]
    const good = await credentials.stillGood(asked.map(([, held]) => held))
    for (const [controller, held] of asked) if (!good.has(held)) controller.abort()
  }
  const checkNow = () => void check().catch(() => undefined)
  const checking = setInterval(checkNow, checkEveryMs).unref()
  const stop = onRevocation(checkNow)

  return {
    keepaliveMs,
    open: (held, closed) => {
      const controller = new AbortController()
      open.set(controller, held)
      return { ends: AbortSignal.any([controller.signal, closed]), release: () => open.delete(controller) }
    },
    count: () => open.size,
    close: () => {
      stop()
      clearInterval(checking)
      for (const controller of open.keys()) controller.abort()
    },
  }
}
