import { record, type AuditEntry } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Scene } from '../scene.ts'

/** Writes audit rows in one transaction each, in this order; what an entry leaves out is made up. */
export const writeAudit = async (
  { database }: { readonly database: Database },
  { workspace }: Scene,
  ...entries: readonly Partial<AuditEntry>[]
): Promise<void> => {
  for (const entry of entries)
    await database.within(workspace, async (tx) =>
      record(tx, {
        action: 'project.update',
        category: 'update',
        outcome: 'success',
        source: 'internal',
        actor: { type: 'system', id: null },
        ...entry,
      }),
    )
}
