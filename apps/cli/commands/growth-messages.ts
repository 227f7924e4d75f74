import {
  approveGrowthMessage,
  discardGrowthMessage,
  listGrowthMessages,
  resolveGrowthMessage,
} from '../../../domains/growth/plays/contract.ts'
import type { MessageStatus } from '../../../domains/growth/plays/rules.ts'
import type { Reply } from '../client/client.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'

type Message = Reply<typeof approveGrowthMessage>

export interface MessageOptions {
  readonly play?: string
  readonly lead?: string
  readonly status?: MessageStatus
}

/** `atelier growth messages`: the newest 1,000 mails of a growth project. */
export const listMessages = async ({ client, output }: Session, projectId: string, options: MessageOptions) => {
  const { play, lead, status } = options
  const query = {
    ...(play !== undefined && { playId: play }),
    ...(lead !== undefined && { leadId: lead }),
    ...(status !== undefined && { status }),
  }
  const rows = await (await client()).call(listGrowthMessages, { params: { projectId }, query })
  output.document(rows)
  for (const message of rows) output.print(lineOf(message))
  if (rows.length === 0) output.say('There is no mail.')
}

/** `atelier growth approve`: lets a draft be sent, edited where a text is given. */
export const approveMessage = async (
  { client, output }: Session,
  messageId: string,
  body: { readonly subject?: string; readonly body?: string },
): Promise<void> => {
  const message = await (await client()).call(approveGrowthMessage, { params: { messageId }, body })
  output.document(message)
  output.print(lineOf(message))
}

/** `atelier growth discard`: cancels a mail that was not sent. */
export const discardMessage = async ({ client, output }: Session, messageId: string): Promise<void> => {
  const message = await (await client()).call(discardGrowthMessage, { params: { messageId } })
  output.document(message)
  output.print(lineOf(message))
}

/** `atelier growth resolve`: records whether a mail of unknown delivery went out. */
export const resolveMessage = async (
  { client, output }: Session,
  messageId: string,
  outcome: 'delivered' | 'not-delivered',
): Promise<void> => {
  const body = { delivered: outcome === 'delivered' }
  const message = await (await client()).call(resolveGrowthMessage, { params: { messageId }, body })
  output.document(message)
  output.print(lineOf(message))
}

const lineOf = ({ id, status, step, subject, dueAt, sentAt, failure }: Message): string =>
  [
    id,
    status.padEnd(9),
    step === null ? 'reply ' : `mail ${step}`,
    ...(sentAt === null ? (dueAt === null ? [] : [`due ${dueAt.slice(0, 16)}`]) : [`sent ${sentAt.slice(0, 16)}`]),
    printable(subject),
    ...(failure === null ? [] : [`(${printable(failure)})`]),
  ]
    .join('  ')
    .trimEnd()
