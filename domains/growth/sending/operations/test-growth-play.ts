import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { personOf } from '../../../accounts/people/index.ts'
import { findLead } from '../../leads/index.ts'
import { giveBackSend, sendableMailboxes, sendMail, takeSend, type OutgoingMail } from '../../mailboxes/index.ts'
import { growthRules } from '../../settings/index.ts'
import { testGrowthPlay } from '../contract.ts'
import type { SendingParts } from '../parts.ts'
import { stepOfLead } from '../../messages/index.ts'
import { messageIdOf, withFooter } from '../../messages/rules/compose.ts'
import { findPlay, type PlayRow } from '../../plays/index.ts'
import { exampleValues, fill } from '../../plays/rules/templates.ts'

type Refusal = 'noStep' | 'noPostalAddress' | 'noMailbox'
type Ready = { readonly mailboxId: string; readonly takenAt: Date; readonly mail: OutgoingMail }

export default (parts: SendingParts) =>
  handle(testGrowthPlay, async ({ workspace, params, body, caller, absent, fail, commit }) => {
    const { database, vault } = parts
    if (!vault.available) return fail.noVault()
    const person = (await database.identity((tx) => personOf(tx, caller.userId))) ?? absent()
    const ready = await database.within(workspace, async (tx) => {
      const play = (await findPlay(tx, params.playId)) ?? absent()
      return prepare(tx, parts, play, { ...body, to: person.email })
    })
    if (typeof ready === 'string') return fail[ready]()
    const { mailboxId, takenAt, mail } = ready
    const outcome = await sendMail(parts, workspace, mailboxId, mail)
    if (outcome.kind === 'refused' || outcome.kind === 'unavailable') {
      await database.within(workspace, (tx) => giveBackSend(tx, mailboxId, takenAt))
      return fail.refused({ reason: outcome.reason.slice(0, 500) })
    }
    return commit(async ({ ok }) =>
      ok({ to: mail.to, mailboxId }, { resource: ['growth_play', params.playId], metadata: { step: body.step } }),
    )
  })

interface TestRequest {
  readonly step: number
  readonly leadId?: string | undefined
  readonly to: string
}

/** A test counts as one of the sends of the mailbox's day. Its link to unsubscribe leads to the page of the server. */
const prepare = async (
  tx: Transaction,
  { linkTo }: Pick<SendingParts, 'linkTo'>,
  play: PlayRow,
  asked: TestRequest,
): Promise<Ready | Refusal> => {
  const content = await contentOf(tx, play, asked)
  if (!content) return 'noStep'
  const { senderPostalAddress: postalAddress } = await growthRules(tx)
  if (postalAddress === null) return 'noPostalAddress'
  const takenAt = await tx.now()
  const { language, mailboxIds } = play
  for (const { id, address } of await sendableMailboxes(tx)) {
    const isOfPlay = mailboxIds.length === 0 || mailboxIds.includes(id)
    if (!isOfPlay || !(await takeSend(tx, id, takenAt))) continue
    const text = withFooter(content.body, { language, postalAddress, unsubscribeUrl: linkTo('/') })
    const mail = { messageId: messageIdOf(uuidv7(), address), to: asked.to, subject: `[Test] ${content.subject}`, text }
    return { mailboxId: id, takenAt, mail }
  }
  return 'noMailbox'
}

const contentOf = async (tx: Transaction, play: PlayRow, { step, leadId }: TestRequest) => {
  const lead = leadId === undefined ? undefined : await findLead(tx, leadId)
  if (leadId !== undefined) return lead?.growthPlayId === play.id ? stepOfLead(tx, lead.id, play.id, step) : undefined
  const written = play.steps[step - 1]
  if (!written) return undefined
  const subject = fill(written.subject ?? play.name, exampleValues)
  const body = fill(written.body ?? written.brief!, exampleValues)
  return 'text' in subject && 'text' in body ? { subject: subject.text, body: body.text } : undefined
}
