import type { getGrowthThread } from '../../../../domains/growth/inbox/contract.ts'
import type { listGrowthLeads } from '../../../../domains/growth/leads/contract.ts'
import type { listGrowthMailboxes } from '../../../../domains/growth/mailboxes/contract.ts'
import type { approveGrowthMessage } from '../../../../domains/growth/messages/contract.ts'
import type { updateGrowthPlay } from '../../../../domains/growth/plays/contract.ts'
import type { PlayNeed } from '../../../../domains/growth/plays/rules.ts'
import type { listGrowthProviders } from '../../../../domains/growth/providers/contract.ts'
import type { getGrowthPlay } from '../../../../domains/growth/sending/contract.ts'
import type { getGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import type { listGrowthSuppressions } from '../../../../domains/growth/suppression/contract.ts'
import type { Reply } from '../../client/client.ts'
import { shortId } from '../../ids.ts'
import { printable } from '../../terminal/text.ts'

type Settings = Reply<typeof getGrowthSettings>
type Lead = Reply<typeof listGrowthLeads>[number]
type Mail = Reply<typeof getGrowthThread>['messages'][number]
type Mailbox = Reply<typeof listGrowthMailboxes>['mailboxes'][number]
type Provider = Reply<typeof listGrowthProviders>[number]
type Suppression = Reply<typeof listGrowthSuppressions>[number]
type Play = Reply<typeof updateGrowthPlay>

export const usd = (amount: number): string => `$${amount.toFixed(2)}`

/** Dollars, with four digits for prices below ten cents. */
export const priceText = (amount: number): string => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`

export const suppressionText = ({ id, value, source }: Suppression): string =>
  `${id}  ${source.padEnd(11)}  ${value === null ? '(erased)' : printable(value)}`

export const settingLines = (settings: Settings): readonly string[] => {
  const { month, hardCapUsd, sendApproval, sendingDays, sendingFrom, sendingUntil, leadRetentionDays, refusalDays } =
    settings
  const cap = hardCapUsd === null ? 'no hard cap' : `hard cap ${usd(hardCapUsd)}`
  const reservation = month.heldUsd > 0 ? `, ${usd(month.heldUsd)} reserved` : ''
  const approval = sendApproval === 'always' ? 'a person approves every mail' : 'a play may send without approval'
  return [
    `spent this month  ${usd(month.spentUsd)}${reservation}, ${cap}`,
    `sending           ${sendingDays.join(' ')} ${sendingFrom}-${sendingUntil}, ${approval}`,
    `postal address    ${printable(settings.senderPostalAddress ?? 'none: no play sends without one')}`,
    ...(settings.closedCountries.length === 0
      ? []
      : [`never open        ${settings.closedCountries.join(' ')}: no time is open in all of their time zones`]),
    `leads             removed after ${leadRetentionDays} days without contact or consent`,
    `a “no”            counts in every growth project for ${refusalDays} days`,
  ]
}

export const leadText = ({ id, status, address, domain, evidence, ...lead }: Lead): string =>
  [
    id,
    status.padEnd(12),
    printable(address ?? domain),
    printable(evidence.find(({ field }) => field === 'company')?.value ?? ''),
    ...(lead.sequenceStoppedAt === null ? [] : [`sequence ended: ${lead.sequenceStopReason ?? 'unknown'}`]),
  ]
    .join('  ')
    .trimEnd()

export const mailboxText = ({ id, address, status, failure, today }: Mailbox): string =>
  [
    shortId(id),
    printable(address),
    status,
    `${today.sent} of ${today.limit} today`,
    ...(failure === null ? [] : [printable(failure)]),
  ].join('  ')

export const providerText = (row: Provider): string => {
  const keyText = row.hasApiKey ? 'own key' : row.hasInstanceKey ? 'key of the instance' : 'no key'
  const state = [row.isBuiltIn ? 'built in' : keyText, ...(row.enabled ? [] : ['off'])].join(', ')
  const able = row.capabilities.map(({ capability, priceUsd }) => `${capability} ${priceText(priceUsd)}`).join(', ')
  return `${row.provider.padEnd(14)}  ${state.padEnd(20)}  ${able}`
}

/** The lines of a mail in its thread. */
export const threadLines = (mail: Mail): readonly string[] => {
  const { sentAt, receivedAt, createdAt, intent, waitsUntil, heldDomain } = mail
  const sender = mail.direction === 'out' ? 'to the lead' : printable(mail.senderAddress ?? 'without a sender')
  const until = waitsUntil === null ? '' : ` until ${waitsUntil}`
  const facts = [
    sentAt ?? receivedAt ?? createdAt,
    mail.kind ?? mail.status,
    sender,
    ...(intent === null ? [] : [intent]),
    ...(mail.needsDecision ? [`to decide${until}: ${mail.id}`] : []),
    ...(heldDomain === null ? [] : [`nobody at ${printable(heldDomain)} gets mail until it is sorted: ${mail.id}`]),
  ]
  const body = mail.body.split('\n').map((line) => `  ${printable(line)}`.trimEnd())
  return [facts.join('  '), `  ${printable(mail.subject)}`, ...body]
}

/** A mail of outreach in one line. */
export const messageText = (message: Reply<typeof approveGrowthMessage>): string => {
  const { id, status, step, subject, dueAt, sentAt, failure } = message
  const due = dueAt === null ? [] : [`due ${dueAt.slice(0, 16)}`]
  return [
    id,
    status.padEnd(9),
    step === null ? 'reply ' : `mail ${step}`,
    ...(sentAt === null ? due : [`sent ${sentAt.slice(0, 16)}`]),
    printable(subject),
    ...(failure === null ? [] : [`(${printable(failure)})`]),
  ]
    .join('  ')
    .trimEnd()
}

const stateOf = ({ status, pauseReason }: Play) =>
  pauseReason === null || pauseReason === 'person' ? status : `${status} (${pauseReason})`

export const playText = (play: Play): string => `${play.id}  ${stateOf(play)}  ${printable(play.name)}`

/** A play in a list, where states are a column. */
export const playRow = (play: Play): string => {
  const origin = play.status === 'draft' && play.proposedByRunId !== null ? '  (proposed)' : ''
  return `${play.id}  ${stateOf(play).padEnd(8)}  ${printable(play.name)}${origin}`
}

export const playLines = ({ play, results, missing }: Reply<typeof getGrowthPlay>): readonly string[] => {
  const { leads } = results
  const perReply = results.costPerReplyUsd === null ? '' : `, ${usd(results.costPerReplyUsd)} per reply`
  return [
    playText(play),
    ...play.steps.map(({ delayDays, subject, body }, at) => {
      const written = body === null ? 'written by a model' : 'in the words of a person'
      return `mail ${at + 1}    after ${delayDays} days, ${written}${subject === null ? '' : `: ${printable(subject)}`}`
    }),
    ...play.evidence.map(
      ({ sentence, sourceName }) => `evidence  ${printable(sentence)}  [${printable(sourceName ?? '')}]`,
    ),
    ...missing.map((need) => `lacks     ${needTexts[need]}`),
    `leads     ${leads.new} new, ${leads.queued} queued, ${leads.ended} ended, ${leads.disqualified} disqualified`,
    `mails     ${results.drafts} drafts, ${results.approved} approved, ${results.sent} sent, ${results.unknown} unknown, ${results.refused} refused`,
    `answers   ${results.leadsReplied} of ${results.leadsWrittenTo} leads replied, ${results.interested} interested`,
    `returned  ${results.bounces} bounces, ${results.complaints} complaints, ${results.optOuts} opt-outs`,
    `cost      ${usd(results.lookupUsd + results.draftUsd)}${perReply}`,
  ]
}

export const needTexts: Readonly<Record<PlayNeed, string>> = {
  steps: 'a mail',
  acknowledgement: 'that you say there is a lawful basis: launch it with --acknowledge-gdpr',
  postal_address: 'the postal address of the sender: atelier growth settings --postal-address',
  public_address: 'a public https address of this server: the operator sets ATELIER_PUBLIC_URL',
  unsubscribe_link: 'a page to unsubscribe that the server can fetch at its public address',
  mailbox: 'a mailbox that can send: atelier growth mailbox add',
  mailbox_dns: 'a mailbox with SPF, DKIM and DMARC: atelier growth mailbox check',
  leads: 'leads: atelier growth plays assign',
}
