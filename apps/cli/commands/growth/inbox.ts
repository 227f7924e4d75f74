import {
  getGrowthThread,
  listGrowthInbox,
  sendGrowthReply,
  updateGrowthMessage,
} from '../../../../domains/growth/inbox/contract.ts'
import type { Reply } from '../../client/client.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Message = Reply<typeof getGrowthThread>['messages'][number]

interface InboxOptions {
  readonly replied?: boolean
  readonly intent?: string
  readonly needsDecision?: boolean
}

/** `atelier growth inbox`: the newest 1,000 threads of a growth project. */
export const listInbox = async (
  { client, output }: Session,
  projectId: string,
  { replied, intent, needsDecision }: InboxOptions,
): Promise<void> => {
  const query = {
    ...(replied === true && { replied: 'true' }),
    ...(needsDecision === true && { needsDecision: 'true' }),
    ...(intent !== undefined && { intent }),
  }
  const rows = await (await client()).call(listGrowthInbox, { params: { projectId }, query: query as object })
  output.document(rows)
  for (const { leadId, intent: wants, needsDecision: isUndecided, address, domain, lastMessage } of rows)
    output.print(
      `${leadId}  ${(isUndecided ? 'to decide' : (wants ?? '')).padEnd(14)}  ${printable(address ?? domain)}  ${printable(lastMessage?.subject ?? '')}`.trimEnd(),
    )
  if (rows.length === 0) output.say('There is no mail.')
}

/** `atelier growth thread`: every mail to and from a lead, oldest first. */
export const showThread = async ({ client, output }: Session, leadId: string): Promise<void> => {
  const thread = await (await client()).call(getGrowthThread, { params: { leadId } })
  output.document(thread)
  for (const line of thread.messages.flatMap(messageLines)) output.print(line)
  if (thread.messages.length === 0) output.say('There is no mail.')
}

const messageLines = (message: Message): readonly string[] => [
  `${message.sentAt ?? message.receivedAt ?? message.createdAt}  ${message.kind ?? message.status}  ${
    message.direction === 'out' ? 'to the lead' : printable(message.senderAddress ?? 'without a sender')
  }${message.intent === null ? '' : `  ${message.intent}`}${message.needsDecision ? `  to decide${message.waitsUntil === null ? '' : ` until ${message.waitsUntil}`}: ${message.id}` : ''}${
    message.heldDomain === null
      ? ''
      : `  nobody at ${printable(message.heldDomain)} gets mail until it is sorted: ${message.id}`
  }`,
  `  ${printable(message.subject)}`,
  ...message.body.split('\n').map((line) => `  ${printable(line)}`.trimEnd()),
]

/** `atelier growth sort`: says what a mail that came in wants. */
export const sortMail = async (
  { client, output }: Session,
  messageId: string,
  intent: string,
  { takeBack }: { readonly takeBack?: string },
): Promise<void> => {
  const sorted = { intent } as { readonly intent: 'other' }
  const body = takeBack === undefined ? sorted : { ...sorted, takeBackReason: takeBack }
  output.document(await (await client()).call(updateGrowthMessage, { params: { messageId }, body }))
  output.say(
    intent === 'unsubscribe'
      ? 'The lead is opted out. It gets no mail any more.'
      : takeBack === undefined
        ? 'The mail is sorted. Mail to its address can go on.'
        : 'The opt-out is taken back. “atelier growth leads set” lets the sequence begin again.',
  )
}

const results = {
  sent: 'The reply is sent.',
  queued: 'The reply waits until its mailbox can send it.',
  unknown: 'The connection ended while the reply was sent. Find out whether it arrived.',
} as const

/** `atelier growth reply`: answers a lead. */
export const replyToLead = async ({ client, output }: Session, leadId: string, body: string): Promise<void> => {
  const reply = await (await client()).call(sendGrowthReply, { params: { leadId }, body: { body } })
  output.document(reply)
  output.print(results[reply.status])
}
