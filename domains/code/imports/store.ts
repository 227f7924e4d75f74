import type { Caller } from '../../../platform/access/index.ts'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { newSession, type NewSession, sessionStore } from '../uploads/index.ts'
import { projectImport, type ImportRow } from './tables.ts'

const { columns } = projectImport

/** The session of this person; another person's is absent. */
export const findImport = rowStatement<{ id: string; userId: string }, ImportRow>(
  'import.find',
  `select ${columns} from project_import where id = :id and user_id = :userId`,
)

/** The kind of imports, which are absent for everyone but the person who began them. */
export const importKind = async (tx: Transaction, id: string, { userId }: Pick<Caller, 'userId'>) =>
  (await findImport(tx, { id, userId })) && { projectId: null }

export const importOfKey = rowStatement<{ userId: string; idempotencyKey: string }, ImportRow>(
  'import.by-key',
  `select ${columns} from project_import where workspace_id = :workspace and user_id = :userId and idempotency_key = :idempotencyKey`,
)

/** The new session, or undefined if the key began one before. */
export const insertImport = rowStatement<NewImport, ImportRow>(
  'import.insert',
  insertInto(
    projectImport,
    ['id', ...newSession.named, 'name', 'stack', 'historyMode', 'status'],
    newSession.given,
    `on conflict (workspace_id, user_id, idempotency_key) do nothing
   returning ${columns}`,
  ),
)
interface NewImport extends NewSession, Pick<ImportRow, 'name' | 'stack' | 'historyMode'> {
  /** Uploaded if the bundle comes from a scan. */
  readonly status: 'accepting' | 'uploaded'
}

/** The sessions of imports, with what imports and uploads have in common. */
export const importSessions = sessionStore('project_import', 'imports')

/** The finalized session, or undefined if another request took the claim. */
export const completeImport = rowStatement<
  { id: string; claimId: string; projectId: string; revisionId: string; now: Date },
  ImportRow
>(
  'import.complete',
  `update project_import set status = 'finalized', claim_id = null, claimed_until = null, project_id = :projectId,
     revision_id = :revisionId, finalized_at = :now, manifest = ''
   where id = :id and claim_id = :claimId returning ${columns}`,
)

/** A person's imports in their own data. */
export const importsOf = statement<{ userId: string }, Readonly<Record<string, unknown>>>(
  'import.of-person',
  `select id, name, status, created_at as "createdAt" from project_import where workspace_id = :workspace and user_id = :userId
   order by created_at`,
)
