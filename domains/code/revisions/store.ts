import { v7 as uuidv7 } from 'uuid'
import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import { setHeadRevision } from '../projects/index.ts'
import { revision, type RevisionRow } from './tables.ts'

const head = statement<RevisionRow>(
  'revision.head',
  `select ${revision.columns} from project join revision on revision.id = project.head_revision_id
   where project.id = $1 and project.deleted_at is null`,
)
export const headRevision = async (tx: Transaction, projectId: string) => (await head(tx, [projectId])).at(0)

const find = statement<RevisionRow>('revision.find', `select ${revision.columns} from revision where id = $1`)
export const findRevision = async (tx: Transaction, id: string) => (await find(tx, [id])).at(0)

const manifest = statement<{ manifest: string }>('revision.manifest', 'select manifest from revision where id = $1')
/** The canonical manifest of a revision. */
export const manifestOfRevision = async (tx: Transaction, id: string) => (await manifest(tx, [id]))[0]!.manifest

const protectedOf = statement<ProtectedPath>(
  'revision.protected',
  `select entry->>'path' as path, entry->>'reason' as reason
   from project join revision on revision.id = project.head_revision_id,
     json_array_elements(revision.manifest::json->'protected') with ordinality as list (entry, place)
   where project.id = $1 and project.deleted_at is null order by place`,
)
/** The files that the head of a project keeps outside of its repository; none where it has no head. */
export const protectedPathsOf = (tx: Transaction, projectId: string) => protectedOf(tx, [projectId])

export interface ProtectedPath {
  readonly path: string
  readonly reason: string
}

const insert = statement<RevisionRow>(
  'revision.insert',
  `insert into revision (id, workspace_id, project_id, generation, repository_id, branch, commit_sha, manifest,
     manifest_sha256, source, cycle_id, created_at)
   select $1, $2, $3, coalesce(max(generation), 0) + 1, $4, $5, $6, convert_from($7, 'UTF8'), $8, $9, $10, $11
   from revision where project_id = $3
   returning ${revision.columns}`,
)
export interface NewRevision {
  readonly projectId: string
  readonly repositoryId: string
  readonly branch: string
  readonly commitSha: string
  /** Canonical, as UTF-8. */
  readonly manifest: Uint8Array
  readonly manifestSha256: string
  readonly source: RevisionRow['source']
  readonly cycleId?: string
  readonly now: Date
}
/** Adds the next generation and makes it the head. The caller holds the project's row. */
export const advanceHead = async (tx: Transaction, added: NewRevision): Promise<RevisionRow> => {
  const { projectId, repositoryId, branch, commitSha, manifest, manifestSha256, source, cycleId = null, now } = added
  const values = [projectId, repositoryId, branch, commitSha, manifest, manifestSha256, source, cycleId, now]
  const [row] = await insert(tx, [uuidv7(), tx.workspace, ...values])
  await setHeadRevision(tx, projectId, row!.id, now)
  return row!
}
