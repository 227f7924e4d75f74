import { hasWords } from '../../../platform/db/fragments.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
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

export const findGrowthProject = rowStatement<{ id: string }, GrowthProjectRow>(
  'growth-project.find',
  selectById(growthProject),
)

/** The growth project, held until the transaction ends: what begins in it and what ends it come one after the other. */
export const lockGrowthProject = rowStatement<{ id: string }, GrowthProjectRow>(
  'growth-project.lock',
  selectById(growthProject, 'for no key update'),
)

type NewGrowthProject = ChangedBy & Pick<GrowthProjectRow, 'id' | 'name' | 'websiteUrl' | 'notes'>
export const insertGrowthProject = oneRowStatement<NewGrowthProject, GrowthProjectRow>(
  'growth-project.insert',
  insertInto(
    growthProject,
    ['id', 'name', 'websiteUrl', 'notes'],
    { workspaceId: ':workspace', createdBy: ':userId', createdAt: ':now' },
    `returning ${columns}`,
  ),
)

export const saveNotes = statement<{ id: string; notes: string | null }>(
  'growth-project.set-notes',
  'update growth_project set notes = :notes where workspace_id = :workspace and id = :id',
)

export const saveWebsite = statement<{ id: string; websiteUrl: string }>(
  'growth-project.set-website',
  'update growth_project set website_url = :websiteUrl where workspace_id = :workspace and id = :id',
)

export const saveBrainVersion = statement<{ id: string; version: number }>(
  'growth-project.set-version',
  'update growth_project set brain_version = :version where workspace_id = :workspace and id = :id',
)

export const archiveGrowthProjectRow = rowStatement<{ id: string; now: Date; userId: string }, GrowthProjectRow>(
  'growth-project.archive',
  `update growth_project set archived_at = :now, archived_by = :userId
   where workspace_id = :workspace and id = :id and archived_at is null returning ${columns}`,
)

export const unarchiveGrowthProjectRow = rowStatement<{ id: string }, GrowthProjectRow>(
  'growth-project.unarchive',
  `update growth_project set archived_at = null, archived_by = null
   where workspace_id = :workspace and id = :id and archived_at is not null returning ${columns}`,
)

export const growthProjectsOfPerson = statement<{ userId: string }, GrowthProjectRow>(
  'growth-project.of-person',
  `select ${columns} from growth_project where workspace_id = :workspace and created_by = :userId order by id limit 10000`,
)

/** Growth projects by any part of their name. */
export const foundGrowthProjects = statement<SoughtName, FoundName>(
  'growth-project.found',
  `select id, name, website_url as also, null::uuid as "parentId" from growth_project
   where workspace_id = :workspace and ${hasWords('searched_name(name)')}
   order by archived_at nulls first, name, id limit :rows`,
)

/** The names of these growth projects. */
export const namesOfGrowthProjects = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-project.names',
  `select id, name as title, null::uuid as "projectId", null::uuid as "cycleId" from growth_project
   where workspace_id = :workspace and id = any(:ids)`,
)
