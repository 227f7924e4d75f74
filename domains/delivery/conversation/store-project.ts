import { earlierPageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cyclesOfProject, cycleTitle, isLiveCycle } from '../cycles/index.ts'
import { liveTaskTitle } from '../tasks/index.ts'
import { projectMessagesText } from './rules.ts'
import { message, type MessageRow } from './tables.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { isInShownProjects, projectName } from '../../code/projects/index.ts'
import type { ClientConversation } from './contract/clients.ts'

const { columns } = message

const ofProject = statement<{ projectId: string; rows: number } & Cursor, MessageRow>(
  'message.of-project',
  `select ${columns} from message
   where project_id = :projectId and cycle_id is null and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
/** The newest messages of a project's own conversation before a cursor, oldest first, and the cursor of the page before. */
export const projectMessagePage = async (tx: Transaction, projectId: string, before: Cursor, limit: number) =>
  earlierPageOf(await ofProject(tx, { projectId, ...before, rows: limit + 1 }), limit)

const drivingMost = 50
const drivingProject = statement<{ projectId: string }, MessageRow>(
  'message.driving-project',
  `select ${columns} from message where project_id = :projectId and cycle_id is null and drives
   order by created_at desc, id desc limit ${drivingMost}`,
)
/** A project's own messages by people who may steer it, for agents: at most 10,000 characters, or empty. */
export const projectMessagesFor = async (tx: Transaction, projectId: string): Promise<string> =>
  projectMessagesText(await drivingProject(tx, { projectId }))

/** How many messages one conversation has. */
export interface ThreadCount {
  /** Null for the conversation of the project itself. */
  readonly cycleId: string | null
  readonly cycleTitle: string | null
  readonly taskId: string | null
  /** Null without a task, and of a deleted one. */
  readonly taskTitle: string | null
  readonly agentId: string | null
  readonly messages: number
  readonly newestAt: Date
}
/** The most recently active conversations of a project and of its cycles, the newest first, without deleted cycles. */
export const threadCounts = statement<{ projectId: string; cycles: number }, ThreadCount>(
  'message.thread-counts',
  `with newest as (
     select m.cycle_id from message m join ${cyclesOfProject} on cycle.id = m.cycle_id
     where m.project_id = :projectId group by m.cycle_id order by max(m.created_at) desc, m.cycle_id desc limit :cycles)
   select m.cycle_id as "cycleId", ${cycleTitle('m.cycle_id')} as "cycleTitle", m.task_id as "taskId",
     ${liveTaskTitle('m.task_id')} as "taskTitle", m.agent_id as "agentId", count(*)::int as messages,
     max(m.created_at) as "newestAt"
   from message m
   where m.project_id = :projectId and (m.cycle_id is null or m.cycle_id in (select cycle_id from newest))
   group by m.cycle_id, m.task_id, m.agent_id order by max(m.created_at) desc, m.cycle_id, m.task_id, m.agent_id`,
)

type ClientConversationRow = Omit<Static<typeof ClientConversation>, 'authorName'> & { readonly createdBy: string }
/** The conversations in which clients wrote: unanswered ones first, then the newest. */
export const conversationsOfClients = statement<
  { only: readonly string[] | null; projectId: null; grantedTo: null; excerptMost: number; rows: number },
  ClientConversationRow
>(
  'message.of-clients',
  `with conversation as (
     select project_id, cycle_id, task_id, count(*)::int as messages,
       max(created_at) filter (where author_side = 'client') as client_at,
       max(created_at) filter (where author_side <> 'client') as answered_at
     from message where workspace_id = :workspace and ${isInShownProjects('message.project_id')}
     group by project_id, cycle_id, task_id having bool_or(author_side = 'client'))
   select conversation.project_id as "projectId", ${projectName('conversation.project_id')} as "projectName",
     conversation.cycle_id as "cycleId", ${cycleTitle('conversation.cycle_id')} as "cycleTitle",
     conversation.task_id as "taskId", messages, coalesce(client_at > answered_at, true) as waits,
     left(said.content, :excerptMost) as excerpt, said.created_by as "createdBy", client_at as "saidAt"
   from conversation cross join lateral (
     select content, created_by from message
     where project_id = conversation.project_id and cycle_id is not distinct from conversation.cycle_id
       and task_id is not distinct from conversation.task_id and author_side = 'client'
     order by created_at desc, id desc limit 1) said
   where conversation.cycle_id is null or ${isLiveCycle('conversation.cycle_id')}
   order by coalesce(client_at > answered_at, true) desc, client_at desc, conversation.project_id,
     conversation.cycle_id, conversation.task_id limit :rows`,
)
