import { v7 as uuidv7, validate } from 'uuid'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { advanceProjectHead, joinProjectOfHead } from '../projects/index.ts'
import { revision, type RevisionRow } from './tables.ts'

const head = statement<{ projectId: string }, RevisionRow>(
  'revision.head',
  `select ${revision.columns} from revision ${joinProjectOfHead('revision.id')} where project.id = :projectId`,
)
export const headRevision = async (tx: Transaction, projectId: string) => (await head(tx, { projectId })).at(0)

export const findRevision = rowStatement<{ id: string }, RevisionRow>(
  'revision.find',
  `select ${revision.columns} from revision where id = :id`,
)

const page = statement<{ projectId: string; at: string; id: string; rows: number }, RevisionRow>(
  'revision.page',
  `select ${revision.columns} from revision where project_id = :projectId and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const revisionPage = async (tx: Transaction, projectId: string, after: Cursor, limit: number) =>
  pageOf(await page(tx, { projectId, ...after, rows: limit + 1 }), limit)

const inProject = statement<{ projectId: string; id: string }, RevisionRow>(
  'revision.find-in-project',
  `select ${revision.columns} from revision where id = :id and project_id = :projectId`,
)
/** A revision of a project by its id; undefined if the project has none of that id. */
export const revisionOfProject = async (tx: Transaction, projectId: string, id: string) =>
  validate(id) ? (await inProject(tx, { projectId, id })).at(0) : undefined

/** The revision that a revision of a project followed; undefined for the first. */
export const revisionBefore = rowStatement<{ projectId: string; generation: number }, RevisionRow>(
  'revision.before',
  `select ${revision.columns} from revision where project_id = :projectId and generation = :generation - 1`,
)

/** The revision that a project had at a time; undefined if it had none. */
export const revisionAt = rowStatement<{ projectId: string; at: Date }, RevisionRow>(
  'revision.at',
  `select ${revision.columns} from revision where project_id = :projectId and created_at <= :at
   order by created_at desc, id desc limit 1`,
)

const manifest = statement<{ id: string }, { manifest: string }>(
  'revision.manifest',
  'select manifest from revision where id = :id',
)
/** The canonical manifest of a revision. */
export const manifestOfRevision = async (tx: Transaction, id: string) => (await manifest(tx, { id }))[0]!.manifest

/** How many files a revision has, and how many findings its history. */
export const manifestSizesOf = oneRowStatement<{ id: string }, { files: number; findings: number }>(
  'revision.manifest-sizes',
  `select json_array_length(manifest::json -> 'files') as files, json_array_length(manifest::json -> 'findings') as findings
   from revision where id = :id`,
)

const manifestBySha256 = statement<{ projectId: string; sha256: string }, { manifest: string }>(
  'revision.manifest-by-sha256',
  `select manifest from revision where project_id = :projectId and manifest_sha256 = :sha256
   order by generation desc limit 1`,
)
/** The canonical manifest that has this hash, in a project; undefined if no revision of it has. */
export const manifestWithSha256 = async (tx: Transaction, projectId: string, sha256: string) =>
  (await manifestBySha256(tx, { projectId, sha256 })).at(0)?.manifest

/** The files that the head of a project keeps outside of its repository; none if it has no head. */
export const protectedPathsOf = statement<{ projectId: string }, ProtectedPath>(
  'revision.protected',
  `select entry->>'path' as path, entry->>'reason' as reason
   from revision ${joinProjectOfHead('revision.id')},
     json_array_elements(revision.manifest::json->'protected') with ordinality as list (entry, place)
   where project.id = :projectId order by place`,
)

export interface ProtectedPath {
  readonly path: string
  readonly reason: string
}

const insert = statement<NewRevision & { id: string }, RevisionRow>(
  'revision.insert',
  `insert into revision (id, workspace_id, project_id, generation, repository_id, branch, commit_sha, manifest,
     manifest_sha256, source, cycle_id, created_at)
   select :id, :workspace, :projectId, coalesce(max(generation), 0) + 1, :repositoryId, :branch, :commitSha,
     convert_from(:manifest, 'UTF8'), :manifestSha256, :source, :cycleId, :now
   from revision where project_id = :projectId
   returning ${revision.columns}`,
)
export interface NewRevision extends Pick<
  RevisionRow,
  'projectId' | 'repositoryId' | 'branch' | 'commitSha' | 'manifestSha256' | 'source'
> {
  /** Canonical, as UTF-8. */
  readonly manifest: Uint8Array
  readonly cycleId?: string
  readonly now: Date
}
/** Adds the next generation and points the project at it. */
export const insertRevision = async (tx: Transaction, added: NewRevision): Promise<RevisionRow> => {
  const [row] = await insert(tx, { id: uuidv7(), ...added })
  await advanceProjectHead(tx, { id: added.projectId, revisionId: row!.id, now: added.now })
  return row!
}

const count = statement<{ projectIds: readonly string[] }, { projectId: string; revisions: number }>(
  'revision.count',
  `select project_id as "projectId", count(*)::int as revisions from revision
   where project_id = any(:projectIds) group by project_id`,
)
export const countRevisions = (tx: Transaction, projectIds: readonly string[]) => count(tx, { projectIds })
