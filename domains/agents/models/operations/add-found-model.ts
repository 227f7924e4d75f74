import { shapeAt } from '../../../../execution/models/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { addFoundModel } from '../contract.ts'
import type { EndpointParts } from '../endpoint-provider.ts'
import { listedModelOf, type FoundModelParts } from '../found-model.ts'
import { keepEndpoint } from '../keep-endpoint.ts'
import { endpointAuditSubject, presentEndpoint, storedModel } from '../present-endpoint.ts'
import { faultsOfModels } from '../rules/endpoints.ts'

export default ({ vault, endpointSettings, foundModels }: EndpointParts & FoundModelParts) =>
  handle(addFoundModel, async ({ body, caller, now, signal, commit, invalid, fail }) => {
    if (!foundModels.isOffered()) return fail.notOffered()
    const source = (await foundModels.find(signal)).find(({ name }) => name === body.name)
    if (!source) return invalid([{ path: 'name', message: 'is not among what was found', rule: 'found' }])
    if (source.unusable !== undefined) return fail.unusable({ reason: source.unusable })
    const listed = listedModelOf(source, body, now)
    if ('fault' in listed) return invalid([listed.fault])
    const models = [storedModel(listed)]
    const [fault] = faultsOfModels(models, endpointSettings, now)
    if (fault) return invalid([{ ...fault, path: 'model' }])
    if (source.kind === 'key' && !vault.available) return fail.noVault()
    if (source.kind === 'server') await foundModels.allow(source)
    return commit(async ({ tx, created }) => {
      const { name, baseUrl } = source
      const apiKey = source.kind === 'key' ? foundModels.keyOf(source) : undefined
      const endpoint = { name, baseUrl, shape: shapeAt(baseUrl), models, apiKey, userId: caller.userId, now }
      const row = await keepEndpoint(tx, vault, endpoint)
      if (typeof row === 'string') return fail[row]()
      return created(presentEndpoint(row), endpointAuditSubject(row))
    })
  })
