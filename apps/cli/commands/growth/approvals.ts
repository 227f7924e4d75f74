import {
  approveGrowthMessage,
  approveGrowthMessages,
  listGrowthMessages,
} from '../../../../domains/growth/messages/contract.ts'
import { approvedMost } from '../../../../domains/growth/messages/rules.ts'
import { defined, type Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { messageText } from './texts.ts'

interface ApproveOptions {
  readonly subject?: string
  readonly body?: string
  /** The growth project whose drafts are approved as they are. */
  readonly all?: string
  readonly play?: string
}

/** `atelier growth approve`: approves a draft, edited if a text is passed, or all drafts of a growth project. */
export const approveMessage = async (session: Session, messageId: string | undefined, options: ApproveOptions) => {
  const { all: projectId, play, ...body } = options
  if ((messageId === undefined) === (projectId === undefined))
    throw usage('Name one mail, or a growth project with --all.')
  if (projectId !== undefined) return approveAll(session, projectId, play)
  const { client, output } = session
  const message = await (await client()).call(approveGrowthMessage, { params: { messageId: messageId! }, body })
  output.show(message, messageText(message))
}

/** Approves the newest 1,000 drafts of a growth project as they are. */
const approveAll = async ({ client, output }: Session, projectId: string, playId: string | undefined) => {
  const api = await client()
  const query = defined({ status: 'draft' as const, playId })
  const drafts = await api.call(listGrowthMessages, { params: { projectId }, query })
  const replies: Reply<typeof approveGrowthMessages>[] = []
  for (let from = 0; from < drafts.length; from += approvedMost) {
    const messageIds = drafts.slice(from, from + approvedMost).map(({ id }) => id)
    replies.push(await api.call(approveGrowthMessages, { params: { projectId }, body: { messageIds } }))
  }
  const approved = replies.reduce((sum, reply) => sum + reply.approved, 0)
  const refused = replies.flatMap((reply) => reply.refused)
  output.show({ approved, refused }, `${approved} mails are approved.`)
  for (const { id, code } of refused) output.print(`${id}  not approved: ${code}`)
}
