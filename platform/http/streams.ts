import type { Keys } from '../access/index.ts'

const checkEveryMs = 1_000

/** The open streams of this process: each ends when its credential does, or when the process stops. */
export interface Streams {
  /** After this long without a frame a stream says that it lives. */
  readonly keepaliveMs: number
  /** Follows one stream until it is released; its signal aborts when the stream must end, `closed` included. */
  open(credentialId: string, closed: AbortSignal): { readonly ends: AbortSignal; release(): void }
  close(): void
}

/** One query a second, however many streams are open, asks which of their credentials are still good. */
export const openStreams = (keys: Keys, keepaliveMs = 30_000): Streams => {
  const open = new Map<AbortController, string>()
  const check = async () => {
    if (open.size === 0) return
    const good = await keys.stillGood([...new Set(open.values())])
    for (const [controller, credential] of open) if (!good.has(credential)) controller.abort()
  }
  const checking = setInterval(() => void check().catch(() => undefined), checkEveryMs).unref()

  return {
    keepaliveMs,
    open: (credentialId, closed) => {
      const controller = new AbortController()
      open.set(controller, credentialId)
      return { ends: AbortSignal.any([controller.signal, closed]), release: () => open.delete(controller) }
    },
    close: () => {
      clearInterval(checking)
      for (const controller of open.keys()) controller.abort()
    },
  }
}
