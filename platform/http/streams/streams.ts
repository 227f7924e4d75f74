import { setTimeout as later } from 'node:timers/promises'
import { isRevoked, onRevocation, type Caller, type Credentials, type AdmittedCredential } from '../../access/index.ts'
import { Refusal } from '../../refusal/refusal.ts'
import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/transaction.ts'

const checkEveryMs = 1_000

/** The reader of a stream, and its credential. */
export interface StreamReader {
  readonly held: AdmittedCredential & Pick<Caller, 'userId' | 'role'>
  /** Names the decision: readers with the same name share the answer. */
  readonly decision: string
  /** Decides again whether the reader may see the subject of the stream; a Refusal if it may not. */
  decide(tx: Transaction): Promise<unknown>
}

/** The open streams of this process. */
export type Streams = ReturnType<typeof openStreams>

interface OpenStream extends StreamReader {
  readonly controller: AbortController
  doubt: Promise<void> | undefined
}

/**
 * One query a second asks whose credential and place are still good, and one transaction per workspace whose grants
 * are, however many streams are open. A revocation asks at once for its own people, and holds their frames back until
 * it is answered. A person whose role has changed is cut too, and comes back with the new role.
 */
export const openStreams = (parts: { credentials: Credentials; database: Database }, keepaliveMs = 30_000) => {
  const open = new Set<OpenStream>()
  const cutRefused = async (streams: readonly OpenStream[], isDecidedToo: (one: OpenStream) => boolean) => {
    if (streams.length === 0) return
    const { credentials, database } = parts
    const [good, refused] = await Promise.all([
      credentials.stillGood(streams.map(({ held }) => held)),
      refusedOf(database, streams.filter(isDecidedToo)),
    ])
    for (const one of streams) if (!good.has(one.held) || refused.has(one)) one.controller.abort()
  }
  // The agency's own people hold no grants, and their place is asked for anyway.
  const checking = setInterval(() => {
    cutRefused([...open], ({ held }) => held.role === 'client').catch(() => undefined)
  }, checkEveryMs).unref()
  const settle = async (doubted: readonly OpenStream[]): Promise<void> => {
    for (let isAnswered = false; !isAnswered;) {
      const streams = doubted.filter((one) => open.has(one))
      isAnswered = await cutRefused(streams, () => true).then(
        () => true,
        () => later(checkEveryMs, false, { ref: false }),
      )
    }
  }
  const stop = onRevocation((revocation) => {
    const doubted = [...open].filter(({ held }) => isRevoked(revocation, held))
    const doubt = settle(doubted).then(() => {
      for (const one of doubted) if (one.doubt === doubt) one.doubt = undefined
    })
    for (const one of doubted) one.doubt = doubt
  })

  return {
    /** After this long without a frame a stream sends a sign of life. */
    keepaliveMs,
    /** Follows one stream until it is released; `closed` ends it too. */
    open: (reader: StreamReader, closed: AbortSignal) => {
      const controller = new AbortController()
      const one: OpenStream = { ...reader, controller, doubt: undefined }
      // A signal made from two signals is checked through both at each frame; this signal is checked directly.
      const end = () => controller.abort()
      closed.addEventListener('abort', end)
      if (closed.aborted) end()
      open.add(one)
      return {
        /** Aborts when the stream must end: its reader left, or lost its credential, place or grant, or the process stops. */
        ends: controller.signal,
        /** Resolves when nothing is in doubt: between a revocation and the answer to it nothing may be sent. */
        settled: () => one.doubt,
        release: () => {
          open.delete(one)
          closed.removeEventListener('abort', end)
        },
      }
    },
    count: () => open.size,
    close: () => {
      stop()
      clearInterval(checking)
      for (const { controller } of open) controller.abort()
      open.clear()
    },
  }
}

/** Readers that may no longer see the subject of their stream. */
const refusedOf = async (database: Database, streams: readonly OpenStream[]): Promise<ReadonlySet<OpenStream>> => {
  const byWorkspace = Map.groupBy(streams, ({ held }) => held.workspaceId)
  const refused = [...byWorkspace].map(([workspace, own]) => database.reading(workspace, (tx) => refusedIn(tx, own)))
  return new Set((await Promise.all(refused)).flat())
}

const refusedIn = async (tx: Transaction, streams: readonly OpenStream[]): Promise<readonly OpenStream[]> => {
  const byDecision = [...Map.groupBy(streams, ({ decision }) => decision).values()]
  const refused = byDecision.map(async (same) => ((await isRefused(tx, same[0]!)) ? same : []))
  return (await Promise.all(refused)).flat()
}

const isRefused = (tx: Transaction, { decide }: StreamReader): Promise<boolean> =>
  decide(tx).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return true
      throw error
    },
  )
