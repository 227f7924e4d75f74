import { handle } from '../../../../platform/handler/index.ts'
import { toggleWebProvider } from '../contract.ts'
import { presentProvider } from '../present.ts'
import { isProvider } from '../sources.ts'
import { toggleProvider } from '../store.ts'

export default handle(toggleWebProvider, async ({ tx, workspace, caller, params, body, now, fail, absent, ok }) => {
  const { provider } = params
  const { enabled } = body
  if (!isProvider(provider)) return absent()
  const row = await toggleProvider(tx, { provider, enabled, now, userId: caller.userId })
  // A provider without a key is disabled already.
  if (!row && enabled) return fail.noKey()
  return ok(presentProvider(provider, row), {
    resource: ['web_provider', workspace],
    metadata: { provider, enabled },
  })
})
