import { EventEmitter } from 'node:events'
import pg from 'pg'
import { announce, announceText, onRevocation, revocationChannel } from '../access/index.ts'
import { endSharedReads, endAllSharedReads } from './shared-reads.ts'
import { listenTo, notify } from '../db/connection.ts'
import { feedChannel } from './store.ts'

const hints = new EventEmitter().setMaxListeners(0)
const gatherMs = 10
// A payload holds 8,000 bytes at most, and a workspace's id takes 37 of them.
const namesMost = 200

// About everybody: the relay came back, and hints may have been lost with the revocations.
onRevocation(({ userIds, workspaceId }) => {
  if (userIds === undefined && workspaceId === undefined) endAllSharedReads()
})

/** Says on this process that the workspace has new events; the relay passes it on to the others. */
export const hint = (workspace: string): void => {
  hints.emit('any', workspace)
  endSharedReads(workspace)
}

const onNotification = ({ channel, payload }: pg.Notification) => {
  if (channel === revocationChannel) announceText(payload)
  else payload?.split(' ').forEach(endSharedReads)
}

type Others = Readonly<Record<string, () => void>>

/**
 * Carries hints and revocations between processes that share a database over LISTEN and NOTIFY, in its own session.
 * Hints are sent together, outside of any transaction, since NOTIFY inside one serializes commits. `others` are further
 * channels, each with a listener for notifications and a listener for the start.
 */
export const openRelay = (url: string, onError: (error: Error) => void, others: Others = {}) => {
  const mine = new Set<string>()
  let client: pg.Client | undefined
  let closed = false
  let sending: NodeJS.Timeout | undefined
  let retrying: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'atelier feed' })
    next.on('error', reconnect)
    next.on('notification', (notification) => (others[notification.channel] ?? (() => onNotification(notification)))())
    await next.connect()
    for (const channel of [feedChannel, revocationChannel, ...Object.keys(others)]) await listenTo(next, channel)
    client = next
    // Reading again finds revocations from the time without a listener.
    announce({})
    for (const heard of Object.values(others)) heard()
  }
  const reconnect = (error: Error) => {
    client = undefined
    if (closed || retrying) return
    onError(error)
    retrying = setTimeout(() => {
      retrying = undefined
      void connect().catch(reconnect)
    }, 1_000)
  }
  // One message at a time; hints that come during a send travel with the next message.
  const send = () => void sendSome().catch(() => undefined)
  const sendSome = async () => {
    const names = [...mine].slice(0, namesMost)
    for (const name of names) mine.delete(name)
    try {
      if (client) await notify(client, feedChannel, names.join(' '))
    } finally {
      sending = mine.size > 0 && !closed ? setTimeout(send, gatherMs) : undefined
    }
  }
  const pass = (workspace: string) => {
    mine.add(workspace)
    sending ??= setTimeout(send, gatherMs)
  }

  hints.on('any', pass)
  const connecting = connect().catch(reconnect)
  return {
    close: async () => {
      closed = true
      hints.off('any', pass)
      clearTimeout(sending)
      clearTimeout(retrying)
      await connecting
      await client?.end()
    },
  }
}
