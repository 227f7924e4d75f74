import pLimit from 'p-limit'
import { RootKeyMissing, VaultUnavailable } from '../../../../platform/crypto/index.ts'
import { finish, goTo, Unrecoverable, type EffectContext } from '../../../../platform/jobs/index.ts'
import { leadsOfPass, leaveOut, saveLookedUp, suppressedLeads, unmarkLeads, type LeadRow } from '../../leads/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { lookupRun } from '../graph.ts'
import { lookUpLead } from '../look-up-leads.ts'
import type { LookupParts } from '../catalogue.ts'
import { recordPassEnded } from '../handlers.ts'
import type { PassReason } from '../rules.ts'
import { abandonCallsOf } from '../store-calls.ts'
import { endPass, findPass, runPass } from '../store-passes.ts'
import type { PassRow } from '../tables.ts'

const leadsAtOnce = 8
const lookupsAtOnce = 4

/** The result of a step for its leads. */
type LookOutcome = { readonly reason: PassReason } | { readonly hasMore: boolean }

/** Looks up the next leads of a pass, each in its own transaction: a process that dies loses one look-up at most. */
export const lookStep = (parts: LookupParts) =>
  lookupRun.step('look', {
    effect: (context) => look(parts, context),
    commit: async ({ tx, run, now }, looked: LookOutcome) => {
      if ('hasMore' in looked && looked.hasMore) return goTo(lookupRun.at.look)
      const reason = 'reason' in looked ? looked.reason : null
      const leadsLeft = await unmarkLeads(tx, run.subjectId)
      const status = reason ? 'stopped' : 'finished'
      const ended = await endPass(tx, { id: run.subjectId, status, reason, leadsLeft, now })
      if (ended) recordPassEnded(tx, ended)
      return finish()
    },
  })

const look = async (parts: LookupParts, context: EffectContext): Promise<LookOutcome> => {
  const passId = context.run.subjectId
  const { pass, leads, isArchived } = await context.write(async (tx) => {
    await runPass(tx, { id: passId })
    const found = await findPass(tx, { id: passId })
    const project = found && (await findGrowthProject(tx, { id: found.growthProjectId }))
    if (!project) throw new Unrecoverable('The growth project of this pass is gone.')
    const waiting = await leadsOfPass(tx, { passId, limit: leadsAtOnce })
    return { pass: found, isArchived: project.archivedAt !== null, leads: waiting }
  })
  if (isArchived) return { reason: 'archived' }
  if (leads.length === 0) return { hasMore: false }
  if (!parts.vault.available) return { reason: 'no_vault' }
  try {
    const limit = pLimit(lookupsAtOnce)
    const ended = await Promise.all(leads.map((lead) => limit(() => lookUp(parts, context, pass, lead))))
    const reason = ended.find((one) => one !== undefined)
    return reason ? { reason } : { hasMore: true }
  } catch (error) {
    if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) return { reason: 'no_vault' }
    throw error
  }
}

/** Looks one lead up and stores the found facts; returns the limit that stopped it. */
const lookUp = async (
  parts: LookupParts,
  context: EffectContext,
  { id: passId, growthProjectId, growthPlayId }: PassRow,
  lead: LeadRow,
): Promise<PassReason | undefined> => {
  const isLeftOut = await context.write(async (tx) => {
    await abandonCallsOf(tx, passId, lead.id)
    const isSuppressed = (await suppressedLeads(tx, parts.vault, [lead])).has(lead)
    const isOut = isSuppressed || lead.optedOutAt !== null || lead.status !== 'new'
    if (isOut) await leaveOut(tx, { id: lead.id })
    return isOut
  })
  if (isLeftOut) return undefined
  const scope = { growthProjectId, growthPlayId, passId, leadId: lead.id }
  const found = await lookUpLead(parts, context.write, scope, lead, context.signal)
  if ('cap' in found) return found.cap
  await context.write(async (tx) => saveLookedUp(tx, { id: lead.id, passId, ...found, now: await tx.now() }))
  return undefined
}
