import { VaultUnavailable } from '../crypto/index.ts'
import { isBusy, isDatabaseAway, isUnavailable } from '../db/unavailable.ts'
import { isDiskFull, isStorageDown } from '../storage/index.ts'

/**
 * The thing that is away: something of this instance (`busy` is the database, `names` the name server, `keys` the root
 * key), or a server of others.
 */
export type Away = 'disk' | 'bucket' | 'database' | 'names' | 'busy' | 'keys' | 'peer'

// EAI_AGAIN is of the system's own look-up, the others of questions to a name server, each without an answer.
const namesSilent = ['EAI_AGAIN', 'ESERVFAIL', 'ETIMEOUT', 'EREFUSED']
const causesMost = 8

/**
 * Returns which outside service is away, if an error means that, and not that the work itself is impossible; used for
 * steps and for messages from outside. An error that others wrapped is looked for among its causes.
 */
export const whatIsAway = (error: unknown): Away | undefined => {
  let cause = error
  for (let depth = 0; depth < causesMost && cause instanceof Error; depth += 1) {
    const away = awayBy(cause)
    if (away) return away
    cause = cause.cause
  }
  return undefined
}

const awayBy = (error: Error): Away | undefined => {
  if (isDiskFull(error)) return 'disk'
  if (isStorageDown(error)) return 'bucket'
  if (isDatabaseAway(error)) return 'database'
  if (isBusy(error)) return 'busy'
  if (error instanceof VaultUnavailable) return 'keys'
  if (namesSilent.includes((error as NodeJS.ErrnoException).code ?? '')) return 'names'
  return isUnavailable(error) ? 'peer' : undefined
}
