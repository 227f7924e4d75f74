import {
  approveGrowthMessage,
  approveGrowthMessages,
  discardGrowthMessage,
  listGrowthMessages,
  resolveGrowthMessage,
} from '../../../../domains/growth/messages/contract.ts'
import { approvedMost, type MessageStatus } from '../../../../domains/growth/messages/rules.ts'
import type { Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Message = Reply<typeof approveGrowthMessage>

interface MessageOptions {
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

interface ApproveOptions {
  readonly subject?: string
  readonly body?: string
  /** The growth project whose drafts are approved as they are. */
  readonly all?: string
  readonly play?: string
}

/** `atelier growth approve`: lets a draft be sent, edited where a text is given, or all drafts of a growth project. */
export const approveMessage = async (session: Session, messageId: string | undefined, options: ApproveOptions) => {
  const { all: projectId, play, ...body } = options
  if ((messageId === undefined) === (projectId === undefined))
    throw usage('Name one mail, or a growth project with --all.')
  if (projectId !== undefined) return approveAll(session, projectId, play)
  const { client, output } = session
  const message = await (await client()).call(approveGrowthMessage, { params: { messageId: messageId! }, body })
  output.document(message)
  output.print(lineOf(message))
}

/** Approves the newest 1,000 drafts of a growth project as they are. */
const approveAll = async ({ client, output }: Session, projectId: string, playId: string | undefined) => {
  const api = await client()
  const query = { status: 'draft', ...(playId !== undefined && { playId }) } as const
  const drafts = await api.call(listGrowthMessages, { params: { projectId }, query })
  const replies: Reply<typeof approveGrowthMessages>[] = []
  for (let from = 0; from < drafts.length; from += approvedMost) {
    const messageIds = drafts.slice(from, from + approvedMost).map(({ id }) => id)
    replies.push(await api.call(approveGrowthMessages, { params: { projectId }, body: { messageIds } }))
  }
  const approved = replies.reduce((sum, reply) => sum + reply.approved, 0)
  const refused = replies.flatMap((reply) => reply.refused)
  output.document({ approved, refused })
  output.print(`${approved} mails are approved.`)
  for (const { id, code } of refused) output.print(`${id}  not approved: ${code}`)
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
