import type { FastifyBaseLogger } from 'fastify'
import { answerExpiry } from '../../platform/idempotency/index.ts'
import { removeExpired } from '../../platform/retention/index.ts'
import { allDomains, scheduleDomains } from './domains.ts'
import type { Parts } from './parts.ts'

const hourSeconds = 3_600
const abandonedMs = 6 * hourSeconds * 1_000

/** What has to be looked at now and then, by one process at a time; and at each start, what the last process left. */
export const scheduleUpkeep = (parts: Parts, log: FastifyBaseLogger): void => {
  const { database, engine, mailer, repositories } = parts
  const sweepRepositories = () => repositories.sweep({ olderThanMs: abandonedMs })
  sweepRepositories().catch((error: unknown) =>
    log.warn({ err: error }, 'Could not clean up after a dead process; will retry'),
  )
  engine.schedule('repositories', hourSeconds, sweepRepositories)
  engine.schedule('mail', 5, ({ signal }) => mailer.work({ signal }))
  engine.schedule('retention', hourSeconds, async (context) => {
    await mailer.sweep(context)
    await removeExpired(database, [...allDomains.flatMap(({ retention }) => retention), answerExpiry], context)
  })
  scheduleDomains(parts)
}
