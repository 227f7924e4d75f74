import { ModelFailure, probeModel } from '../../../../execution/models/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { resolvedModel } from '../model-choice.ts'
import { testModelEndpoint } from '../contract.ts'
import { keyOf, openStored } from '../endpoint-provider.ts'
import { offeredBy, type ModelParts } from '../offered-models.ts'
import { presentTest } from '../present-test.ts'
import { identifierOf } from '../rules/endpoints.ts'
import { findModelEndpoint } from '../store-endpoints.ts'

const testMs = 120_000

export default (parts: ModelParts) =>
  handle(testModelEndpoint, async ({ params, body, signal, read, commit, fail, absent, invalid }) => {
    const row = (await read((tx) => findModelEndpoint(tx, params.id))) ?? absent()
    const identifier = identifierOf(row.name, body.model ?? row.models[0]!.model)
    const found = resolvedModel(offeredBy(parts), row, { model: identifier })
    if ('refusal' in found || !found.endpoint)
      return invalid([{ path: 'model', message: 'is not listed by this endpoint', rule: 'model' }])
    if (row.ciphertext && !parts.vault.available) return fail.noVault()
    const refuse = (error: unknown) => {
      if (!(error instanceof ModelFailure)) throw error
      return fail.refused({ error: error.message })
    }
    const tested = async () => {
      const apiKey = await read((tx) => keyOf(tx, parts, row))
      const provider = openStored(parts, row, apiKey, found.choice)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(testMs)])
      try {
        return await probeModel(provider, limit)
      } finally {
        await provider.close()
      }
    }
    const reply = presentTest(identifier, found.choice.price!, await tested().catch(refuse))
    const metadata = { model: identifier, works: reply.works }
    return commit(async ({ ok }) => ok(reply, { resource: ['model_endpoint', row.id], metadata }))
  })
