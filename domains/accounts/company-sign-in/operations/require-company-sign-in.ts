import { provedProvider, revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { passkeyIdsOf } from '../../people/index.ts'
import { requireCompanySignIn } from '../contract.ts'
import type { CompanyParts } from '../parts.ts'
import { presentCompanySignIn } from '../present.ts'
import { hasProvedDomain } from '../rules.ts'
import { domainsOf, findProvider, lockProvider, requireProvider } from '../store.ts'

export default ({ database, signIn }: CompanyParts) =>
  handle(requireCompanySignIn, async ({ body, caller, workspace, commit, fail }) => {
    const { required, emergencyPasskeyId } = body
    if (caller.role !== 'owner') return fail.ownerOnly()
    const { credentialId, userId } = caller
    const [proved, passkeys] = await database.identity(async (tx) => [
      await provedProvider(tx, credentialId),
      await passkeyIdsOf(tx, userId),
    ])
    return commit(async ({ tx, now, ok }) => {
      await lockProvider(tx)
      const before = (await findProvider(tx)) ?? fail.noProvider()
      if (required) {
        if (!hasProvedDomain(await domainsOf(tx))) return fail.noDomain()
        if (proved !== before.id) return fail.notTried()
        if (emergencyPasskeyId === undefined || !passkeys.includes(emergencyPasskeyId)) return fail.noPasskey()
      }
      const since = { requiredAt: before.requiredAt ?? now, passkeyId: emergencyPasskeyId! }
      await requireProvider(tx, required ? since : undefined, now)
      revoke(tx, { workspaceId: workspace })
      return ok(await presentCompanySignIn(tx, signIn.origin()), {
        resource: ['identity_provider', before.id],
        metadata: { required, ...(required && { emergencyPasskeyId }) },
      })
    })
  })
