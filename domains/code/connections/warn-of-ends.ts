import { record } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { inWorkspacesOf, type ScheduledContext } from '../../../platform/jobs/index.ts'
import type { endingTokens } from './store.ts'

const rowsAtOnce = 200

/** Records an event a week before the token of a connection ends. */
export const warnOfEnds = async (
  { database }: { readonly database: Database },
  kind: 'code_host' | 'tracker',
  ending: ReturnType<typeof endingTokens>,
  context: ScheduledContext,
): Promise<void> => {
  const due = await database.identity((tx) => ending.due(tx, rowsAtOnce))
  const warn = ({ workspaceId, id }: (typeof due)[number]) =>
    database.within(workspaceId, async (tx) => {
      const row = await ending.warn(tx, id, await tx.now())
      if (!row?.expiresAt) return
      const payload = { name: row.name, tokenExpiresAt: row.expiresAt.toISOString() }
      record(tx, undefined, { name: `${kind}.token_ends`, entity: [kind, id], payload })
    })
  await inWorkspacesOf(due, warn, context, { failure: 'Warning of a token that ends broke off; will retry' })
}
