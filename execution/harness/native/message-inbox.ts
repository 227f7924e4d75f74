import type { ModelMessage } from 'ai'
import type { HarnessInput } from '../job.ts'
import { socketFetch } from './socket-fetch.ts'

const address = 'http://messages.atelier.internal/'

// Twice the server's look-back, so that the list stays short.
const heardMost = 400

interface MessagesReply {
  readonly messages: readonly { readonly id: string; readonly text: string }[]
}

/**
 * Messages of people to the agent during its work: read between its steps, each once. Which ones the conversation has
 * is saved with it. If the host does not answer, the work continues, and the next step asks again.
 */
export const openMessageInbox = ({ place, hears }: HarnessInput, before: readonly string[], signal: AbortSignal) => {
  const heard = [...before]
  return {
    heard: (): readonly string[] => heard,
    next: async (): Promise<{ readonly ids: readonly string[]; readonly messages: readonly ModelMessage[] }> => {
      if (!hears) return { ids: [], messages: [] }
      const messages = await asked(place.egressSocket, heard, signal)
      const ids = messages.map(({ id }) => id)
      heard.push(...ids)
      heard.splice(0, Math.max(0, heard.length - heardMost))
      return { ids, messages: messages.map(({ text }) => ({ role: 'user', content: text })) }
    },
  }
}

const asked = async (
  socket: string,
  heard: readonly string[],
  signal: AbortSignal,
): Promise<MessagesReply['messages']> => {
  try {
    const init = { method: 'POST', body: JSON.stringify({ heard }), signal }
    const response = await socketFetch(socket)(address, init)
    return response.ok ? ((await response.json()) as MessagesReply).messages : []
  } catch {
    signal.throwIfAborted()
    return []
  }
}
