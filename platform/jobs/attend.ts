import { beatOf, renewMachine } from './machines.ts'
import type { Parts } from './parts.ts'

/** Renews the lease of the machine of a process that carries out no steps. */
export const startAttending = (parts: Parts): { stop(): Promise<void> } => {
  let renewing: Promise<void> | undefined
  const renew = () => {
    renewing ??= parts.database
      .instance((tx) => renewMachine(tx, beatOf(parts, false)))
      .then(
        () => undefined,
        (error: unknown) => parts.log.warn({ err: error }, 'Could not renew the lease of this machine'),
      )
      .finally(() => {
        renewing = undefined
      })
  }
  const timer = setInterval(renew, parts.leaseMs / 3)
  renew()
  return {
    stop: async () => {
      clearInterval(timer)
      await renewing
    },
  }
}
