import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { BrandDraft } from './contract.ts'
import { acceptDraft } from './draft.ts'
import { changedFields, picturesIn, type Draft } from './rules.ts'
import { dropImagesBut, insertImage, lockKit, saveDraftRow } from './store.ts'
import type { BrandKitRow } from './tables.ts'

interface DraftChange {
  readonly before: BrandKitRow
  readonly draft: Draft
  readonly faults: readonly InvalidField[]
  /** The sender made it from another revision than the present one. */
  readonly isStale: boolean
  /** Updates the draft with its uploaded pictures, and deletes the pictures that are no longer used. */
  write(now: Date, userId: string): Promise<BrandKitRow>
}

/** A draft as it was sent, held against the kit, which stays locked until the end of the transaction. */
export const changeOf = async (tx: Transaction, sent: Static<typeof BrandDraft>): Promise<DraftChange> => {
  const before = await lockKit(tx)
  const { draft, added, faults } = await acceptDraft(tx, sent)
  return {
    before,
    draft,
    faults,
    isStale: sent.revision !== undefined && sent.revision !== before.revision,
    write: async (now, userId) => {
      for (const picture of added) await insertImage(tx, picture, now)
      await dropImagesBut(tx, picturesIn(draft, before.published))
      return saveDraftRow(tx, draft, now, userId)
    },
  }
}

export const isSame = (before: object | null, after: object): boolean =>
  before !== null && changedFields(before, after).length === 0
