import { json, oneRowStatement, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { project, projectColumns, type ProjectRow } from './tables.ts'

export const lock = rowStatement<{ id: string }, ProjectRow>(
  'project.lock',
  `select ${projectColumns} from project where id = :id and deleted_at is null for no key update`,
)

const insert = oneRowStatement<Omit<NewProject, 'runtime'> & { runtime: Json }, ProjectRow>(
  'project.insert',
  insertInto(
    project,
    ['id', 'name', 'brief', 'stack', 'instructionsMd', 'runtime', 'createdAt', 'createdBy'],
    { workspaceId: ':workspace', updatedAt: ':createdAt' },
    `returning ${projectColumns}`,
  ),
)
export interface NewProject {
  readonly id: string
  readonly name: string
  readonly brief?: string | undefined
  readonly stack?: string | undefined
  readonly instructionsMd?: string | undefined
  readonly runtime?: object | undefined
  readonly createdAt: Date
  readonly createdBy: string
}
export const insertProject = (tx: Transaction, { runtime = {}, ...added }: NewProject) =>
  insert(tx, { ...added, runtime: json(runtime) })

type Caps = Pick<ProjectRow, 'costCapMicros' | 'cycleCap' | 'maxRevisions'>
type Changeable = Pick<ProjectRow, 'id' | 'name' | 'stack' | 'instructionsMd' | 'requiresApproval' | 'updatedAt'> & Caps
const update = rowStatement<Changeable & { runtime: Json; intake: Json }, ProjectRow>(
  'project.update',
  `update project set name = :name, stack = :stack, instructions_md = :instructionsMd, runtime = :runtime,
     intake = :intake, cost_cap_micros = :costCapMicros, cycle_cap = :cycleCap, max_revisions = :maxRevisions,
     requires_approval = :requiresApproval, updated_at = :updatedAt
   where id = :id and deleted_at is null returning ${projectColumns}`,
)
export const updateProjectRow = (tx: Transaction, row: ProjectRow) =>
  update(tx, { ...row, runtime: json(row.runtime), intake: json(row.intake) })

/** The archived row; undefined if it was archived before. */
export const archiveProjectRow = rowStatement<{ id: string; now: Date; userId: string }, ProjectRow>(
  'project.archive',
  `update project set archived_at = :now, archived_by = :userId, updated_at = :now
   where id = :id and deleted_at is null and archived_at is null returning ${projectColumns}`,
)

/** The row out of the archive; undefined if it was in none. */
export const unarchiveProjectRow = rowStatement<{ id: string; now: Date }, ProjectRow>(
  'project.unarchive',
  `update project set archived_at = null, archived_by = null, updated_at = :now
   where id = :id and deleted_at is null and archived_at is not null returning ${projectColumns}`,
)

export const advance = statement<{ id: string; revisionId: string; now: Date }>(
  'project.advance',
  'update project set head_revision_id = :revisionId, updated_at = :now where id = :id and deleted_at is null',
)
