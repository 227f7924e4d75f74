import type { QueryResultRow } from 'pg'
import { countedPage, countOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isInShownProjects, seenBy, type ProjectFilter, type Viewer } from './joins.ts'

/**
 * The rows of a table of the agency that a viewer sees; `select` reads them. A row of no project is the workspace's own,
 * which every key of the agency reaches.
 */
export const seenRows = <Row extends QueryResultRow & { readonly id: string; readonly createdAt: Date }>(
  kind: string,
  { name: table }: { readonly name: string },
  select: string,
) => {
  const isSeen = `(${table}.project_id is null or ${isInShownProjects(`${table}.project_id`)})`
  const isListed = `${table}.workspace_id = :workspace and (${table}.created_at, ${table}.id) < (:at, :id) and ${isSeen}`
  const page = statement<Cursor & ProjectFilter & { rows: number }, Row>(
    `${kind}.page`,
    `${select} where ${isListed} order by ${table}.created_at desc, ${table}.id desc limit :rows`,
  )
  const count = statement<Cursor & ProjectFilter & { rows: number }, RowCount>(
    `${kind}.count`,
    countOf(`${table} where ${isListed}`),
  )
  const find = rowStatement<ProjectFilter & { id: string }, Row>(
    `${kind}.find`,
    `${select} where ${table}.workspace_id = :workspace and ${table}.id = :id and ${isSeen}`,
  )
  return {
    /** The rows before a row, newest first. */
    page: (tx: Transaction, viewer: Viewer, before: Cursor, limit: number) =>
      countedPage(tx, { page, count }, { ...before, ...seenBy(viewer) }, limit),
    find: (tx: Transaction, viewer: Viewer, id: string) => find(tx, { id, ...seenBy(viewer) }),
  }
}
