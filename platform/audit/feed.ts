import { EventEmitter, once } from 'node:events'
import pg from 'pg'
import { listenForHints, sendHints } from './store.ts'

const hints = new EventEmitter().setMaxListeners(0)
const fallbackMs = 2_000

/** Says on this process that the workspace has new events; the relay passes it on to the others. */
export const hint = (workspace: string): void => {
  hints.emit('any', workspace)
  hints.emit(workspace)
}

/** Waits for a hint about the workspace, at most two seconds: tables are the truth, and a lost hint only delays. */
export const nextHint = async (workspace: string, signal: AbortSignal): Promise<void> => {
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(fallbackMs)])
  await once(hints, workspace, { signal: waiting }).catch(() => undefined)
}

/**
 * Carries hints between the processes of one database over LISTEN and NOTIFY, in a session of its own.
 * Hints of one moment travel together, outside of any transaction, since NOTIFY inside one serializes commits.
 */
export const openRelay = (url: string, onError: (error: Error) => void): { close(): Promise<void> } => {
  const mine = new Set<string>()
  let client: pg.Client | undefined
  let closed = false
  let sending: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'atelier feed' })
    next.on('error', reconnect)
    next.on('notification', ({ payload }) => payload?.split(' ').forEach((workspace) => hints.emit(workspace)))
    await next.connect()
    await listenForHints(next)
    client = next
  }
  const reconnect = (error: Error) => {
    client = undefined
    if (closed) return
    onError(error)
    setTimeout(() => void connect().catch(reconnect), 1_000).unref()
  }
  const send = () => {
    sending = undefined
    const payload = [...mine].slice(0, 200).join(' ')
    mine.clear()
    if (client) sendHints(client, payload).catch(() => undefined)
  }
  const pass = (workspace: string) => {
    mine.add(workspace)
    sending ??= setTimeout(send, 10)
  }

  hints.on('any', pass)
  const connecting = connect().catch(reconnect)
  return {
    close: async () => {
      closed = true
      hints.off('any', pass)
      clearTimeout(sending)
      await connecting
      await client?.end()
    },
  }
}
