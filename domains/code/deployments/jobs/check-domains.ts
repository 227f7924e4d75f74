import pg from 'pg'
import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import type { PreviewSite } from '../parts.ts'
import { recordDomain } from '../record-changes.ts'
import { isConnected, proofName, type DnsAnswers } from '../rules-domains.ts'
import { productionLabel } from '../store.ts'
import { domainsDueIn, domainsToCheck, recordDnsCheck } from '../store-domains.ts'
import type { ProductionDomainRow } from '../tables.ts'

/** Asks DNS; a name without records of the kind returns none, and a DNS that does not answer undefined. */
export interface DnsResolver {
  txt(name: string): Promise<readonly string[] | undefined>
  cname(name: string): Promise<readonly string[] | undefined>
}

interface DomainParts {
  readonly database: Database
  readonly dns: DnsResolver
  readonly previewSite: Pick<PreviewSite, 'targetOf'>
}

const everySeconds = 300
const domainsAtOnce = 100

/**
 * Looks at the DNS of domains again, each at most every five minutes: whether they lead to their project's production. A
 * DNS that does not answer proves nothing, and the domain stays as it was.
 */
export const checkDomains = (parts: DomainParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    parts.database,
    (tx, limit) => domainsDueIn(tx, everySeconds, limit),
    (workspace, turn) => checkIn(parts, workspace, turn),
    context,
  )

const checkIn = async (parts: DomainParts, workspace: string, { time }: Turn): Promise<void> => {
  const { database } = parts
  const rows = await database.reading(workspace, async (tx) => {
    const before = new Date((await tx.now()).getTime() - everySeconds * 1_000)
    return domainsToCheck(tx, before, domainsAtOnce)
  })
  for (const row of rows) {
    if (time.aborted) return
    await checkOne(parts, workspace, row)
  }
}

const checkOne = async ({ database, dns, previewSite }: DomainParts, workspace: string, row: ProductionDomainRow) => {
  const { projectId, domain, proof } = row
  const answers: DnsAnswers = { txt: await dns.txt(proofName(domain)), cname: await dns.cname(domain) }
  await database
    .within(workspace, async (tx) => {
      const label = await productionLabel(tx, projectId)
      const target = label === undefined ? undefined : previewSite.targetOf(label)
      const isNowConnected = isConnected(answers, { proof, target })
      const wasConnected = await recordDnsCheck(tx, {
        projectId,
        domain,
        isConnected: isNowConnected,
        now: await tx.now(),
      })
      if (isNowConnected === null || wasConnected === undefined || wasConnected === isNowConnected) return
      recordDomain(tx, row, isNowConnected)
    })
    .catch(ignoreTaken)
}

/** The project that the domain led to before is looked at first; then it is free. */
const ignoreTaken = (error: unknown) => {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error
}
