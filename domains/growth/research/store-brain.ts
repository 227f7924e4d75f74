import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { BrainStatement } from './rules.ts'
import { growthBrain, growthStatement, type BrainRow, type StatementRow } from './tables.ts'

type Version = Readonly<{ growthProjectId: string; version: number }>

const find = statement<Version, BrainRow>(
  'growth-brain.find',
  `select ${growthBrain.columns} from growth_brain
   where workspace_id = :workspace and growth_project_id = :growthProjectId and version = :version`,
)
export const findBrain = async (tx: Transaction, version: Version) => (await find(tx, version)).at(0)

const statements = statement<Version, StatementRow>(
  'growth-brain.statements',
  `select ${growthStatement.columns} from growth_statement
   where workspace_id = :workspace and growth_project_id = :growthProjectId and version = :version order by position`,
)
/** The statements of a version, in order. */
export const statementsOf = async (tx: Transaction, version: Version): Promise<readonly BrainStatement[]> =>
  (await statements(tx, version)).map(({ statement: text, ...row }) => ({ ...row, text }))

interface NewBrain extends Version {
  readonly source: 'research' | 'person'
  readonly growthRunId: string | null
  readonly writtenBy: string | null
  readonly now: Date
}
const insert = statement<NewBrain>(
  'growth-brain.insert',
  insertInto(growthBrain, ['growthProjectId', 'version', 'source', 'growthRunId', 'writtenBy'], {
    workspaceId: ':workspace',
    createdAt: ':now',
  }),
)
interface NewStatements extends Version {
  readonly ids: readonly string[]
  readonly kinds: readonly string[]
  readonly texts: readonly string[]
  readonly origins: readonly string[]
  /** Empty for statements of people, as are the addresses and quotations of pages. */
  readonly pageIds: readonly string[]
  readonly pageUrls: readonly string[]
  readonly quotes: readonly string[]
}
const insertStatements = statement<NewStatements>(
  'growth-brain.insert-statements',
  `insert into growth_statement (growth_project_id, version, workspace_id, id, kind, statement, origin, page_id, page_url,
     quote, position)
   select :growthProjectId, :version, :workspace, id, kind, said, origin, nullif(page_id, '')::uuid,
     nullif(page_url, ''), nullif(quote, ''), place
   from unnest(:ids::uuid[], :kinds::text[], :texts::text[], :origins::text[], :pageIds::text[], :pageUrls::text[],
     :quotes::text[]) with ordinality as one (id, kind, said, origin, page_id, page_url, quote, place)`,
)
/** Adds a version with its statements. */
export const insertBrain = async (tx: Transaction, brain: NewBrain, all: readonly BrainStatement[]) => {
  await insert(tx, brain)
  await insertStatements(tx, {
    growthProjectId: brain.growthProjectId,
    version: brain.version,
    ids: all.map(({ id }) => id),
    kinds: all.map(({ kind }) => kind),
    texts: all.map(({ text }) => text),
    origins: all.map(({ origin }) => origin),
    pageIds: all.map(({ pageId }) => pageId ?? ''),
    pageUrls: all.map(({ pageUrl }) => pageUrl ?? ''),
    quotes: all.map(({ quote }) => quote ?? ''),
  })
}
