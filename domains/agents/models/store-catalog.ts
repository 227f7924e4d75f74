import { json, type Json, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { CatalogRecord, CatalogStore, ModelList } from '../../../execution/models/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { modelCatalog } from './tables.ts'

const findCatalog = rowStatement<{ source: string }, CatalogRecord & { readonly source: string }>(
  'models.catalog',
  `select ${modelCatalog.columns}, now() as now from model_catalog where source = :source`,
)

const keep = statement<{ source: string; models: Json; isWhole: boolean }>(
  'models.keep-catalog',
  insertInto(
    modelCatalog,
    ['source', 'models', 'isWhole'],
    { fetchedAt: 'now()', triedAt: 'now()', failure: 'null' },
    `on conflict (source) do update set models = excluded.models, is_whole = excluded.is_whole,
     fetched_at = excluded.fetched_at, tried_at = excluded.tried_at, failure = null`,
  ),
)
const keepCatalog = (tx: Transaction, source: string, { models, isWhole }: ModelList) =>
  keep(tx, { source, models: json(models), isWhole })

const fail = statement<{ source: string; failure: string }>(
  'models.fail-catalog',
  insertInto(
    modelCatalog,
    ['source', 'failure'],
    { isWhole: 'false', triedAt: 'now()' },
    'on conflict (source) do update set tried_at = excluded.tried_at, failure = excluded.failure',
  ),
)

/** Answers of model routers, in a table of the instance. */
export const catalogStore = (database: Database): CatalogStore => ({
  find: (source) => database.instance((tx) => findCatalog(tx, { source })),
  keep: (source, list) => database.instance((tx) => keepCatalog(tx, source, list)),
  fail: (source, failure) => database.instance((tx) => fail(tx, { source, failure })),
})
