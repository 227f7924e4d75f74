import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { UnreachableError, RefusedError } from '../../../platform/client/index.ts'

// A passkey or a password that is refused ends nothing.
const isOver = (error: unknown) => error instanceof RefusedError && error.answered.code === 'unauthenticated'

/** Told when the session of this browser has ended. */
export const sessionEnded = new EventTarget()
export const announceSessionEnd = (): void => void sessionEnded.dispatchEvent(new Event('ended'))
const tell = (error: unknown) => {
  if (isOver(error)) announceSessionEnd()
}

/** What the server said, and for how long it counts as fresh. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: tell }),
  mutationCache: new MutationCache({ onError: tell }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal is an answer. A server that restarts is worth asking again.
      retry: (failures, error) => error instanceof UnreachableError && failures < 5,
      retryDelay: (failures) => Math.min(400 * 2 ** failures, 4_000),
    },
  },
})
