import { earlierPageOf, type Cursor } from '../../../platform/db/page.ts'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { message, type MessageRow } from './tables.ts'

const { columns } = message

const ofCycle = statement<{ cycleId: string; agentId: string | null; rows: number } & Cursor, MessageRow>(
  'message.of-cycle',
  `select ${columns} from message
   where cycle_id = :cycleId and task_id is null and agent_id is not distinct from :agentId::uuid
     and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
/** A cycle's newest messages before a cursor, oldest first: of its own conversation, or of an agent's thread. */
export const messagePage = async (
  tx: Transaction,
  cycleId: string,
  { agentId, before, limit }: { readonly agentId: string | null; readonly before: Cursor; readonly limit: number },
) => earlierPageOf(await ofCycle(tx, { cycleId, agentId, ...before, rows: limit + 1 }), limit)

const drivingMost = 200
const driving = statement<{ cycleId: string; agentId: string }, MessageRow>(
  'message.driving',
  `select ${columns} from message
   where cycle_id = :cycleId and task_id is null and (drives or author_side = 'agent')
     and (agent_id is null or agent_id = :agentId)
   order by created_at desc, id desc limit ${drivingMost}`,
)
/** The newest messages that drive this agent in a cycle, and the answers to them, oldest first. */
export const drivingMessages = async (tx: Transaction, cycleId: string, agentId: string) =>
  (await driving(tx, { cycleId, agentId })).toReversed()

/** Records when an agent first got these. */
export const markMessagesGiven = statement<{ ids: readonly string[]; now: Date }>(
  'message.give',
  `update message set given_at = :now where workspace_id = :workspace and id = any(:ids) and given_at is null`,
)

/** An agent's answer to a message. */
export const answerTo = rowStatement<{ id: string }, MessageRow>(
  'message.answer-to',
  `select ${columns} from message where workspace_id = :workspace and answers_id = :id`,
)

const asking = statement<{ cycleId: string }, { id: string }>(
  'message.asking',
  'select id from message where cycle_id = :cycleId and asks_model',
)
/** The messages of a cycle for which a model was asked: the ids under which its calls are recorded. */
export const askingMessages = async (tx: Transaction, cycleId: string) =>
  (await asking(tx, { cycleId })).map(({ id }) => id)

const askingIn = statement<{ projectId: string }, { runId: string; cycleId: string | null }>(
  'message.asking-in-project',
  'select id as "runId", cycle_id as "cycleId" from message where project_id = :projectId and asks_model',
)
/** Asking runs in all cycles of a project, by the names of runs. */
export const askingInProject = async (tx: Transaction, projectId: string) =>
  (await askingIn(tx, { projectId })).map(({ runId, cycleId }) => ({ runId, cycleId: cycleId! }))
