import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RefusedError } from '../../../platform/client/index.ts'
import { connection } from './connection.ts'
import { isUnreached } from './unreached.ts'

// A passkey or a password that is refused ends nothing.
const isOver = (error: unknown) => error instanceof RefusedError && error.answered.code === 'unauthenticated'

/** Fires when the session of this browser has ended. */
export const sessionEnded = new EventTarget()
export const announceSessionEnd = (): void => void sessionEnded.dispatchEvent(new Event('ended'))
const tell = (error: unknown) => {
  if (isOver(error)) announceSessionEnd()
}

/** The server's answers, with the time for which they count as fresh. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: tell }),
  mutationCache: new MutationCache({ onError: tell }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Whether the server is reached is seen by its answers: one on this machine answers without a network.
      networkMode: 'always',
      // A refusal is an answer. A server that restarts is worth asking again.
      retry: (failures, error) => isUnreached(error) && failures < 5,
      retryDelay: (failures) => Math.min(400 * 2 ** failures, 4_000),
    },
    mutations: { networkMode: 'always' },
  },
})

// Pages that show an answer of before, or none, get one as soon as there is one.
connection.onBack(() => {
  void queries.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreached(state.error) })
})
