import pLimit from 'p-limit'
import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, goTo, Unrecoverable, type EffectContext } from '../../../../platform/jobs/index.ts'
import { capCalls, modelFor, withChosen } from '../../../agents/models/index.ts'
import { hasSendableAddress, leadsOfPlay, suppressedLeads, type LeadRow } from '../../leads/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { growthRules } from '../../settings/index.ts'
import { draftRun } from '../graph.ts'
import {
  type DraftWork,
  draftFailed,
  writeDrafts,
  type DraftBase,
  type DraftFailed,
  recordDraftsEnded,
} from '../write-drafts.ts'
import { letNextFollow, listCitableSources, addDraft, writtenSteps, lastSentStep } from '../../messages/index.ts'
import { findPlay, needsApproval } from '../../plays/index.ts'
import { advanceDraftRun, endDraftRun, findDraftRun, type DraftProgress } from '../store.ts'

const leadsAtOnce = 8
const callsAtOnce = 4

type Outcome = DraftFailed | { readonly progress: DraftProgress } | { readonly isDone: true }

/** Writes drafts for the next leads of a play. Each lead is saved separately; a lead that has its mails is skipped. */
export const writeStep = (parts: DraftWork) =>
  draftRun.step('write', {
    effect: (context) => write(parts, context),
    commit: async ({ tx, run, now }, outcome: Outcome) => {
      if ('progress' in outcome) {
        await advanceDraftRun(tx, outcome.progress)
        return goTo(draftRun.at.write)
      }
      const failure = 'failure' in outcome ? outcome.failure : undefined
      const ended = await endDraftRun(tx, run.subjectId, failure, now)
      if (ended) recordDraftsEnded(tx, ended)
      return finish()
    },
  })

const write = async (parts: DraftWork, context: EffectContext): Promise<Outcome> => {
  const id = context.run.subjectId
  const found = await context.read((tx) => materialOf(tx, parts.vault, id))
  if ('failure' in found) return found
  const { base, leads, stepsOfLeads, refused } = found
  const last = leads.at(-1)
  if (!last) return { isDone: true }
  const chosen = await context.read((tx) => modelFor(tx, parts, 'writer'))
  const hasBriefs = base.play.steps.some(({ brief }) => brief !== null)
  if ('message' in chosen && hasBriefs) return draftFailed('no_model', chosen.message)
  const isOffline = 'message' in chosen || (parts.gateway.provider.name === 'offline' && !chosen.endpoint)
  const writable = leads.filter((lead) => !refused.has(lead.id))
  const run = async (work: DraftWork) => {
    const limit = pLimit(callsAtOnce)
    const withModel = { ...base, chosen: isOffline ? undefined : chosen }
    const draft = (lead: LeadRow) => draftLead(work, context, withModel, lead, stepsOfLeads.get(lead.id))
    return Promise.all(writable.map((lead) => limit(draft, lead)))
  }
  if (!isOffline) await capCalls(parts, context.run.workspaceId)
  const written = isOffline
    ? await run(parts)
    : await withChosen(parts, context.read, chosen, (gateway) => run({ ...parts, gateway }))
  const failure = written.find((one) => 'failure' in one)
  if (failure) return failure
  const counted = written.filter((one) => 'drafts' in one)
  const sum = (of: (one: DraftCount) => number) => counted.reduce((total, one) => total + of(one), 0)
  return {
    progress: {
      id,
      lastLeadId: last.id,
      leads: leads.length,
      drafts: sum(({ drafts }) => drafts),
      skipped: refused.size + sum(({ isSkipped }) => (isSkipped ? 1 : 0)),
      dropped: sum(({ dropped }) => dropped),
    },
  }
}

interface DraftCount {
  readonly drafts: number
  readonly dropped: number
  readonly isSkipped: boolean
}

const draftLead = async (
  parts: DraftWork,
  context: EffectContext,
  base: DraftBase,
  lead: LeadRow,
  earlierSteps: ReadonlySet<number> = new Set(),
): Promise<DraftCount | DraftFailed> => {
  if (earlierSteps.size >= base.play.steps.length) return { drafts: 0, dropped: 0, isSkipped: false }
  const written = await writeDrafts(parts, context, base, lead, earlierSteps)
  if ('failure' in written) return written
  const { drafts, dropped } = written
  const added = await context.write(async (tx) => {
    const each: boolean[] = []
    for (const draft of drafts) each.push(await addDraft(tx, draft))
    // A mail that was added to the sequence follows the last sent mail.
    const sent = await lastSentStep(tx, { leadId: lead.id, growthPlayId: base.play.id })
    if (sent) await letNextFollow(tx, sent, sent.sentAt!)
    return each.filter(Boolean).length
  })
  return { drafts: added, dropped, isSkipped: drafts.length === 0 }
}

interface Material {
  readonly base: DraftBase
  readonly leads: readonly LeadRow[]
  /** The numbers of the mails that leads have, by the id of the lead. */
  readonly stepsOfLeads: ReadonlyMap<string, ReadonlySet<number>>
  /** Leads that get no mail. */
  readonly refused: ReadonlySet<string>
}

const materialOf = async (tx: Transaction, vault: Vault, id: string): Promise<Material | DraftFailed> => {
  const run = await findDraftRun(tx, { id })
  const play = run && (await findPlay(tx, { id: run.growthPlayId }))
  const project = play && (await findGrowthProject(tx, { id: play.growthProjectId }))
  if (!project) throw new Unrecoverable('The play of this run is gone.')
  if (project.archivedAt !== null || play.status === 'archived')
    return draftFailed('archived', 'The play or its growth project was archived while the run was at work.')
  const rules = await growthRules(tx)
  const search = { growthPlayId: play.id, ids: run.leadIds, after: run.lastLeadId, limit: leadsAtOnce }
  const leads = await leadsOfPlay(tx, search)
  const steps = await writtenSteps(tx, { growthPlayId: play.id, leadIds: leads.map(({ id: leadId }) => leadId) })
  const stepsOfLeads = new Map<string, Set<number>>()
  for (const { leadId, step } of steps) stepsOfLeads.set(leadId, (stepsOfLeads.get(leadId) ?? new Set()).add(step!))
  return {
    leads,
    stepsOfLeads,
    refused: await refusedAmong(tx, vault, leads),
    base: {
      run,
      play,
      bookingUrl: play.bookingUrl ?? rules.bookingUrl,
      sources: await listCitableSources(tx, project),
      chosen: undefined,
      needsApproval: needsApproval(play, rules),
    },
  }
}

// Without a root key the list cannot be asked, and no mail is sent.
const refusedAmong = async (tx: Transaction, vault: Vault, leads: readonly LeadRow[]) => {
  const suppressed = vault.available ? await suppressedLeads(tx, vault, leads) : new Set<LeadRow>()
  return new Set(leads.filter((lead) => getsNoMail(lead) || suppressed.has(lead)).map(({ id }) => id))
}

const getsNoMail = (lead: LeadRow) =>
  lead.status === 'disqualified' ||
  lead.optedOutAt !== null ||
  lead.sequenceStoppedAt !== null ||
  !hasSendableAddress(lead)
