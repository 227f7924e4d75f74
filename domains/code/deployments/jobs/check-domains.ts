import { Resolver } from 'node:dns/promises'
import pg from 'pg'
import type { Database } from '../../../../platform/db/database.ts'
import { dnsRecords } from '../../../../platform/fetch/index.ts'
import { inDueWorkspaces, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import type { PreviewSite } from '../parts.ts'
import { recordDomain } from '../record-changes.ts'
import { isConnected, proofName, type DnsAnswers } from '../rules-domains.ts'
import { productionLabel } from '../store.ts'
import { checkEverySeconds, domainsDueIn, domainsToCheck, recordDnsCheck } from '../store-domains.ts'
import type { ProductionDomainRow } from '../tables.ts'

/** Reads DNS records of a name: an empty list if it has none of the kind, undefined if DNS does not answer. */
export interface DnsResolver {
  txt(name: string): Promise<readonly string[] | undefined>
  cname(name: string): Promise<readonly string[] | undefined>
}

const dnsTimeoutMs = 2_000
const dnsTries = 2

/** The DNS that the operating system names, or that of `servers`, such as `127.0.0.1:5353`. */
export const systemDns = (servers: readonly string[] = []): DnsResolver => {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: async (name) => (await dnsRecords(resolver.resolveTxt(name)))?.map((parts) => parts.join('')),
    cname: (name) => dnsRecords(resolver.resolveCname(name)),
  }
}

interface DomainParts {
  readonly database: Database
  readonly dns: DnsResolver
  readonly previewSite: Pick<PreviewSite, 'targetOf'>
}

const domainsAtOnce = 100
/** PostgreSQL's code of an error about a repeated value. */
const uniqueViolation = '23505'

/** Checks every five minutes whether custom domains lead to their production; without an answer nothing changes. */
export const checkDomains = (parts: DomainParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, domainsDueIn, (workspace, turn) => checkWorkspace(parts, workspace, turn), context)

const checkWorkspace = async (parts: DomainParts, workspace: string, { time }: Turn): Promise<void> => {
  const { database } = parts
  const rows = await database.reading(workspace, async (tx) => {
    const before = new Date((await tx.now()).getTime() - checkEverySeconds * 1_000)
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
      const connected = isConnected(answers, { proof, target })
      const check = { projectId, domain, isConnected: connected, now: await tx.now() }
      const wasConnected = await recordDnsCheck(tx, check)
      if (connected !== null && wasConnected === !connected) recordDomain(tx, row, connected)
    })
    .catch(ignoreTaken)
}

// Skips a domain that is still connected to another project: that project loses it at its check, and the next connects it.
const ignoreTaken = (error: unknown) => {
  if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) throw error
}
