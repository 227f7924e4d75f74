import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { listedMost } from './rules.ts'
import { linearSession, type LinearSessionRow } from './tables.ts'

const ofProject = statement<{ projectId: string; rows: number }, LinearSessionRow>(
  'linear-session.of-project',
  `select ${linearSession.columns} from linear_session
   where project_id = :projectId order by created_at desc, id desc limit :rows`,
)
/** The newest conversations of a project, newest first. */
export const linearSessionsOf = (tx: Transaction, projectId: string) => ofProject(tx, { projectId, rows: listedMost })

const purge = statement<{ projectId: string }>(
  'linear-session.purge',
  'delete from linear_session where project_id = :projectId',
)
export const removeLinearSessions = (tx: Transaction, projectId: string) => purge(tx, { projectId })
