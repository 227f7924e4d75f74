import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundPage, FoundText } from '../../domain.ts'
import type { EveryDomain } from '../../every-domain.ts'
import type { HitRow } from './store.ts'

export type Hit = HitRow & Omit<FoundText, 'id'> & Partial<Pick<FoundPage, 'page'>>

/** The hits with their texts, in the same order, without those whose entry was deleted. */
export const withTexts = async (
  tx: Transaction,
  foundTexts: EveryDomain['foundTexts'],
  rows: readonly HitRow[],
  words: readonly string[],
): Promise<Hit[]> => {
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
      return (await foundTexts[kind]?.(tx, ids, words)) ?? []
    }),
  )
  const texts = new Map(found.flat().map((text) => [text.id, text]))
  return rows.flatMap((row) => {
    const text = row.kind === 'project' ? projectText : texts.get(row.id)
    return text ? [{ ...text, ...row }] : []
  })
}

// A search looks at the name of a project alone.
const projectText = { title: null, handle: null, body: '', cycleId: null, taskId: null }
