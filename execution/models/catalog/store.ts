import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto, type RowOf } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ListedModel, ModelList } from './read-list.ts'
import { modelCatalogTable } from './tables.ts'

export type CatalogRow = RowOf<typeof modelCatalogTable, { models: readonly ListedModel[] | null }> & {
  /** By the database's clock, when the row was read. */
  readonly now: Date
}

const find = statement<{ source: string }, CatalogRow>(
  'models.catalog',
  `select ${modelCatalogTable.columns}, now() as now from model_catalog where source = :source`,
)
export const findCatalog = async (tx: Transaction, source: string) => (await find(tx, { source })).at(0)

const keep = statement<{ source: string; models: Json; isWhole: boolean }>(
  'models.keep-catalog',
  insertInto(
    modelCatalogTable,
    ['source', 'models', 'isWhole'],
    { fetchedAt: 'now()', triedAt: 'now()', failure: 'null' },
    `on conflict (source) do update set models = excluded.models, is_whole = excluded.is_whole,
     fetched_at = excluded.fetched_at, tried_at = excluded.tried_at, failure = null`,
  ),
)
export const keepCatalog = (tx: Transaction, source: string, { models, isWhole }: ModelList) =>
  keep(tx, { source, models: json(models), isWhole })

const fail = statement<{ source: string; failure: string }>(
  'models.fail-catalog',
  insertInto(
    modelCatalogTable,
    ['source', 'failure'],
    { isWhole: 'false', triedAt: 'now()' },
    'on conflict (source) do update set tried_at = excluded.tried_at, failure = excluded.failure',
  ),
)
/** What was there before stays. */
export const failCatalog = (tx: Transaction, source: string, failure: string) => fail(tx, { source, failure })
