import type { Caller } from '../../../platform/access/index.ts'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { lockLead, markContacted, type LeadRow, leadsById } from '../leads/index.ts'
import { findPlay } from '../plays/index.ts'
import type { CitationSource } from '../plays/rules.ts'
import { findGrowthProject, plainText, approvalsById, pageAddresses, recordInProject } from '../research/index.ts'
import * as contract from './contract.ts'
import { citationsAfterEdit, dueAfter } from './rules.ts'
import { areCitationsCurrent } from './sources.ts'
import { messagesById, discardMessage, messagePage, resolveMessage, approveDraft } from './store-drafts.ts'
import { setNextDue } from './store-sending.ts'
import { findMessage, lockMessage } from './store-thread.ts'
import type { MessageRow } from './tables.ts'

interface Approval extends ChangedBy {
  /** As the person edited them. */
  readonly subject?: string
  readonly body?: string
}

/** Approves a draft whose lead and row are locked; otherwise returns why it cannot. */
const approve = async (
  tx: Transaction,
  message: MessageRow,
  lead: LeadRow,
  { userId, now, subject = message.subject, body = message.body }: Approval,
): Promise<MessageRow | 'notDraft' | 'unresolved'> => {
  if (message.status !== 'draft') return 'notDraft'
  const isEdited = body !== message.body
  const citations = isEdited ? citationsAfterEdit(message.citations, message.body, body) : message.citations
  if (!(await areCitationsCurrent(tx, citations, lead))) return 'unresolved'
  return (await approveDraft(tx, { id: message.id, subject, body, citations, userId, now })) ?? 'notDraft'
}

const empty = (path: string) => ({ path, message: 'is blank', rule: 'minLength' })

const approveGrowthMessage = handle(
  contract.approveGrowthMessage,
  async ({ tx, params, body, caller, now, absent, fail, invalid, ok }) => {
    const found = (await findMessage(tx, { id: params.messageId })) ?? absent()
    const lead = (await lockLead(tx, { id: found.leadId })) ?? absent()
    const message = (await lockMessage(tx, { id: found.id })) ?? absent()
    if (message.status !== 'draft') return fail.notDraft()
    if ((await findGrowthProject(tx, { id: message.growthProjectId }))?.archivedAt !== null) return fail.archived()
    const subject = body.subject === undefined ? message.subject : plainText(body.subject)
    if (body.subject !== undefined && subject === '') return invalid([empty('subject')])
    const text = body.body === undefined ? message.body : readable(body.body)
    if (text === '') return invalid([empty('body')])
    const approved = await approve(tx, message, lead, { userId: caller.userId, now, subject, body: text })
    if (typeof approved === 'string') return fail[approved]()
    return ok(await showMessage(tx, approved), {
      resource: ['growth_message', message.id],
      parent: ['growth_project', message.growthProjectId],
      metadata: { step: message.step, isEdited: text !== message.body || subject !== message.subject },
    })
  },
)

/** A person's text without invisible characters; lines stay. */
const readable = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '').trimEnd())
    .join('\n')
    .trim()
    .toWellFormed()

const codes = { notDraft: 'growth_message_not_draft', unresolved: 'growth_citation_unresolved' } as const

const approveGrowthMessages = handle(
  contract.approveGrowthMessages,
  async ({ tx, params, body, caller, now, absent, fail, ok }) => {
    const project = (await findGrowthProject(tx, { id: params.projectId })) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    // Leads are locked in one order, so that two callers never wait for each other.
    const found = await messagesById(tx, { growthProjectId: project.id, ids: body.messageIds })
    const refused = body.messageIds
      .filter((id) => !found.some((message) => message.id === id))
      .map((id) => ({ id, code: 'not_found' as 'not_found' | (typeof codes)[keyof typeof codes] }))
    let approved = 0
    for (const { id, leadId } of found) {
      const lead = await lockLead(tx, { id: leadId })
      const message = await lockMessage(tx, { id })
      const outcome = lead && message ? await approve(tx, message, lead, { userId: caller.userId, now }) : 'notDraft'
      if (typeof outcome === 'string') {
        refused.push({ id, code: codes[outcome] })
        continue
      }
      recordApproval(tx, caller, outcome)
      approved += 1
    }
    return ok({ approved, refused })
  },
)

const recordApproval = (tx: Transaction, { actor, source }: Caller, { id, step, growthProjectId }: MessageRow) =>
  recordInProject(
    tx,
    { resource: ['growth_message', id], growthProjectId, details: { step, isEdited: false } },
    { action: 'growth_message.approve', category: 'update', actor, source },
    { name: 'growth_message.approved', payload: { growthProjectId, step } },
  )

const discardGrowthMessage = handle(contract.discardGrowthMessage, async ({ tx, params, now, absent, fail, ok }) => {
  const found = (await findMessage(tx, { id: params.messageId })) ?? absent()
  await lockLead(tx, { id: found.leadId })
  const discarded = (await discardMessage(tx, { id: found.id })) ?? fail.notWaiting()
  // The next mail, which waited only for this mail, follows at its time.
  if (discarded.dueAt !== null) await letNextFollow(tx, discarded, now)
  return ok(await showMessage(tx, discarded), {
    resource: ['growth_message', found.id],
    parent: ['growth_project', found.growthProjectId],
    metadata: { step: found.step },
  })
})

const listGrowthMessages = handle(contract.listGrowthMessages, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost, playId: growthPlayId = null, leadId = null, status = null } = query
  const choice = { growthProjectId: params.projectId, growthPlayId, leadId, status }
  const page = await messagePage(tx, choice, cursorOf(cursor), limit)
  next(page.next)
  return ok(await showMessages(tx, page.rows))
})

const resolveGrowthMessage = handle(
  contract.resolveGrowthMessage,
  async ({ tx, params, body, caller, now, absent, fail, ok }) => {
    const found = (await findMessage(tx, { id: params.messageId })) ?? absent()
    await lockLead(tx, { id: found.leadId })
    const { delivered: isDelivered } = body
    const resolution = { id: found.id, isDelivered, userId: caller.userId, now }
    const resolved = (await resolveMessage(tx, resolution)) ?? fail.notUnknown()
    if (isDelivered) {
      await markContacted(tx, { id: resolved.leadId, now: resolved.sentAt! })
      await letNextFollow(tx, resolved, now)
    }
    return ok(await showMessage(tx, resolved), {
      resource: ['growth_message', found.id],
      parent: ['growth_project', found.growthProjectId],
      metadata: { isDelivered },
    })
  },
)

export default () => ({
  listGrowthMessages,
  approveGrowthMessage,
  approveGrowthMessages,
  discardGrowthMessage,
  resolveGrowthMessage,
})

/** Sets when the mail after a sent mail is due. */
export const letNextFollow = async (tx: Transaction, { leadId, growthPlayId, step }: MessageRow, sentAt: Date) => {
  const play = growthPlayId === null ? undefined : await findPlay(tx, { id: growthPlayId })
  const dueAt = play && step !== null ? dueAfter(sentAt, step, play.steps) : undefined
  if (dueAt) await setNextDue(tx, { leadId, growthPlayId: growthPlayId!, step: step!, dueAt })
}

/** Mails for people: with their leads, and with the names of their quoted sources. */
const showMessages = async (tx: Transaction, rows: readonly MessageRow[]) => {
  const citations = rows.flatMap((row) => row.citations)
  const idsOf = (kind: CitationSource) => [
    ...new Set(citations.flatMap(({ source, sourceId }) => (source === kind ? (sourceId ?? []) : []))),
  ]
  const found = await leadsById(tx, { ids: [...new Set(rows.map(({ leadId }) => leadId))] })
  const pages = await pageAddresses(tx, { ids: idsOf('page') })
  const approvals = await approvalsById(tx, { ids: idsOf('approval') })
  const leads = new Map(found.map((lead) => [lead.id, lead]))
  const sourceNames = new Map([
    ...pages.map(({ id, url }) => [id, url] as const),
    ...approvals.map(({ id, title }) => [id, title] as const),
  ])
  return rows.map((row) => presentMessage(row, leads.get(row.leadId), sourceNames))
}

const showMessage = async (tx: Transaction, row: MessageRow) => (await showMessages(tx, [row]))[0]!

const nameOfLead = (lead: LeadRow | undefined) => {
  if (!lead) return null
  const { name, firstName, lastName, company } = lead.evidence
  const parts = [firstName, lastName].flatMap((part) => part?.value ?? [])
  return name?.value ?? (parts.length > 0 ? parts.join(' ') : (company?.value ?? null))
}

const presentMessage = (
  row: MessageRow,
  lead: LeadRow | undefined,
  sourceNames: ReadonlyMap<string, string>,
): Static<typeof contract.GrowthMessage> => {
  const { id, growthProjectId, growthPlayId, leadId, mailboxId, direction, step, status, subject, body, author } = row
  const mail = { id, growthProjectId, growthPlayId, leadId, mailboxId, direction, step, status, subject, body, author }
  const { approvedBy, approvedAt, dueAt, sentAt, failure, createdAt } = row
  return {
    ...mail,
    leadAddress: lead?.address ?? null,
    leadName: nameOfLead(lead),
    citations: row.citations.map((one) => ({ ...one, sourceName: sourceNames.get(one.sourceId ?? '') ?? null })),
    approvedBy,
    approvedAt,
    dueAt,
    sentAt,
    failure,
    createdAt,
  }
}
