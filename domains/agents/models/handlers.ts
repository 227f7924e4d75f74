import { v7 as uuidv7 } from 'uuid'
import { pageMost } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { baseAddressOf } from '../../../platform/fetch/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { shapeAt, ModelFailure, probeModel } from '../../../execution/models/index.ts'
import { lockProject, findProject } from '../../code/projects/index.ts'
import { answerCall, type CallParts } from './answer-call.ts'
import { callableModels, presentCallable } from './callable-models.ts'
import type { CapParts } from './cap-calls.ts'
import { modelFor } from './chosen-model.ts'
import * as contract from './contract.ts'
import { noKey, sealedKey } from './endpoint-key.ts'
import { wrongAddress, type EndpointParts, keyOf, openStored, sealEndpoint } from './endpoint-provider.ts'
import { presentFound, type FoundModelParts, listedModelOf } from './found-model.ts'
import { roleOf, faultsOf, resolvedModel } from './model-choice.ts'
import { type ModelParts, offeredBy, type CatalogParts, type TableParts } from './offered-models.ts'
import {
  endpointAuditSubject,
  knownMakers,
  presentCallPolicy,
  presentEndpoint,
  presentModel,
  presentPreference,
  presentResolved,
  presentTest,
  storedModel,
  usd,
} from './present.ts'
import { faultsOfPolicy } from './rules/call-policy.ts'
import { boundsOf, endpointNameIn, faultsOfModels, identifierOf } from './rules/endpoints.ts'
import * as endpointStore from './store-endpoints.ts'
import * as store from './store.ts'
import type { EndpointRow } from './tables.ts'

const clearModelPreference = handle(contract.clearModelPreference, async ({ tx, params, workspace, invalid, ok }) => {
  const role = roleOf(params.role, invalid)
  const deleted = await store.clearModelPreference(tx, { role })
  const about = { resource: ['workspace', workspace], metadata: { role } } as const
  return ok({ deleted }, deleted ? about : { ...about, repeated: true })
})

const clearOrganizationHarness = handle(contract.clearOrganizationHarness, async ({ tx, workspace, fail, ok }) => {
  if (!(await store.clearHarnessPreference(tx, { projectId: null }))) return fail.noPreference()
  return ok({ deleted: true }, { resource: ['workspace', workspace] })
})

const clearProjectHarness = handle(contract.clearProjectHarness, async ({ tx, params, fail, absent, ok }) => {
  const project = (await lockProject(tx, params.projectId)) ?? absent()
  if (!(await store.clearHarnessPreference(tx, { projectId: project.id }))) return fail.noPreference()
  return ok({ deleted: true }, { resource: ['project', project.id], within: { projectId: project.id } })
})

const getModelPreference = (parts: ModelParts) =>
  handle(contract.getModelPreference, async ({ tx, params, invalid, fail, ok }) => {
    const role = roleOf(params.role, invalid)
    return ok(
      await presentPreference(tx, parts, (await store.findModelPreference(tx, { role })) ?? fail.noPreference()),
    )
  })

const getResolvedOrganizationHarness = (parts: ModelParts) =>
  handle(contract.getResolvedOrganizationHarness, async ({ tx, ok }) => ok(await presentResolved(tx, parts)))

const getResolvedProjectHarness = (parts: ModelParts) =>
  handle(contract.getResolvedProjectHarness, async ({ tx, params, absent, ok }) => {
    const project = (await findProject(tx, params.projectId)) ?? absent()
    return ok(await presentResolved(tx, parts, project.id))
  })

const listHarnessPreferences = handle(contract.listHarnessPreferences, async ({ tx, caller, query, next, ok }) => {
  const { cursor, limit = pageMost } = query
  const page = await store.harnessPreferencePage(tx, cursorOf(cursor), limit, caller.projectIds)
  next(page.next)
  return ok(page.rows)
})

const listModelPreferences = (parts: ModelParts) =>
  handle(contract.listModelPreferences, async ({ tx, ok }) => {
    return ok(await Promise.all((await store.modelPreferences(tx)).map((row) => presentPreference(tx, parts, row))))
  })

const setModelPreference = (parts: ModelParts) =>
  handle(contract.setModelPreference, async ({ tx, params, body, caller, workspace, now, invalid, ok }) => {
    const role = roleOf(params.role, invalid)
    const { modelIdentifier, maxTokens = null, temperature = null } = body
    const asked = { model: modelIdentifier, maxTokens: maxTokens ?? undefined, temperature: temperature ?? undefined }
    const faults = faultsOf(offeredBy(parts), await endpointStore.shareLockEndpointNamedIn(tx, modelIdentifier), asked)
    if (faults.length > 0) return invalid(faults)
    const row = await store.putModelPreference(tx, {
      role,
      modelIdentifier,
      maxTokens,
      temperature: temperature === null ? null : String(temperature),
      now,
      userId: caller.userId,
    })
    return ok(await presentPreference(tx, parts, row), {
      resource: ['workspace', workspace],
      metadata: { role, ...body },
    })
  })

const setOrganizationHarness = handle(
  contract.setOrganizationHarness,
  async ({ tx, body, caller, workspace, now, ok }) => {
    const { harness } = body
    const row = await store.putHarnessPreference(tx, {
      id: uuidv7(),
      projectId: null,
      harness,
      now,
      userId: caller.userId,
    })
    return ok(row, { resource: ['workspace', workspace], metadata: { harness } })
  },
)

const setProjectHarness = handle(contract.setProjectHarness, async ({ tx, params, body, caller, now, absent, ok }) => {
  const project = (await lockProject(tx, params.projectId)) ?? absent()
  const { harness } = body
  const preference = { id: uuidv7(), projectId: project.id, harness, now, userId: caller.userId }
  return ok(await store.putHarnessPreference(tx, preference), {
    resource: ['project', project.id],
    within: { projectId: project.id },
    metadata: { harness },
  })
})

const listModelCatalog = (parts: CatalogParts & TableParts) =>
  handle(contract.listModelCatalog, async ({ read, ok }) => {
    const { source, models, isWhole, fetchedAt, ageSeconds, isStale, failure } = await parts.catalog.read()
    const endpoints = await read(endpointStore.modelEndpoints)
    const offered = offeredBy(parts)
    const atEndpoint = (id: string) => endpoints.find(({ name }) => name === endpointNameIn(id))
    return ok({
      source: source ?? null,
      fetchedAt: fetchedAt ?? null,
      ageSeconds: ageSeconds ?? null,
      isStale,
      isWhole,
      failure: failure ?? null,
      makers: knownMakers(parts.modelTable),
      models: [
        ...endpoints.flatMap((row) => listedBy(row, parts)),
        ...models.map(({ inputMicrosPerMillion, outputMicrosPerMillion, ...model }) => ({
          ...model,
          endpoint: null,
          pricedOn: null,
          inputUsdPerMillion: usd(inputMicrosPerMillion),
          outputUsdPerMillion: usd(outputMicrosPerMillion),
          canBeChosen: isOfInstance(resolvedModel(offered, atEndpoint(model.id), { model: model.id })),
        })),
      ],
    })
  })

const listedBy = (row: EndpointRow, { endpointSettings }: CatalogParts) =>
  row.models.map((listed) => {
    const { identifier: id, model: name, pricedOn, inputUsdPerMillion, outputUsdPerMillion } = presentModel(row, listed)
    const prices = { inputUsdPerMillion, outputUsdPerMillion, pricedOn }
    return { id, name, endpoint: row.name, ...boundsOf(listed, endpointSettings), ...prices, canBeChosen: true }
  })

/** A model of the router with the name of a workspace's model would not be chosen. */
const isOfInstance = (found: ReturnType<typeof resolvedModel>) => !('refusal' in found) && !found.endpoint

const createModelEndpoint = ({ vault, modelAddresses, endpointSettings }: EndpointParts) =>
  handle(contract.createModelEndpoint, async ({ tx, body, caller, now, invalid, fail, created }) => {
    const { name, apiKey } = body
    const models = body.models.map(storedModel)
    const baseUrl = baseAddressOf(body.baseUrl, modelAddresses)
    const faults = [...(baseUrl === undefined ? [wrongAddress] : []), ...faultsOfModels(models, endpointSettings, now)]
    if (baseUrl === undefined || faults.length > 0) return invalid(faults)
    if (apiKey !== undefined && !vault.available) return fail.noVault()
    const shape = body.shape ?? shapeAt(baseUrl)
    const row = await sealEndpoint(tx, vault, { name, shape, baseUrl, models, apiKey, userId: caller.userId, now })
    if (typeof row === 'string') return fail[row]()
    return created(presentEndpoint(row), endpointAuditSubject(row))
  })

const deleteModelEndpoint = handle(contract.deleteModelEndpoint, async ({ tx, params, fail, absent, ok }) => {
  const row = (await endpointStore.lockModelEndpoint(tx, params.id)) ?? absent()
  const usedBy = await endpointStore.listModelUsers(tx, row, row.models)
  if (usedBy.length > 0) return fail.inUse({ usedBy })
  await endpointStore.deleteModelEndpoint(tx, { id: row.id })
  return ok({ deleted: true }, endpointAuditSubject(row))
})

const getModelEndpoint = handle(contract.getModelEndpoint, async ({ tx, params, absent, ok }) =>
  ok(presentEndpoint((await endpointStore.findModelEndpoint(tx, params.id)) ?? absent())),
)

const listModelEndpoints = handle(contract.listModelEndpoints, async ({ tx, ok }) =>
  ok((await endpointStore.modelEndpoints(tx)).map(presentEndpoint)),
)

const listFoundModels = ({ foundModels }: FoundModelParts) =>
  handle(contract.listFoundModels, async ({ read, ok, signal }) => {
    if (!foundModels.isOffered()) return ok({ isOffered: false, models: [] })
    const sources = await foundModels.find(signal)
    const endpoints = await read(endpointStore.modelEndpoints)
    return ok({ isOffered: true, models: sources.map((source) => presentFound(source, endpoints)) })
  })

const addFoundModel = ({ vault, endpointSettings, foundModels }: EndpointParts & FoundModelParts) =>
  handle(contract.addFoundModel, async ({ body, caller, now, signal, commit, invalid, fail }) => {
    if (!foundModels.isOffered()) return fail.notOffered()
    const source = (await foundModels.find(signal)).find(({ name }) => name === body.name)
    if (!source) return invalid([{ path: 'name', message: 'was not found on this machine', rule: 'found' }])
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
      const row = await sealEndpoint(tx, vault, endpoint)
      if (typeof row === 'string') return fail[row]()
      return created(presentEndpoint(row), endpointAuditSubject(row))
    })
  })

const testMs = 120_000

const testModelEndpoint = (parts: ModelParts) =>
  handle(contract.testModelEndpoint, async ({ params, body, signal, read, commit, fail, absent, invalid }) => {
    const row = (await read((tx) => endpointStore.findModelEndpoint(tx, params.id))) ?? absent()
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
      const provider = openStored(parts, row, await read((tx) => keyOf(tx, parts, row)), found.choice)
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

const updateModelEndpoint = ({ vault, modelAddresses, endpointSettings }: EndpointParts) =>
  handle(contract.updateModelEndpoint, async ({ tx, params, body, caller, now, invalid, fail, absent, ok }) => {
    const before = (await endpointStore.lockModelEndpoint(tx, params.id)) ?? absent()
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
    const usedBy = await endpointStore.listModelUsers(tx, before, gone)
    if (usedBy.length > 0) return fail.inUse({ usedBy })
    const { id } = before
    const { keyVersion, ciphertext, keyEnding } =
      apiKey === undefined ? before : apiKey === null ? noKey : await sealedKey(tx, vault, id, apiKey)
    const key = { keyVersion, ciphertext, keyEnding }
    const row = await endpointStore.updateModelEndpoint(tx, { id, baseUrl, models, ...key, now, userId: caller.userId })
    const { metadata, ...subject } = endpointAuditSubject(row)
    return ok(presentEndpoint(row), { ...subject, metadata: { ...metadata, fields: Object.keys(body) } })
  })

const createAiChatCompletion = (parts: CallParts) =>
  handle(contract.createAiChatCompletion, (context) => answerCall(parts, 'chat', context))

const countAiMessageTokens = (parts: CallParts) =>
  handle(contract.countAiMessageTokens, (context) => answerCall(parts, 'token_count', context))

const createAiEmbedding = (parts: CallParts) =>
  handle(contract.createAiEmbedding, (context) => answerCall(parts, 'embeddings', context))

const listAiMessageModels = (parts: TableParts) =>
  handle(contract.listAiMessageModels, async ({ tx, ok }) => {
    const models = callableModels(offeredBy(parts), await endpointStore.modelEndpoints(tx)).map(
      presentCallable(parts.modelTable),
    )
    return ok({
      data: models.map((model) => ({
        ...model,
        type: 'model',
        display_name: model.id,
        created_at: '1970-01-01T00:00:00Z',
      })),
      has_more: false,
      first_id: models.at(0)?.id ?? null,
      last_id: models.at(-1)?.id ?? null,
    })
  })

const createAiMessage = (parts: CallParts) =>
  handle(contract.createAiMessage, (context) => answerCall(parts, 'messages', context))

const createAiResponse = (parts: CallParts) =>
  handle(contract.createAiResponse, (context) => answerCall(parts, 'responses', context))

const getModelCallPolicy = handle(contract.getModelCallPolicy, async ({ tx, ok }) =>
  ok(presentCallPolicy(await store.findCallPolicy(tx))),
)

const listAiModels = (parts: TableParts) =>
  handle(contract.listAiModels, async ({ tx, ok }) => {
    const [endpoints, chosen] = await Promise.all([endpointStore.modelEndpoints(tx), modelFor(tx, parts, 'coder')])
    const models = callableModels(offeredBy(parts), endpoints)
    const byDefault = 'message' in chosen ? undefined : models.find(({ id }) => id === chosen.identifier)
    return ok({ object: 'list', default: byDefault?.id ?? null, data: models.map(presentCallable(parts.modelTable)) })
  })

const updateModelCallPolicy = (parts: ModelParts) =>
  handle(contract.updateModelCallPolicy, async ({ tx, body, caller, workspace, now, invalid, ok }) => {
    const listed = callableModels(offeredBy(parts), await endpointStore.modelEndpoints(tx))
    const listedIds = listed.map(({ id }) => id)
    const faults = faultsOfPolicy(body, listedIds)
    if (faults.length > 0) return invalid(faults)
    const row = await store.putCallPolicy(tx, { ...body, now, userId: caller.userId })
    return ok(presentCallPolicy(row), { resource: ['workspace', workspace], metadata: { ...body } })
  })

export default (parts: CatalogParts & TableParts & CapParts & FoundModelParts) => ({
  listModelPreferences: listModelPreferences(parts),
  getModelPreference: getModelPreference(parts),
  setModelPreference: setModelPreference(parts),
  clearModelPreference,
  listModelCatalog: listModelCatalog(parts),
  listHarnessPreferences,
  setOrganizationHarness,
  clearOrganizationHarness,
  getResolvedOrganizationHarness: getResolvedOrganizationHarness(parts),
  setProjectHarness,
  clearProjectHarness,
  getResolvedProjectHarness: getResolvedProjectHarness(parts),
  listModelEndpoints,
  createModelEndpoint: createModelEndpoint(parts),
  getModelEndpoint,
  updateModelEndpoint: updateModelEndpoint(parts),
  deleteModelEndpoint,
  testModelEndpoint: testModelEndpoint(parts),
  listFoundModels: listFoundModels(parts),
  addFoundModel: addFoundModel(parts),
  getModelCallPolicy,
  updateModelCallPolicy: updateModelCallPolicy(parts),
  listAiModels: listAiModels(parts),
  createAiChatCompletion: createAiChatCompletion(parts),
  createAiMessage: createAiMessage(parts),
  createAiResponse: createAiResponse(parts),
  createAiEmbedding: createAiEmbedding(parts),
  listAiMessageModels: listAiMessageModels(parts),
  countAiMessageTokens: countAiMessageTokens(parts),
})
