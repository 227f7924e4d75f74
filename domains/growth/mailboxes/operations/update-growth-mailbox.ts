import { faultsOfName } from '../../../../platform/contract/schema.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isTimeZone } from '../../../accounts/workspaces/index.ts'
import { updateGrowthMailbox } from '../contract.ts'
import { presentMailbox } from '../present.ts'
import { lockMailbox, saveMailbox } from '../store.ts'

export default handle(updateGrowthMailbox, async ({ tx, params, body, now, fail, absent, invalid, ok }) => {
  const before = (await lockMailbox(tx, params.mailboxId)) ?? absent()
  if (before.status === 'disconnected') return fail.isDisconnected()
  const faults = faultsOfName('displayName', body.displayName, [before.displayName])
  if (faults.length > 0) return invalid(faults)
  const { paused, ...changes } = body
  if (body.timeZone !== undefined && !isTimeZone(body.timeZone))
    return invalid([{ path: 'timeZone', message: 'must be the IANA name of a time zone', rule: 'timeZone' }])
  const status = paused === undefined ? before.status : paused ? 'paused' : 'connected'
  const failure = status === 'failing' ? before.failure : null
  const saved = (await saveMailbox(tx, before.id, { ...before, ...changes, status, failure }, now)) ?? absent()
  return ok(await presentMailbox(tx, saved, now), { resource: ['growth_mailbox', saved.id], metadata: body })
})
