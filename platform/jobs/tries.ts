import { whatIsAway } from './away.ts'

/** How often the handling of a message may fail by the message itself. */
const triesMost = 2
const messagesMost = 10_000

/** `failed`: it is tried again later. `set_aside`: it was tried as often as it may be, and the next one is handled. */
type Handled = { readonly kind: 'handled' | 'set_aside' } | { readonly kind: 'failed'; readonly error: unknown }

export type Tries = ReturnType<typeof openTries>

/**
 * Counts the failed tries of messages from outside, in this process, so that a message that cannot be handled holds up
 * no other. Its consumer shows people the message, and deletes nothing. A new process counts again.
 */
export const openTries = () => {
  const counts = new Map<string, number>()
  const count = (message: string) => {
    const tries = (counts.get(message) ?? 0) + 1
    counts.delete(message)
    const [oldest] = counts.keys()
    if (counts.size >= messagesMost && oldest !== undefined) counts.delete(oldest)
    counts.set(message, tries)
    return tries
  }
  /** Handles a message once, by its name. An outage is no fault of the message: it is thrown and not counted. */
  const handle = async (message: string, work: () => Promise<unknown>): Promise<Handled> => {
    if ((counts.get(message) ?? 0) >= triesMost) return { kind: 'set_aside' }
    try {
      await work()
      counts.delete(message)
      return { kind: 'handled' }
    } catch (error) {
      if (isOutage(error)) throw error
      return count(message) < triesMost ? { kind: 'failed', error } : { kind: 'set_aside' }
    }
  }
  return {
    handle,
    /**
     * Takes a message whose sender repeats it after a failure, such as a webhook: the error of an early try is thrown;
     * after the last try `setAside` shows people that the message was not processed, and the sender gets the answer for
     * a processed message.
     */
    take: async (message: string, work: () => Promise<unknown>, setAside: () => Promise<unknown>) => {
      const outcome = await handle(message, work)
      if (outcome.kind === 'failed') throw outcome.error
      if (outcome.kind === 'set_aside') await setAside()
    },
  }
}

/** Something is away, or the handling was stopped. */
const isOutage = (error: unknown): boolean =>
  whatIsAway(error) !== undefined || (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))
