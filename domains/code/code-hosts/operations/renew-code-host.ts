import { isAppKey } from '../../../../execution/code-hosts/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { renewCodeHost } from '../contract.ts'
import type { CodeHostParts } from '../parts.ts'
import { codeHostAuditSubject, presentCodeHost } from '../present.ts'
import { credentialProblem } from '../rules.ts'
import { lockCodeHost, renewCodeHost as renew } from '../store.ts'
import { retryPushes } from '../store-links.ts'
import { hostToken } from '../token.ts'

export default ({ vault }: Pick<CodeHostParts, 'vault'>) =>
  handle(renewCodeHost, async ({ tx, params, body, now, fail, invalid, absent, ok }) => {
    const before = (await lockCodeHost(tx, params.id)) ?? absent()
    const problem = credentialProblem({ ...body, kind: before.kind }, isAppKey)
    if (problem) return invalid([problem])
    if (!vault.available) return fail.noVault()
    const { token, app, tokenExpiresAt: expiresAt = null } = body
    const sealed = await hostToken.seal(tx, vault, before.id, app?.privateKey ?? token!)
    const installed = { appId: app?.appId ?? null, installationId: app?.installationId ?? null }
    const row = (await renew(tx, { id: before.id, ...installed, ...sealed, expiresAt })) ?? absent()
    await retryPushes(tx, row.id, now)
    return ok(presentCodeHost(row), codeHostAuditSubject(row, { changed: ['token'] }))
  })
