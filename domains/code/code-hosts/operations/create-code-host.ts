import { v7 as uuidv7 } from 'uuid'
import { isAppKey } from '../../../../execution/code-hosts/index.ts'
import { baseAddressOf } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { defaultAddresses, wrongAddress } from '../address.ts'
import { createCodeHost } from '../contract.ts'
import type { CodeHostParts } from '../parts.ts'
import { codeHostAuditSubject, presentCodeHost } from '../present.ts'
import { credentialProblem } from '../rules.ts'
import { insertCodeHost, refusalOfHost } from '../store.ts'
import { hostToken } from '../token.ts'

const missingAddress = { path: 'baseUrl', message: 'is required for Gitea and Forgejo', rule: 'required' }

export default ({ vault, fetcher }: Pick<CodeHostParts, 'vault' | 'fetcher'>) =>
  handle(createCodeHost, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { kind, name, token, app, tokenExpiresAt: expiresAt = null } = body
    const problem = credentialProblem(body, isAppKey)
    if (problem) return invalid([problem])
    const address = body.baseUrl ?? defaultAddresses[kind]
    if (address === undefined) return invalid([missingAddress])
    const baseUrl = baseAddressOf(address, fetcher)
    if (baseUrl === undefined) return invalid([wrongAddress])
    if (!vault.available) return fail.noVault()
    const refusal = await refusalOfHost(tx, name)
    if (refusal) return fail[refusal]()
    const id = uuidv7()
    const sealed = await hostToken.seal(tx, vault, id, app?.privateKey ?? token!)
    const installed = { appId: app?.appId ?? null, installationId: app?.installationId ?? null }
    const row = await insertCodeHost(tx, {
      id,
      kind,
      name,
      baseUrl,
      ...installed,
      ...sealed,
      expiresAt,
      now,
      userId: caller.userId,
    })
    return created(presentCodeHost(row), codeHostAuditSubject(row))
  })
