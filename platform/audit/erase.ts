import type { Transaction } from '../db/transaction.ts'
import { record } from './record.ts'
import { type DetailRow, detailPage, eraseDetailsOf } from './store-erase.ts'
import { erasureAction } from './row.ts'

const atOnce = 2_000

/**
 * Erases the details of every row of the workspace that `isMeant` picks; returns how many. The chain stays whole: it
 * holds a salted hash of the details, and rows of their own name the erased rows, without which `verify` calls it a
 * break. Their details are never erased. Reads the whole log, in pages.
 */
export const eraseDetails = async (tx: Transaction, isMeant: (row: DetailRow) => boolean): Promise<number> => {
  let erased = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await detailPage(tx, { after, limit: atOnce })
    const ids = page.filter(isMeant).map(({ id }) => id)
    if (ids.length > 0) recordErasure(tx, await eraseDetailsOf(tx, { ids }))
    erased += ids.length
    const last = page.at(-1)
    if (!last || page.length < atOnce) return erased
    after = last.id
  }
}

const recordErasure = (tx: Transaction, rows: readonly { readonly position: number }[]) =>
  record(tx, {
    action: erasureAction,
    category: 'delete',
    severity: 'notice',
    outcome: 'success',
    actor: { type: 'system', id: null },
    source: 'system',
    resource: ['workspace', tx.workspace!],
    details: { positions: rows.map(({ position }) => position).sort((one, other) => one - other) },
  })
