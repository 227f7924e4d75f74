import {
  defaultTimeouts,
  ModelFailure,
  openEndpoint,
  type EndpointDoor,
  type ModelChoice,
  type ModelProvider,
} from '../../../execution/models/index.ts'
import { RootKeyMissing, type Vault, VaultUnavailable } from '../../../platform/crypto/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { baseAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import { endpointKey, noKey, sealedKey } from './endpoint-key.ts'
import { inDatabase } from '../spending/index.ts'
import { type TokenBounds, mostEndpoints } from './rules/endpoints.ts'
import { findModelEndpoint, insertModelEndpoint, lockModelEndpoints, modelEndpoints } from './store-endpoints.ts'
import type { EndpointRow } from './tables.ts'
import { v7 as uuidv7 } from 'uuid'

/** The default settings of the endpoints of workspaces. */
export interface EndpointSettings extends TokenBounds {
  readonly firstByteMs: number
  readonly idleMs: number
}

export interface EndpointParts {
  readonly vault: Vault
  readonly modelAddresses: AddressJudge
  readonly endpointSettings: EndpointSettings
}

const words = { baseUrl: 'its baseUrl', apiKey: 'its apiKey', model: 'the name of its model' }

/** The name that records and messages have: the workspace's own, and the host. */
const nameOf = ({ name, baseUrl }: EndpointRow) => `${name} (${new URL(baseUrl).host})`

/** An endpoint as it is stored. Throws ModelFailure if nothing may be sent to its address any more. */
export const openStored = (
  { modelAddresses, endpointSettings }: Pick<EndpointParts, 'modelAddresses' | 'endpointSettings'>,
  row: EndpointRow,
  apiKey: string | undefined,
  choice: ModelChoice,
): ModelProvider => {
  const { baseUrl, shape } = row
  if (baseAddressOf(baseUrl, modelAddresses) === undefined) throw notAllowed(row)
  const { firstByteMs, idleMs } = endpointSettings
  const provider = openEndpoint({
    name: nameOf(row),
    baseUrl,
    apiKey,
    shape,
    words,
    lookup: modelAddresses.guard(baseUrl),
    model: choice.model,
    price: choice.price,
    contextTokens: choice.contextTokens,
    maxOutputTokens: choice.maxOutputTokens,
    timeouts: { ...defaultTimeouts, firstByteMs, idleMs },
  })
  return provider.choose(choice)
}

/** An endpoint for a run: each call reads its current address and key; the prices of `choice` hold until it closes. */
export const openForRun = (
  parts: EndpointParts,
  read: InTransaction,
  row: EndpointRow,
  choice: ModelChoice,
): ModelProvider => {
  const opened = new Map<number, ModelProvider>()
  const openCurrent = async () => {
    const { current, apiKey } = await inDatabase(() =>
      read(async (tx) => {
        const current = await findModelEndpoint(tx, row.id)
        if (!current?.models.some(({ model }) => model === choice.model)) throw removed(row, choice)
        return { current, apiKey: opened.has(current.revision) ? undefined : await keyOf(tx, parts, current) }
      }),
    )
    const provider = opened.get(current.revision) ?? openStored(parts, current, apiKey, choice)
    opened.set(current.revision, provider)
    return provider
  }
  return {
    ...choice,
    name: nameOf(row),
    shape: row.shape,
    maxTokensField: 'max_tokens',
    complete: async (body, signal) => (await openCurrent()).complete(body, signal),
    async *stream(body, signal) {
      yield* (await openCurrent()).stream(body, signal)
    },
    door: {
      text: async (request, ...bounds) => doorOf(row, await openCurrent()).text(request, ...bounds),
      async *bytes(request, signal, mostBytes) {
        yield* doorOf(row, await openCurrent()).bytes(request, signal, mostBytes)
      },
      async *lines(request, signal) {
        yield* doorOf(row, await openCurrent()).lines(request, signal)
      },
    },
    choose: (other) => openForRun(parts, read, row, other),
    close: async () => {
      await Promise.all([...opened.values()].map((one) => one.close()))
    },
  }
}

const doorOf = (row: EndpointRow, { door }: ModelProvider): EndpointDoor => {
  if (!door) throw notAllowed(row)
  return door
}

/** The key of an endpoint; undefined if none is stored. Throws ModelFailure if it cannot be opened here. */
export const keyOf = async (tx: Transaction, { vault }: Pick<EndpointParts, 'vault'>, row: EndpointRow) => {
  try {
    return await endpointKey.open(tx, vault, row.id, row)
  } catch (error) {
    if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) throw locked(row, error)
    throw error
  }
}

const unsent = (
  code: 'provider_removed' | 'provider_unreachable' | 'provider_refused_key',
  message: string,
  cause?: Error,
) => new ModelFailure(message, { status: 502, code, billed: 'nothing', cause })

const removed = ({ name }: EndpointRow, { model }: ModelChoice) =>
  unsent(
    'provider_removed',
    `The model endpoint ${name} was deleted, or does not list ${model} any more. Choose another model, then run the task again.`,
  )

const notAllowed = (row: EndpointRow) =>
  unsent(
    'provider_unreachable',
    `The model endpoint ${nameOf(row)} cannot be reached: its baseUrl is no public https address.`,
  )

const locked = (row: EndpointRow, cause: Error) =>
  unsent(
    'provider_refused_key',
    `The key of the model endpoint ${nameOf(row)} cannot be opened on this server. Store it again.`,
    cause,
  )

/** Says where requests to endpoints of models may go, and how a name leads there. */
export type AddressJudge = Pick<Fetcher, 'judge' | 'guard'>

export const wrongAddress = {
  path: 'baseUrl',
  message: 'has to be a public https address without user, query or fragment, such as https://api.example.com/v1',
  rule: 'address',
}

type NewEndpoint = Pick<EndpointRow, 'name' | 'shape' | 'baseUrl' | 'models'> & {
  readonly apiKey: string | undefined
  readonly userId: string
  readonly now: Date
}

/** Inserts an endpoint with its key sealed, or returns why the workspace refuses it. */
export const sealEndpoint = async (
  tx: Transaction,
  vault: Vault,
  { apiKey, ...endpoint }: NewEndpoint,
): Promise<EndpointRow | 'nameTaken' | 'full'> => {
  await lockModelEndpoints(tx)
  const others = await modelEndpoints(tx)
  if (others.some(({ name }) => name === endpoint.name)) return 'nameTaken'
  if (others.length >= mostEndpoints) return 'full'
  const id = uuidv7()
  const key = apiKey === undefined ? noKey : await sealedKey(tx, vault, id, apiKey)
  return insertModelEndpoint(tx, { ...endpoint, id, ...key })
}
