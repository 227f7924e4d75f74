import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { projectMessagesText } from './rules.ts'
import { message, type MessageRow } from './tables.ts'

const { columns } = message

const ofProject = statement<{ projectId: string; rows: number } & Cursor, MessageRow>(
  'message.of-project',
  `select ${columns} from message
   where project_id = :projectId and cycle_id is null and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
/** The newest messages of a project's own conversation before a cursor, oldest first, and the cursor of the page before. */
export const projectMessagePage = async (tx: Transaction, projectId: string, before: Cursor, limit: number) => {
  const { rows, next } = pageOf(await ofProject(tx, { projectId, ...before, rows: limit + 1 }), limit)
  return { rows: rows.toReversed(), previous: next }
}

const drivingProject = statement<{ projectId: string; rows: number }, MessageRow>(
  'message.driving-project',
  `select ${columns} from message where project_id = :projectId and cycle_id is null and drives
   order by created_at desc, id desc limit :rows`,
)
const drivingMost = 50
/**
 * A project's own conversation for agents that plan or build: the newest words of people who may steer it, each marked
 * with its side, at most 10,000 characters. Empty without messages.
 */
export const projectMessagesFor = async (tx: Transaction, projectId: string): Promise<string> =>
  projectMessagesText(await drivingProject(tx, { projectId, rows: drivingMost }))

/** How many messages one conversation has. */
export interface ThreadCount {
  /** Null for the conversation of the project itself. */
  readonly cycleId: string | null
  readonly taskId: string | null
  readonly agentId: string | null
  readonly messages: number
  readonly newestAt: Date
}
const counts = statement<{ projectId: string; cycles: number }, ThreadCount>(
  'message.thread-counts',
  `with newest as (
     select cycle_id from message where project_id = :projectId and cycle_id is not null
     group by cycle_id order by max(created_at) desc, cycle_id desc limit :cycles)
   select cycle_id as "cycleId", task_id as "taskId", agent_id as "agentId", count(*)::int as messages,
     max(created_at) as "newestAt"
   from message
   where project_id = :projectId and (cycle_id is null or cycle_id in (select cycle_id from newest))
   group by cycle_id, task_id, agent_id order by 5 desc, cycle_id, task_id, agent_id`,
)
/** The conversations of a project and of the cycles in which something was said last, the newest first. */
export const threadCounts = (tx: Transaction, projectId: string, cycles: number) => counts(tx, { projectId, cycles })
