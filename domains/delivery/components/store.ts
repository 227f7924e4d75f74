import { v7 as uuidv7 } from 'uuid'
import type { Bill, BillFile, ComponentType, FileState } from '../../../execution/components/index.ts'
import { json, rowStatement, statement, type Json, oneRowStatement } from '../../../platform/db/statement.ts'
import { type RowOf, insertInto } from '../../../platform/db/table.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isInShownProjects, type ProjectFilter } from '../../code/projects/index.ts'
import { componentBill, type lockedComponent, type BillRow, vulnerabilityNotice, type NoticeRow } from './tables.ts'
import { type AfterRowOfPerson, pagesOfPerson } from '../../../platform/db/page.ts'

export interface CommitPlace {
  readonly repositoryId: string
  readonly commitSha: string
}

const note = statement<Record<'ids' | 'projectIds' | 'repositoryIds' | 'commitShas', readonly string[]> & { at: Date }>(
  'component-bill.note',
  `insert into component_bill (id, workspace_id, project_id, repository_id, commit_sha, state, due_at, delivered_at)
   select one.id, :workspace, one.project_id, one.repository_id, one.commit_sha, 'pending', :at, :at
   from unnest(:ids::uuid[], :projectIds::uuid[], :repositoryIds::uuid[], :commitShas::text[])
     as one (id, project_id, repository_id, commit_sha)
   on conflict (repository_id, commit_sha) do nothing`,
)
/** Queues bills of materials for commits; an existing bill stays. */
export const noteDelivered = (
  tx: Transaction,
  commits: readonly (CommitPlace & { readonly projectId: string })[],
  at: Date,
) =>
  note(tx, {
    ids: commits.map(() => uuidv7()),
    projectIds: commits.map(({ projectId }) => projectId),
    repositoryIds: commits.map(({ repositoryId }) => repositoryId),
    commitShas: commits.map(({ commitSha }) => commitSha),
    at,
  })

/** The bill of a commit; undefined if none was asked for. */
export const findBill = rowStatement<CommitPlace, BillRow>(
  'component-bill.find',
  `select ${componentBill.columns} from component_bill where repository_id = :repositoryId and commit_sha = :commitSha`,
)

const withSha256 = statement<{ projectId: string; sha256: string }, { document: string }>(
  'component-bill.with-sha256',
  `select coalesce(document, '') as document from component_bill where project_id = :projectId and sha256 = :sha256 limit 1`,
)
/** The document of a project with this hash; undefined for an unknown hash. */
export const billWithSha256 = async (tx: Transaction, projectId: string, sha256: string) =>
  (await withSha256(tx, { projectId, sha256 })).at(0)?.document

export const billsDueIn = workspacesDue(
  'component-bill',
  `component_bill where state = 'pending' and due_at <= now()::timestamptz(3)`,
)

/** The next bill to make, which no other machine takes for `seconds`, longer with each try; undefined if none is due. */
export const claimDueBill = rowStatement<{ seconds: number }, BillRow>(
  'component-bill.take',
  `update component_bill set tries = tries + 1, due_at = now() + make_interval(secs => :seconds * (tries + 1))
   where id = (select id from component_bill where workspace_id = :workspace and state = 'pending' and due_at <= now()::timestamptz(3)
     order by due_at limit 1 for update skip locked)
   returning ${componentBill.columns}`,
)

const end = statement<{ id: string; state: string; sha256: string | null; document: string | null }>(
  'component-bill.end',
  `update component_bill set state = :state, sha256 = :sha256, document = :document where id = :id and state <> 'ready'
   returning id`,
)
/** Marks a bill as failed: the commit cannot be read. */
export const failBill = (tx: Transaction, id: string) => end(tx, { id, state: 'failed', sha256: null, document: null })

const addFiles = statement<{ projectId: string; billId: string; files: Json }>(
  'component-bill.add-files',
  `insert into component_file (workspace_id, project_id, bill_id, path, type, state, content_sha256)
   select :workspace, :projectId, :billId, one.path, one.type, one.state, one.sha256
   from jsonb_to_recordset(:files) as one (path text, type text, state text, sha256 text)`,
)
const addComponents = statement<{ projectId: string; contentSha256: string; components: Json }>(
  'component-bill.add-components',
  `insert into locked_component (workspace_id, project_id, content_sha256, type, name, version, is_development)
   select :workspace, :projectId, :contentSha256, one.type, one.name, one.version, one."isDevelopment"
   from jsonb_to_recordset(:components) as one (type text, name text, version text, "isDevelopment" boolean)
   on conflict do nothing`,
)
/** Stores a bill with the contents of its files. If another machine made the bill first, that bill stays. */
export const completeBill = async (tx: Transaction, { id, projectId }: BillRow, bill: Bill): Promise<void> => {
  const { sha256, document, files } = bill
  if ((await end(tx, { id, state: 'ready', sha256, document })).length === 0) return
  const places = files.map(({ path, type, state, sha256: content }) => ({ path, type, state, sha256: content }))
  await addFiles(tx, { projectId, billId: id, files: json(places) })
  const byContent = new Map<string, BillFile['components']>(files.map((file) => [file.sha256, file.components]))
  for (const [contentSha256, components] of byContent)
    if (components.length > 0) await addComponents(tx, { projectId, contentSha256, components: json(components) })
}

export type FoundVersion = RowOf<typeof lockedComponent>
const named = statement<
  ProjectFilter & { types: readonly string[]; names: readonly string[]; limit: number },
  FoundVersion & { projectId: string }
>(
  'component-bill.named',
  `select locked_component.project_id as "projectId", content_sha256 as "contentSha256", type, name, version,
     is_development as "isDevelopment"
   from locked_component join unnest(:types::text[], :names::text[]) as asked (of_type, of_name)
     on type = of_type and name = of_name
   where workspace_id = :workspace and ${isInShownProjects('locked_component.project_id')} limit :limit`,
)
/** The versions of packages by their names, in all lock files of delivered commits; at most `limit`. */
export const versionsNamed = (
  tx: Transaction,
  packages: readonly { readonly type: ComponentType; readonly name: string }[],
  shown: ProjectFilter,
  limit: number,
) => named(tx, { ...shown, types: packages.map(({ type }) => type), names: packages.map(({ name }) => name), limit })

export interface BillUse extends CommitPlace {
  readonly projectId: string
  readonly path: string
  readonly contentSha256: string
}
/** The delivered commits that contain these lock files; at most `limit`. */
export const usesOf = statement<ProjectFilter & { contents: readonly string[]; limit: number }, BillUse>(
  'component-bill.uses',
  `select bill.project_id as "projectId", bill.repository_id as "repositoryId", bill.commit_sha as "commitSha", file.path,
     file.content_sha256 as "contentSha256"
   from component_file file join component_bill bill on bill.id = file.bill_id
   where file.workspace_id = :workspace and file.content_sha256 = any(:contents)
     and ${isInShownProjects('bill.project_id')} limit :limit`,
)

interface UnjudgedFile extends CommitPlace {
  readonly projectId: string
  /** Null if the whole commit is not read. */
  readonly path: string | null
  readonly state: FileState | 'pending' | 'failed'
}
/** Delivered files without versions of these kinds of packages, and the unread commits, newest first. */
export const unjudgedFiles = statement<ProjectFilter & { types: readonly string[]; limit: number }, UnjudgedFile>(
  'component-bill.unjudged',
  `select bill.project_id as "projectId", bill.repository_id as "repositoryId", bill.commit_sha as "commitSha", file.path,
     coalesce(file.state, bill.state) as state
   from component_bill bill left join component_file file on file.bill_id = bill.id
   where bill.workspace_id = :workspace and ${isInShownProjects('bill.project_id')}
     and (bill.state <> 'ready' or file.state <> 'locked' and file.type = any(:types))
   order by bill.delivered_at desc, bill.id, file.path limit :limit`,
)

const purges = ['component_file', 'locked_component', 'component_bill'].map((table) =>
  statement<{ projectId: string }>(
    `component-bill.purge-${table}`,
    `delete from ${table} where project_id = :projectId`,
  ),
)
export const removeBills = async (tx: Transaction, projectId: string) => {
  for (const purge of purges) await purge(tx, { projectId })
}

export const insertNotice = oneRowStatement<NoticeRow, NoticeRow>(
  'vulnerability-notice.insert',
  insertInto(
    vulnerabilityNotice,
    ['id', 'clientAccountId', 'vulnerability', 'note', 'toldAt', 'createdBy', 'createdAt'],
    { workspaceId: ':workspace' },
    `returning ${vulnerabilityNotice.columns}`,
  ),
)

/** The notices about a vulnerability, the newest first; at most `rows`. */
export const noticesOf = statement<{ vulnerability: string; rows: number }, NoticeRow>(
  'vulnerability-notice.of',
  `select ${vulnerabilityNotice.columns} from vulnerability_notice where workspace_id = :workspace and vulnerability = :vulnerability
   order by told_at desc, id desc limit :rows`,
)

const ofPerson = statement<AfterRowOfPerson, Omit<NoticeRow, 'createdBy'>>(
  'vulnerability-notice.of-person',
  `select id, client_account_id as "clientAccountId", vulnerability, note, told_at as "toldAt", created_at as "createdAt"
   from vulnerability_notice where created_by = :userId and (:at::timestamptz is null or (created_at, id) > (:at, :id))
   order by created_at, id limit :rows`,
)
/** The notices that a person recorded, oldest first, after the last row of the page before. */
export const noticesOfPerson = pagesOfPerson(ofPerson, 'createdAt')
