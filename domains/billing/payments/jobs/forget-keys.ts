import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { PaymentParts } from '../connect.ts'
import { spentKeysIn } from '../store-checkouts.ts'
import { clearSpentKeys, clearWebhookKeys } from '../store.ts'

/** Notices of payments by bank transfer come days later, and after a disconnection too. */
const lateNoticesMs = 30 * 86_400_000

/** Removes the keys of disconnected providers that nothing needs any more. */
export const forgetKeys = ({ database }: Pick<PaymentParts, 'database'>, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    database,
    async (tx, limit) => spentKeysIn(tx, before(await tx.now()), limit),
    (workspace) =>
      database.within(workspace, async (tx) => {
        await clearSpentKeys(tx)
        await clearWebhookKeys(tx, before(await tx.now()))
      }),
    context,
  )

const before = (now: Date) => new Date(now.getTime() - lateNoticesMs)
