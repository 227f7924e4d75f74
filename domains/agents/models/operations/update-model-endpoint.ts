import { baseAddressOf } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { updateModelEndpoint } from '../contract.ts'
import { wrongAddress } from '../endpoint-address.ts'
import { noKey, sealedKey } from '../endpoint-key.ts'
import type { EndpointParts } from '../endpoint-provider.ts'
import { endpointAuditSubject, presentEndpoint, storedModel } from '../present-endpoint.ts'
import { faultsOfModels } from '../rules/endpoints.ts'
import { lockModelEndpoint, updateModelEndpoint as update, usersOfModels } from '../store-endpoints.ts'

export default ({ vault, modelAddresses, endpointSettings }: EndpointParts) =>
  handle(updateModelEndpoint, async ({ tx, params, body, caller, now, invalid, fail, absent, ok }) => {
    const before = (await lockModelEndpoint(tx, params.id)) ?? absent()
    const { apiKey } = body
    const models = body.models?.map(storedModel) ?? before.models
    const baseUrl = body.baseUrl === undefined ? before.baseUrl : baseAddressOf(body.baseUrl, modelAddresses)
    // A caller who may change an address could read a stored key by having it sent to a server of their own.
    const isKeyMissing = baseUrl !== before.baseUrl && before.ciphertext !== null && apiKey === undefined
    const faults = [
      ...(baseUrl === undefined ? [wrongAddress] : []),
      ...(isKeyMissing ? [{ path: 'apiKey', message: 'is required with another baseUrl', rule: 'required' }] : []),
      ...(body.models ? faultsOfModels(models, endpointSettings, now) : []),
    ]
    if (baseUrl === undefined || faults.length > 0) return invalid(faults)
    if (apiKey != null && !vault.available) return fail.noVault()
    const gone = before.models.filter(({ model }) => !models.some((one) => one.model === model))
    const usedBy = await usersOfModels(tx, before, gone)
    if (usedBy.length > 0) return fail.inUse({ usedBy })
    const { id, keyVersion, ciphertext, keyEnding } = before
    const kept = { keyVersion, ciphertext, keyEnding }
    const key = apiKey === undefined ? kept : apiKey === null ? noKey : await sealedKey(tx, vault, id, apiKey)
    const row = await update(tx, { id, baseUrl, models, ...key, now, userId: caller.userId })
    const { metadata, ...subject } = endpointAuditSubject(row)
    return ok(presentEndpoint(row), { ...subject, metadata: { ...metadata, fields: Object.keys(body) } })
  })
