import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import type { Static } from '../../../platform/contract/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import { csvLine, type Cell } from '../../../platform/csv/csv.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { personOf } from '../../accounts/people/index.ts'
import { microsToUsd } from '../../code/projects/rules/caps.ts'
import { newestDraftRun, readDraftRun, spendOfPlay } from '../drafts/index.ts'
import {
  findLead,
  confirmDespiteRefusal,
  judgeLeads,
  lockLead,
  moveLead,
  restartLead,
  waitForLookup,
  countLeadsOfPlay,
  countOptOuts,
} from '../leads/index.ts'
import { releaseSend, sendableMailboxes, sendMail, claimSend, type OutgoingMail } from '../mailboxes/index.ts'
import {
  leadResults,
  type LeadResult,
  stepOfLead,
  retryRefused,
  countByDay,
  countMailsOfPlay,
  endedByLink,
  endMail,
  recordOptOut,
} from '../messages/index.ts'
import { messageIdOf, withFooter } from '../messages/rules.ts'
import { findPlay, findOutsideFacts, mailboxesOf, missingFor, type PlayRow, presentPlay } from '../plays/index.ts'
import { isRunning } from '../plays/rules.ts'
import { exampleValues, fill } from '../plays/rules/change-play.ts'
import { findGrowthProject } from '../research/index.ts'
import { growthRules } from '../settings/index.ts'
import { suppressHash } from '../suppression/index.ts'
import * as contract from './contract.ts'
import * as unsubscribeContract from './contract/unsubscribe.ts'
import type { SendingParts } from './reach.ts'
import { recipientOfLink, type UnsubscribeToken } from './unsubscribe-link.ts'
import { pageFor } from './unsubscribe-page.ts'

const shownDays = 30

/** A play with its results and its newest run of drafts. */
const readPlay = async (tx: Transaction, play: PlayRow) => {
  const run = await newestDraftRun(tx, { growthPlayId: play.id })
  return {
    play: presentPlay(play),
    results: await resultsOf(tx, play),
    lastDraftRun: run ? await readDraftRun(tx, run) : null,
  }
}

const resultsOf = async (tx: Transaction, play: PlayRow): Promise<Static<typeof contract.GrowthPlayResults>> => {
  const counts = await countMailsOfPlay(tx, { growthPlayId: play.id })
  const leads = await countLeadsOfPlay(tx, { growthPlayId: play.id })
  const { lookupMicros, draftMicros } = await spendOfPlay(tx, play)
  const leadsOf = (status: string) => leads.find((one) => one.status === status)?.leads ?? 0
  const { leadsReplied } = counts
  return {
    ...counts,
    leads: {
      new: leadsOf('new'),
      queued: leadsOf('queued'),
      ended: leadsOf('ended'),
      disqualified: leadsOf('disqualified'),
    },
    delivered: Math.max(0, counts.sent - counts.bounces),
    optOuts: await countOptOuts(tx, play.id),
    lookupUsd: microsToUsd(lookupMicros),
    draftUsd: microsToUsd(draftMicros),
    costPerReplyUsd: leadsReplied === 0 ? null : microsToUsd(Math.round((lookupMicros + draftMicros) / leadsReplied)),
    days: [...(await countByDay(tx, { growthPlayId: play.id, days: shownDays }))],
  }
}

const timeOf = (at: Date | null) => at?.toISOString() ?? null

const csvColumns: readonly (readonly [string, (lead: LeadResult) => Cell])[] = [
  ['lead_id', ({ id }) => id],
  ['address', ({ address }) => address],
  ['domain', ({ domain }) => domain],
  ['company', ({ company }) => company],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['mails_sent', ({ mailsSent }) => ({ decimal: String(mailsSent) })],
  ['last_sent_at', ({ lastSentAt }) => timeOf(lastSentAt)],
  ['replied_at', ({ repliedAt }) => timeOf(repliedAt)],
  ['intent', ({ intent }) => intent],
  ['bounced', ({ hasBounced }) => (hasBounced ? 'yes' : 'no')],
  ['opted_out_at', ({ optedOutAt }) => timeOf(optedOutAt)],
  ['stop_reason', ({ stopReason }) => stopReason],
]
const leadsAtOnce = 1_000

const exportGrowthResults = handle(contract.exportGrowthResults, async ({ tx, params, absent, ok }) => {
  const play = (await findPlay(tx, { id: params.playId })) ?? absent()
  const lines = await linesOf(tx, play.id)
  return ok(Readable.from([csvLine(csvColumns.map(([name]) => name)), ...lines]), {
    resource: ['growth_play', play.id],
    parent: ['growth_project', play.growthProjectId],
    metadata: { leads: lines.length },
  })
})

const linesOf = async (tx: Transaction, growthPlayId: string): Promise<readonly string[]> => {
  const lines: string[] = []
  let after: string | null = null
  for (;;) {
    const leads: readonly LeadResult[] = await leadResults(tx, { growthPlayId, after, limit: leadsAtOnce })
    lines.push(...leads.map((lead) => csvLine(csvColumns.map(([, cellOf]) => cellOf(lead)))))
    after = leads.at(-1)?.id ?? null
    if (leads.length < leadsAtOnce) return lines
  }
}

const getGrowthPlay = ({ reach }: Pick<SendingParts, 'reach'>) =>
  handle(contract.getGrowthPlay, async ({ workspace, params, read, absent, ok }) => {
    const mailboxes = await read(async (tx) => mailboxesOf(tx, (await findPlay(tx, { id: params.playId })) ?? absent()))
    const outside = await findOutsideFacts(reach, workspace, mailboxes)
    const shown = await read(async (tx) => {
      const play = (await findPlay(tx, { id: params.playId })) ?? absent()
      return { ...(await readPlay(tx, play)), missing: [...(await missingFor(tx, play, outside))] }
    })
    return ok(shown)
  })

const showGrowthUnsubscribe = (vault: Vault) =>
  handle(unsubscribeContract.showGrowthUnsubscribe, async ({ tx, params, absent, fail, ok }) => {
    if (!vault.available) return fail.noVault()
    const { leadId, addressHash } = (await recipientOfLink(tx, vault, params.token)) ?? absent()
    const canUnsubscribe = addressHash !== null || (await findLead(tx, { id: leadId })) !== undefined
    return ok(Readable.from([await pageFor(tx, leadId, canUnsubscribe ? 'asks' : 'unknown')]))
  })

type Refusal = 'noStep' | 'noPostalAddress' | 'noMailbox'
type Ready = { readonly mailboxId: string; readonly takenAt: Date; readonly mail: OutgoingMail }

const testGrowthPlay = (parts: SendingParts) =>
  handle(contract.testGrowthPlay, async ({ workspace, params, body, caller, absent, fail, commit }) => {
    const { database, vault } = parts
    if (!vault.available) return fail.noVault()
    const person = (await database.identity((tx) => personOf(tx, { userId: caller.userId }))) ?? absent()
    const ready = await database.within(workspace, async (tx) => {
      const play = (await findPlay(tx, { id: params.playId })) ?? absent()
      return prepareTestMail(tx, parts, play, { ...body, to: person.email })
    })
    if (typeof ready === 'string') return fail[ready]()
    const { mailboxId, takenAt, mail } = ready
    const outcome = await sendMail(parts, workspace, mailboxId, mail)
    if (outcome.kind === 'refused' || outcome.kind === 'unavailable') {
      await database.within(workspace, (tx) => releaseSend(tx, mailboxId, takenAt))
      return fail.refused({ reason: outcome.reason.slice(0, 500) })
    }
    return commit(async ({ ok }) =>
      ok({ to: mail.to, mailboxId }, { resource: ['growth_play', params.playId], metadata: { step: body.step } }),
    )
  })

type TestRequest = Static<typeof contract.testGrowthPlay.body> & { readonly to: string }

/** A test mail, and the claimed send of a mailbox of the play. Its unsubscribe link leads to the start page. */
const prepareTestMail = async (
  tx: Transaction,
  { linkTo }: Pick<SendingParts, 'linkTo'>,
  play: PlayRow,
  test: TestRequest,
): Promise<Ready | Refusal> => {
  const content = await contentOf(tx, play, test)
  if (!content) return 'noStep'
  const { senderPostalAddress: postalAddress } = await growthRules(tx)
  if (postalAddress === null) return 'noPostalAddress'
  const takenAt = await tx.now()
  const { language, mailboxIds } = play
  for (const { id, address } of await sendableMailboxes(tx)) {
    const isOfPlay = mailboxIds.length === 0 || mailboxIds.includes(id)
    if (!isOfPlay || !(await claimSend(tx, id, takenAt))) continue
    const text = withFooter(content.body, { language, postalAddress, unsubscribeUrl: linkTo('/') })
    const mail = { messageId: messageIdOf(uuidv7(), address), to: test.to, subject: `[Test] ${content.subject}`, text }
    return { mailboxId: id, takenAt, mail }
  }
  return 'noMailbox'
}

/** The step as this lead would get it; without a lead, the step with example values. */
const contentOf = async (tx: Transaction, play: PlayRow, { step, leadId }: TestRequest) => {
  const lead = leadId === undefined ? undefined : await findLead(tx, { id: leadId })
  if (leadId !== undefined)
    return lead?.growthPlayId === play.id ? stepOfLead(tx, { leadId: lead.id, growthPlayId: play.id, step }) : undefined
  const written = play.steps[step - 1]
  if (!written) return undefined
  const subject = fill(written.subject ?? play.name, exampleValues)
  const body = fill(written.body ?? written.brief!, exampleValues)
  return 'text' in subject && 'text' in body ? { subject: subject.text, body: body.text } : undefined
}

const unsubscribeFromGrowth = (vault: Vault) =>
  handle(unsubscribeContract.unsubscribeFromGrowth, async ({ tx, params, body, absent, fail, ok }) => {
    // Only the link identifies who unsubscribes; a mail program's body adds nothing.
    body.resume()
    if (!vault.available) return fail.noVault()
    const recipient = (await recipientOfLink(tx, vault, params.token)) ?? absent()
    const outcome = await unsubscribeLead(tx, vault, recipient)
    return ok(Readable.from([await pageFor(tx, recipient.leadId, outcome)]))
  })

const updateGrowthLead = (vault: Vault) =>
  handle(
    contract.updateGrowthLead,
    async ({ tx, params, body: { status, despiteRefusal = false }, now, absent, fail, ok }) => {
      const lead = (await lockLead(tx, { id: params.leadId })) ?? absent()
      const project = await findGrowthProject(tx, { id: lead.growthProjectId })
      if (status !== 'disqualified' && !vault.available) return fail.noVault()
      const play = lead.growthPlayId === null ? undefined : await findPlay(tx, { id: lead.growthPlayId })
      if (despiteRefusal && status === 'queued') await confirmDespiteRefusal(tx, { id: lead.id, now })
      const refusals = await judgeLeads(tx, vault, [lead], {
        to: status,
        // A missing project counts as archived.
        isArchived: project?.archivedAt !== null,
        regions: play,
        isPlayRunning: play !== undefined && isRunning(play),
      })
      const refusal = refusals.get(lead.id)
      if (refusal) return fail[refusal]()
      const isBegunAgain = status === 'queued' && lead.sequenceStoppedAt !== null
      if (isBegunAgain) {
        await restartLead(tx, { id: lead.id })
        if (play) await retryRefused(tx, { leadId: lead.id, growthPlayId: play.id, now })
      }
      const isLookedUpAgain = status === 'new' && lead.status !== 'disqualified' && lead.lookedUpAt !== null
      if (isLookedUpAgain) await waitForLookup(tx, { id: lead.id })
      const isSame = lead.status === status && !isBegunAgain && !isLookedUpAgain
      const moved = isSame ? lead : await moveLead(tx, { id: lead.id, status, now })
      const reply = { id: moved.id, status: moved.status, statusChangedAt: moved.statusChangedAt }
      return ok(reply, {
        resource: ['growth_lead', lead.id],
        parent: ['growth_project', lead.growthProjectId],
        metadata: {
          from: lead.status,
          to: status,
          ...(isBegunAgain && { endedBy: lead.sequenceStopReason }),
          ...(despiteRefusal && { despiteRefusal }),
        },
        ...(isSame && !despiteRefusal && { repeated: true }),
      })
    },
  )

/**
 * Ends all mail to a lead, and puts its address on the do-not-contact list: by its hash if the lead was erased.
 * `unknown`: the lead was erased, and its link is older than hashes in links.
 */
export const unsubscribeLead = async (
  tx: Transaction,
  vault: Vault,
  { leadId, addressHash }: Pick<UnsubscribeToken, 'leadId' | 'addressHash'>,
): Promise<'done' | 'unknown'> => {
  const lead = await lockLead(tx, { id: leadId })
  if (!lead) {
    if (addressHash === null) return 'unknown'
    // Without `await`: the commit writes audit rows.
    if (await suppressHash(tx, addressHash)) recordOptOut(tx, { id: leadId }, endedByLink)
    return 'done'
  }
  await endMail(tx, vault, lead, { source: 'unsubscribe', alsoFrom: null, by: endedByLink, now: await tx.now() })
  return 'done'
}

export default (parts: SendingParts) => ({
  getGrowthPlay: getGrowthPlay(parts),
  testGrowthPlay: testGrowthPlay(parts),
  exportGrowthResults,
  updateGrowthLead: updateGrowthLead(parts.vault),
  showGrowthUnsubscribe: showGrowthUnsubscribe(parts.vault),
  unsubscribeFromGrowth: unsubscribeFromGrowth(parts.vault),
})
