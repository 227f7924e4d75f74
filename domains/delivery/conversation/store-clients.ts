import type { Static } from '../../../platform/contract/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import { isInShownProjects, projectName } from '../../code/projects/index.ts'
import { cycleTitle, isLiveCycle } from '../cycles/index.ts'
import type { ClientConversation } from './contract/clients.ts'

type ClientConversationRow = Omit<Static<typeof ClientConversation>, 'authorName'> & { readonly createdBy: string }
interface ClientsQuery {
  readonly only: readonly string[] | null
  readonly projectId: null
  readonly grantedTo: null
  readonly excerptMost: number
  readonly rows: number
}
/** The conversations in which clients wrote: unanswered ones first, then the newest. */
export const conversationsOfClients = statement<ClientsQuery, ClientConversationRow>(
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
