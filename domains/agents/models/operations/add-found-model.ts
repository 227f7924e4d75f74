import { v7 as uuidv7 } from 'uuid'
import { shapeAt } from '../../../../execution/models/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { addFoundModel } from '../contract.ts'
import { noKey, sealedKey } from '../endpoint-key.ts'
import type { EndpointParts } from '../endpoint-provider.ts'
import type { FoundModelParts } from '../found-model.ts'
import { listedModelOf } from '../found-model.ts'
import { endpointAuditSubject, presentEndpoint, storedModel } from '../present-endpoint.ts'
import { faultsOfModels, mostEndpoints } from '../rules/endpoints.ts'
import { insertModelEndpoint, lockModelEndpoints, modelEndpoints } from '../store-endpoints.ts'

export default ({ vault, endpointSettings, foundModels }: EndpointParts & FoundModelParts) =>
  handle(addFoundModel, async ({ body, caller, now, signal, commit, invalid, fail }) => {
    if (!foundModels.isOffered) return fail.notOffered()
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
      await lockModelEndpoints(tx)
      const others = await modelEndpoints(tx)
      if (others.some(({ name }) => name === source.name)) return fail.nameTaken()
      if (others.length >= mostEndpoints) return fail.full()
      const id = uuidv7()
      const key = source.kind === 'key' ? await sealedKey(tx, vault, id, foundModels.keyOf(source)) : noKey
      const { name, baseUrl } = source
      const place = { id, name, baseUrl, shape: shapeAt(baseUrl), now, userId: caller.userId }
      const row = await insertModelEndpoint(tx, { ...place, ...key, models })
      return created(presentEndpoint(row), endpointAuditSubject(row))
    })
  })
