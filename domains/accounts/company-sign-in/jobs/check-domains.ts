import { record } from '../../../../platform/audit/index.ts'
import { revoke } from '../../../../platform/access/index.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { GivenParts } from '../flow-cookie.ts'
import { hasProvedDomain, isLost, missingDaysMost, proofOfDomain } from '../rules.ts'
import { domainsDueIn } from '../store-identities.ts'
import * as store from '../store.ts'
import type { DomainRow } from '../tables.ts'
import { tellOwners } from './letters.ts'

type CheckParts = Pick<GivenParts, 'database' | 'mailTexts' | 'mailer' | 'linkTo'>

const system = {
  actor: { type: 'system', id: null },
  source: 'system',
  category: 'update',
  outcome: 'success',
} as const

/**
 * Looks up the texts of proved domains again, each week. One that is absent for a week is lost: no new person comes in by
 * it, and with the last one the requirement ends, not the access. A DNS that does not answer proves nothing.
 */
export const checkDomains = (parts: CheckParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, domainsDueIn, (workspace, { time }) => checkIn(parts, workspace, time), context)

const checkIn = async (parts: CheckParts, workspace: string, time: AbortSignal) => {
  const due = await parts.database.reading(workspace, async (tx) => store.dueDomainsOf(tx, { now: await tx.now() }))
  for (const domain of due) {
    if (time.aborted) return
    const { name, text } = proofOfDomain(domain)
    const texts = await parts.mailTexts.reading((read) => read(name))
    if (!texts) continue
    await parts.database.within(workspace, async (tx) => {
      await store.lockProvider(tx)
      const now = await tx.now()
      if (texts.includes(text)) await store.recordVerified(tx, { id: domain.id, now })
      else await missDomain(tx, parts, domain, now)
    })
  }
}

const missDomain = async (
  tx: Transaction,
  parts: CheckParts,
  { id, domain, missingSince: before }: DomainRow,
  now: Date,
) => {
  const missing = await store.recordMissing(tx, { id, now })
  if (!missing) return
  if (isLost(missing.missingSince, now)) return loseFor(tx, parts, missing, now)
  if (before !== null) return
  await tellOwners(tx, parts, {
    kind: 'company_sign_in.domain_missing',
    subject: `Restore the DNS record of ${domain}`,
    paragraphs: [
      `The DNS record that shows that ${domain} is yours is gone. Put it back within ${missingDaysMost} days. Until then nothing changes.`,
    ],
  })
}

const loseFor = async (tx: Transaction, parts: CheckParts, { id, domain }: DomainRow, now: Date) => {
  await store.withdrawVerification(tx, { id })
  const loss = { action: 'identity_domain.lose', severity: 'warning', details: { domain } } as const
  record(tx, { ...system, ...loss, resource: ['identity_domain', id] })
  const provider = await store.findProvider(tx)
  const isLast = !hasProvedDomain(await store.domainsOf(tx))
  const ends = isLast && provider?.requiredAt
  if (ends) {
    await store.requireProvider(tx, { requiredAt: null, passkeyId: null, now })
    revoke(tx, { workspaceId: tx.workspace! })
    const change = { action: 'identity_provider.require', severity: 'critical' } as const
    const details = { required: false, lostDomain: domain }
    record(tx, { ...system, ...change, resource: ['identity_provider', provider.id], details })
  }
  await tellOwners(tx, parts, {
    kind: 'company_sign_in.domain_lost',
    subject: `${domain} no longer belongs to your workspace`,
    paragraphs: [
      `The DNS record that showed that ${domain} is yours was gone for ${missingDaysMost} days. Nobody new can join with an address at ${domain}. Accounts and places stay as they are.`,
      ...(ends ? ['It was your last domain, so company sign-in is no longer required.'] : []),
    ],
  })
}
