import { v7 as uuidv7 } from 'uuid'
import { IdentityProviderRefusal } from '../../../../execution/identity-providers/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { clientSecret } from '../client-secret.ts'
import { saveIdentityProvider } from '../contract.ts'
import type { CompanyParts } from '../parts.ts'
import { presentCompanySignIn } from '../present.ts'
import { findProvider, lockProvider, saveProvider } from '../store.ts'

const noSecret = { path: 'clientSecret', message: 'is needed for a new issuer or client', rule: 'required' }

export default ({ signIn, vault, identityClient }: CompanyParts) =>
  handle(saveIdentityProvider, async ({ body, commit, invalid, fail }) => {
    const { clientSecret: secret, ...given } = body
    if (!vault.available) return fail.noVault()
    const issuer = await identityClient.issuerAt(given.issuer).catch((error: unknown) => {
      if (error instanceof IdentityProviderRefusal) return fail.unusable({ reason: error.detail ?? error.message })
      throw error
    })
    return commit(async ({ tx, now, ok }) => {
      await lockProvider(tx)
      const before = await findProvider(tx)
      const isSame = before?.issuer === issuer
      if (!isSame && before?.requiredAt) return fail.required()
      const keeps = isSame && before.clientId === given.clientId && secret === undefined
      if (!keeps && secret === undefined) return invalid([noSecret])
      const id = isSame ? before.id : uuidv7()
      const { keyVersion, ciphertext } = keeps ? before : await clientSecret.seal(tx, vault, id, secret!)
      const saved = await saveProvider(tx, { ...given, issuer, id, keyVersion, ciphertext, now })
      return ok(await presentCompanySignIn(tx, signIn.origin()), {
        resource: ['identity_provider', saved.id],
        metadata: {
          issuer,
          clientId: saved.clientId,
          newSecret: !keeps,
          roleClaim: saved.roleClaim,
          roles: saved.roles.length,
          defaultRole: saved.defaultRole,
          trustsAddresses: saved.trustsAddresses,
        },
      })
    })
  })
