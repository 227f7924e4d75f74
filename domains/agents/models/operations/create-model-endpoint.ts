import { v7 as uuidv7 } from 'uuid'
import { shapeAt } from '../../../../execution/models/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { createModelEndpoint } from '../contract.ts'
import { baseAddressOf, wrongAddress } from '../endpoint-address.ts'
import { noKey, sealedKey } from '../endpoint-key.ts'
import type { EndpointParts } from '../endpoint-provider.ts'
import { endpointAuditSubject, presentEndpoint, storedModel } from '../present-endpoint.ts'
import { faultsOfModels, mostEndpoints } from '../rules/endpoints.ts'
import { insertModelEndpoint, lockModelEndpoints, modelEndpoints } from '../store-endpoints.ts'

export default ({ vault, modelAddresses, endpointSettings }: EndpointParts) =>
  handle(createModelEndpoint, async ({ tx, body, caller, now, invalid, fail, created }) => {
    const { name, apiKey } = body
    const models = body.models.map(storedModel)
    const baseUrl = baseAddressOf(body.baseUrl, modelAddresses)
    const faults = [...(baseUrl === undefined ? [wrongAddress] : []), ...faultsOfModels(models, endpointSettings, now)]
    if (baseUrl === undefined || faults.length > 0) return invalid(faults)
    if (apiKey !== undefined && !vault.available) return fail.noVault()
    await lockModelEndpoints(tx)
    const others = await modelEndpoints(tx)
    if (others.some((one) => one.name === name)) return fail.nameTaken()
    if (others.length >= mostEndpoints) return fail.full()
    const id = uuidv7()
    const key = apiKey === undefined ? noKey : await sealedKey(tx, vault, id, apiKey)
    const shape = body.shape ?? shapeAt(baseUrl)
    const row = await insertModelEndpoint(tx, {
      id,
      name,
      shape,
      baseUrl,
      models,
      ...key,
      now,
      userId: caller.userId,
    })
    return created(presentEndpoint(row), endpointAuditSubject(row))
  })
