import type { FastifyBaseLogger } from 'fastify'
import { answerExpiry } from '../../platform/idempotency/index.ts'
import { removeOldMachines } from '../../platform/jobs/index.ts'
import { removeExpired, retention, type Expiry } from '../../platform/retention/index.ts'
import { allDomains, scheduleDomains } from './domains.ts'
import type { Parts } from './parts.ts'

const hourSeconds = 3_600
const abandonedMs = 6 * hourSeconds * 1_000

const machineExpiry: Expiry = {
  kind: 'machines',
  remove: (tx, limit) => removeOldMachines(tx, retention.machines.days, limit),
}

/** Regular work, by one process at a time; and at each start, the rest of the last process. */
export const scheduleUpkeep = (parts: Parts, log: FastifyBaseLogger): void => {
  const { database, engine, mailer, removals, repositories } = parts
  const sweepRepositories = () => repositories.sweep({ olderThanMs: abandonedMs })
  sweepRepositories().catch((error: unknown) =>
    log.warn({ err: error }, 'Could not clean up after a dead process; will retry'),
  )
  engine.schedule({
    name: 'repositories',
    everySeconds: hourSeconds,
    onEachMachine: true,
    work: sweepRepositories,
  })
  engine.schedule({ name: 'mail', everySeconds: 5, work: ({ signal }) => mailer.work({ signal }) })
  engine.schedule({ name: 'removed-objects', everySeconds: 60, work: removals.carryOut })
  engine.schedule({
    name: 'outbox',
    everySeconds: hourSeconds,
    onEachMachine: true,
    work: () => mailer.sweepOutbox(),
  })
  engine.schedule({
    name: 'retention',
    everySeconds: hourSeconds,
    work: async (context) => {
      await mailer.sweep(context)
      const expiries = [...allDomains.flatMap((domain) => domain.retention), answerExpiry, machineExpiry]
      await removeExpired(database, expiries, context)
    },
  })
  scheduleDomains(parts)
}
