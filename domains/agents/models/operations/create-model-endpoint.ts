import { shapeAt } from '../../../../execution/models/index.ts'
import { baseAddressOf } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { createModelEndpoint } from '../contract.ts'
import { wrongAddress } from '../endpoint-address.ts'
import type { EndpointParts } from '../endpoint-provider.ts'
import { keepEndpoint } from '../keep-endpoint.ts'
import { endpointAuditSubject, presentEndpoint, storedModel } from '../present-endpoint.ts'
import { faultsOfModels } from '../rules/endpoints.ts'

export default ({ vault, modelAddresses, endpointSettings }: EndpointParts) =>
  handle(createModelEndpoint, async ({ tx, body, caller, now, invalid, fail, created }) => {
    const { name, apiKey } = body
    const models = body.models.map(storedModel)
    const baseUrl = baseAddressOf(body.baseUrl, modelAddresses)
    const faults = [...(baseUrl === undefined ? [wrongAddress] : []), ...faultsOfModels(models, endpointSettings, now)]
    if (baseUrl === undefined || faults.length > 0) return invalid(faults)
    if (apiKey !== undefined && !vault.available) return fail.noVault()
    const shape = body.shape ?? shapeAt(baseUrl)
    const row = await keepEndpoint(tx, vault, { name, shape, baseUrl, models, apiKey, userId: caller.userId, now })
    if (typeof row === 'string') return fail[row]()
    return created(presentEndpoint(row), endpointAuditSubject(row))
  })
