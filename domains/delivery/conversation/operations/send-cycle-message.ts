import { newest } from '../../../../platform/db/page.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle, withBody } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { sendCycleMessage } from '../contract.ts'
import { presentMessages } from '../present.ts'
import { messagePage } from '../store-cycle.ts'
import type { AnswerParts } from '../stream/answerer.ts'
import { outcomeBeforeAnswer, turnEnd } from '../stream/turn-end.ts'
import { turnFrames } from '../stream/turn-frames.ts'
import { storeAskedTurn } from '../stream/store-asked-turn.ts'

const shownMost = 100
const waitMs = 60_000

/**
 * Stores a message and asks a model as the stream does. The words of agents at work are steps of their run and no
 * messages, so that only the answer of a model is waited for.
 */
export default (parts: AnswerParts) =>
  handle(sendCycleMessage, async ({ params, body, caller, level, workspace, read, commit, signal, fail, absent }) => {
    let asked: Awaited<ReturnType<typeof storeAskedTurn>> | undefined
    const stored = await commit(async ({ tx, now, ok }) => {
      const cycle = (await findCycle(tx, params.id)) ?? absent()
      const project = (await findProject(tx, cycle.projectId)) ?? absent()
      asked = await storeAskedTurn(tx, parts, { cycle, project, body, caller, level, now })
      if (asked === 'noAgent') return absent()
      if (asked === 'idTaken') return fail.messageIdTaken()
      const told = { message: asked.message, ...(await conversationOf(tx, asked.turn.row)) }
      return ok({ ...told, ...outcomeBeforeAnswer(asked, caller.role) }, asked.turn.about)
    })
    if (typeof asked !== 'object') return stored
    const { message, turn, listeners } = asked
    const before = outcomeBeforeAnswer(asked, caller.role)
    const isOver = !turn.row.drives || (!turn.isRepeated && before.outcome !== 'answering')
    if (isOver) return stored
    // Agents at work are not followed: a stream without them ends at what is stored, or with the answer of the model.
    const frames = turnFrames(parts, { ...asked, listeners: [], caller, workspace, signal, read })
    const end = await turnEnd(frames, waitMs, { before, isAtWork: listeners.length > 0 })
    const conversation = await read((tx) => conversationOf(tx, turn.row))
    return withBody(stored, { message, ...conversation, ...end })
  })

const conversationOf = async (
  tx: Transaction,
  { cycleId, agentId }: { readonly cycleId: string | null; readonly agentId: string | null },
) => {
  const { rows, previous } = await messagePage(tx, cycleId!, { agentId, before: newest, limit: shownMost })
  return { messages: await presentMessages(tx, rows), hasEarlierMessages: previous !== undefined }
}
