import { openIfKeyed } from '../../../platform/crypto/index.ts'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { trackerKeys } from './keys.ts'
import type { TrackerParts } from './parts.ts'
import { webhookPath } from './present.ts'
import type { TrackerRow } from './tables.ts'

/** Where a tracker is to send its webhooks; null for members, and where the vault of this server does not open it. */
export const webhookUrlOf = async (
  tx: Transaction,
  { vault, linkTo }: Pick<TrackerParts, 'vault' | 'linkTo'>,
  row: TrackerRow,
  { role }: Pick<Caller, 'role'>,
): Promise<string | null> => {
  if (role !== 'owner' && role !== 'admin') return null
  const keys = vault.available ? await openIfKeyed(() => trackerKeys.open(tx, vault, row.id, row)) : undefined
  return keys ? linkTo(webhookPath(keys.hookToken)) : null
}
