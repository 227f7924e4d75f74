import { hasWords } from '../../../platform/db/fragments.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundName, SoughtName, NamedThing } from '../../domain.ts'
import { growthProject, type GrowthProjectRow } from './tables.ts'

const { columns } = growthProject

const page = statement<Cursor & { rows: number }, GrowthProjectRow>(
  'growth-project.page',
  `select ${columns} from growth_project where workspace_id = :workspace and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const growthProjectPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...after, rows: limit + 1 }), limit)

const find = statement<{ id: string }, GrowthProjectRow>(
  'growth-project.find',
  `select ${columns} from growth_project where workspace_id = :workspace and id = :id`,
)
export const findGrowthProject = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)

const lock = statement<{ id: string }, GrowthProjectRow>(
  'growth-project.lock',
  `select ${columns} from growth_project where workspace_id = :workspace and id = :id for no key update`,
)
/** The growth project, held until the transaction ends: what begins in it and what ends it come one after the other. */
export const lockGrowthProject = async (tx: Transaction, id: string) => (await lock(tx, { id })).at(0)

interface NewGrowthProject {
  readonly id: string
  readonly name: string
  readonly websiteUrl: string
  readonly notes: string | null
  readonly userId: string
  readonly now: Date
}
const insert = statement<NewGrowthProject, GrowthProjectRow>(
  'growth-project.insert',
  insertInto(
    growthProject,
    ['id', 'name', 'websiteUrl', 'notes'],
    { workspaceId: ':workspace', createdBy: ':userId', createdAt: ':now' },
    `returning ${columns}`,
  ),
)
export const insertGrowthProject = async (tx: Transaction, project: NewGrowthProject) => (await insert(tx, project))[0]!

const setNotes = statement<{ id: string; notes: string | null }>(
  'growth-project.set-notes',
  'update growth_project set notes = :notes where workspace_id = :workspace and id = :id',
)
export const saveNotes = (tx: Transaction, id: string, notes: string | null) => setNotes(tx, { id, notes })

const setWebsite = statement<{ id: string; websiteUrl: string }>(
  'growth-project.set-website',
  'update growth_project set website_url = :websiteUrl where workspace_id = :workspace and id = :id',
)
export const saveWebsite = (tx: Transaction, id: string, websiteUrl: string) => setWebsite(tx, { id, websiteUrl })

const setVersion = statement<{ id: string; version: number }>(
  'growth-project.set-version',
  'update growth_project set brain_version = :version where workspace_id = :workspace and id = :id',
)
export const saveBrainVersion = (tx: Transaction, id: string, version: number) => setVersion(tx, { id, version })

const archive = statement<{ id: string; now: Date; userId: string }, GrowthProjectRow>(
  'growth-project.archive',
  `update growth_project set archived_at = :now, archived_by = :userId
   where workspace_id = :workspace and id = :id and archived_at is null returning ${columns}`,
)
export const archiveGrowthProjectRow = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await archive(tx, { id, now, userId })).at(0)

const unarchive = statement<{ id: string }, GrowthProjectRow>(
  'growth-project.unarchive',
  `update growth_project set archived_at = null, archived_by = null
   where workspace_id = :workspace and id = :id and archived_at is not null returning ${columns}`,
)
export const unarchiveGrowthProjectRow = async (tx: Transaction, id: string) => (await unarchive(tx, { id })).at(0)

const ofPerson = statement<{ userId: string }, GrowthProjectRow>(
  'growth-project.of-person',
  `select ${columns} from growth_project where workspace_id = :workspace and created_by = :userId order by id limit 10000`,
)
export const growthProjectsOfPerson = (tx: Transaction, userId: string) => ofPerson(tx, { userId })

const found = statement<SoughtName, FoundName>(
  'growth-project.found',
  `select id, name, website_url as also, null::uuid as "parentId" from growth_project
   where workspace_id = :workspace and ${hasWords('searched_name(name)')}
   order by archived_at nulls first, name, id limit :rows`,
)
/** Growth projects by any part of their name. */
export const foundGrowthProjects = (tx: Transaction, sought: SoughtName) => found(tx, sought)

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-project.names',
  `select id, name as title, null::uuid as "projectId", null::uuid as "cycleId" from growth_project
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The names of these growth projects. */
export const namesOfGrowthProjects = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
