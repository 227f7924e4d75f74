import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isAllowed, wrongAddress } from '../address.ts'
import { updateWebhook } from '../contract.ts'
import { unknownProjects } from '../filters.ts'
import { webhookAuditSubject, presentWebhook } from '../present.ts'
import { changeWebhook, disableWebhook, enableWebhook, findWebhook, lockWebhook } from '../store.ts'

export default ({ fetcher }: { readonly fetcher: Fetcher }) =>
  handle(updateWebhook, async ({ tx, params, body, caller, now, invalid, absent, ok }) => {
    const before = (await lockWebhook(tx, params.id)) ?? absent()
    const { enabled, ...settings } = body
    const after = { ...before, ...settings }
    const faults = [
      ...(after.url === before.url || isAllowed(after.url, fetcher) ? [] : [wrongAddress]),
      ...(await unknownProjects(tx, body.projectIds, caller)),
    ]
    if (faults.length > 0) return invalid(faults)
    const { id, url, description, eventTypes, projectIds } = after
    await changeWebhook(tx, { id, url, description, eventTypes, projectIds, now, userId: caller.userId })
    if (enabled === true) await enableWebhook(tx, id)
    if (enabled === false) await disableWebhook(tx, id, 'person', now)
    const row = (await findWebhook(tx, id)) ?? absent()
    return ok(
      presentWebhook(row, now),
      webhookAuditSubject(row, {
        eventTypes,
        projectIds,
        enabled: row.disabledAt === null,
        changed: Object.keys(body),
      }),
    )
  })
