import pg from 'pg'
import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import type { PreviewSite } from '../parts.ts'
import { recordDomain } from '../record-changes.ts'
import { isConnected, proofName, type DnsAnswers } from '../rules-domains.ts'
import { productionLabel } from '../store.ts'
import { domainsDueIn, domainsToCheck, recordDnsCheck } from '../store-domains.ts'
import type { ProductionDomainRow } from '../tables.ts'

/** Reads DNS records of a name: an empty list if it has none of the kind, undefined if DNS does not answer. */
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
const uniqueViolation = '23505'

/** Checks every five minutes whether custom domains lead to their production; without an answer nothing changes. */
export const checkDomains = (parts: DomainParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    parts.database,
    (tx, limit) => domainsDueIn(tx, everySeconds, limit),
    (workspace, turn) => checkWorkspace(parts, workspace, turn),
    context,
  )

const checkWorkspace = async (parts: DomainParts, workspace: string, { time }: Turn): Promise<void> => {
  const { database } = parts
  const rows = await database.reading(workspace, async (tx) => {
    const before = new Date((await tx.now()).getTime() - everySeconds * 1_000)
    return domainsToCheck(tx, { before, rows: domainsAtOnce })
  })
  for (const row of rows) {
    if (time.aborted) return
    await checkDomain(parts, workspace, row)
  }
}

const checkDomain = async (parts: DomainParts, workspace: string, row: ProductionDomainRow) => {
  const { database, dns, previewSite } = parts
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
      const isKnown = isNowConnected !== null && wasConnected !== undefined
      if (isKnown && wasConnected !== isNowConnected) recordDomain(tx, row, isNowConnected)
    })
    .catch(ignoreTaken)
}

// Skips a domain that is still connected to another project: that project loses it at its check, and the next connects it.
const ignoreTaken = (error: unknown) => {
  if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) throw error
}
