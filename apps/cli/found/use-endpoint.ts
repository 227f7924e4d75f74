import { models as contract } from '../../../domains/agents/models/contract.ts'
import { isLocalHost } from '../../../execution/models/local-servers.ts'
import { callableModels } from '../client/callable-models.ts'
import type { Client, Reply } from '../client/client.ts'
import { findDataFolder } from '../client/credentials.ts'
import { atelier } from '../program/command.ts'
import { conflict, failed, Failure, usage } from '../failure.ts'
import type { Session } from '../session.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { printable } from '../terminal/text.ts'
import { boundsOf, type FoundSource, type ModelPrice } from '../../../execution/models/found/source.ts'
import { addModelHost } from './saved-settings.ts'
import type { UsedSource, UseOptions } from './model-source.ts'

type Endpoint = Reply<typeof contract.getModelEndpoint>

/** Keeps a key or a model server as an endpoint of the workspace, once it has answered a first question. */
export const useEndpoint = async (session: Session, source: FoundSource, options: UseOptions): Promise<UsedSource> => {
  const { output } = session
  const client = await session.client()
  const model = options.model ?? source.model!
  const price = await priceFor(session, source, model, options.price)
  session.ifInterrupted(`Stopped. The endpoint may be there already: ${atelier} models endpoints lists it.`)
  output.say(`Asking ${printable(model)} of ${printable(source.title)} one question, twice …`)
  const listed = { ...boundsOf(source), ...price, model }
  const tried = await createEndpoint(session, client, source, listed)
  const tested = await client
    .call(contract.testModelEndpoint, { params: { id: tried.endpoint.id }, body: { model } })
    .catch(async (error: unknown) => {
      await tried.undo()
      throw error instanceof Failure ? unanswered(source, error) : error
    })
  if (!tested.works) {
    await tried.undo()
    const lacks = tested.streams ? 'call the tool that it was given' : 'stream its answer'
    throw failed(
      'model_unfit',
      `${printable(model)} does not ${lacks}, and agents cannot work without that. Choose another one: --model <name>. Nothing was kept.`,
    )
  }
  if (tested.readsWhole === false) output.say(windowWarning(source))
  const { name } = await keepEndpoint(session, client, { source, listed, tried })
  const identifier = `${name}/${model}`
  return { kind: 'endpoint', model: identifier, roles: await setRoles(client, identifier) }
}

const windowWarning = ({ name, title }: FoundSource) =>
  name === 'ollama'
    ? 'Its window is too small for an agent: stop Ollama, and start it as OLLAMA_CONTEXT_LENGTH=32768 ollama serve'
    : `Its window is too small for an agent: start ${title} with a larger one.`

/** The answer for a key that does not work, a server that hangs, or a server without the model. */
const unanswered = ({ title, ...source }: FoundSource, error: Failure) => {
  const sentence = typeof error.details.error === 'string' ? error.details.error : error.message
  const remedy =
    source.kind === 'key'
      ? `Look at ${source.variable}, and run this again.`
      : 'Look at what it prints, and run this again.'
  return failed('source_failed', `${printable(title)} did not work. ${printable(sentence)} ${remedy} Nothing was kept.`)
}

const priceFor = async (
  { signal, output }: Session,
  source: FoundSource,
  model: string,
  option: string | undefined,
): Promise<ModelPrice> => {
  if (option !== undefined) return priceIn(option)
  if (source.kind === 'server') return { inputUsdPerMillion: 0, outputUsdPerMillion: 0, pricedOn: today() }
  if (source.price && model === source.model) return source.price
  if (output.json || !canAsk())
    throw usage(
      `The price of ${printable(model)} is not known here. Say it: --price <input>/<output>, in dollars for a million tokens.`,
    )
  const question = `Dollars for a million tokens of ${printable(model)}, input/output, such as 1.25/10: `
  return priceIn(await ask(question, '', signal))
}

const today = () => new Date().toISOString().slice(0, 10)

const priceIn = (text: string): ModelPrice => {
  const [, input, output] = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*\/\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/.exec(text) ?? []
  if (input === undefined || output === undefined)
    throw usage(`${printable(text)} is no price. Write it as 1.25/10: dollars for a million tokens, input and output.`)
  return { inputUsdPerMillion: Number(input), outputUsdPerMillion: Number(output), pricedOn: today() }
}

interface TriedEndpoint {
  readonly endpoint: Endpoint
  /** An earlier one for the same address. */
  readonly before: Endpoint | undefined
  /** Leaves the workspace as it was. */
  readonly undo: () => Promise<void>
}

type NewModel = ModelPrice & { readonly model: string }

/** A new endpoint, also if there is one for the address: a key that does not work replaces none. */
const createEndpoint = async (
  session: Session,
  client: Client,
  source: FoundSource,
  listed: NewModel,
): Promise<TriedEndpoint> => {
  const { baseUrl } = source
  const others = await client.call(contract.listModelEndpoints)
  const before = others.find((one) => one.baseUrl === baseUrl && one.name.startsWith(source.name))
  const name = freeName(source.name, others)
  const { allowed, undo: close } = await onThisMachine(session, client, baseUrl)
  const endpoint = await client
    .call(contract.createModelEndpoint, { body: { name, baseUrl, models: [listed], ...keyOf(session, source) } })
    .catch(async (error: unknown) => {
      await close()
      throw isAddressRefused(error) && !allowed ? unreachableHere(client, baseUrl) : error
    })
  const undo = async () => {
    await client.call(contract.deleteModelEndpoint, { params: { id: endpoint.id } })
    await close()
  }
  return { endpoint, before, undo }
}

const keyOf = ({ environment }: Session, source: FoundSource) =>
  source.kind === 'key' ? { apiKey: environment[source.variable]!.trim() } : {}

interface Trial {
  readonly source: FoundSource
  readonly listed: NewModel
  readonly tried: TriedEndpoint
}

/** The new endpoint; an existing one takes key and model over instead, and keeps its name and its other models. */
const keepEndpoint = async (session: Session, client: Client, { source, listed, tried }: Trial): Promise<Endpoint> => {
  const { before, endpoint } = tried
  if (!before) return endpoint
  const body = { ...keyOf(session, source), models: withModel(before, listed) }
  const changed = await client.call(contract.updateModelEndpoint, { params: { id: before.id }, body })
  await client.call(contract.deleteModelEndpoint, { params: { id: endpoint.id } })
  return changed
}

const withModel = ({ models }: Endpoint, listed: NewModel): NewModel[] => [
  listed,
  ...models.filter(({ model }) => model !== listed.model).map(listedAgain),
]

const listedAgain = ({ identifier: _, ...model }: Endpoint['models'][number]): NewModel => {
  const fields = Object.entries(model).filter(([, value]) => value !== null)
  return Object.fromEntries(fields) as unknown as NewModel
}

/** Opens the way to a model server of loopback, if the server belongs to this user on this machine. */
const onThisMachine = async ({ environment, cwd }: Session, { url }: Client, baseUrl: string) => {
  const { host } = new URL(baseUrl)
  const folder = isLocalHost(host) ? await findDataFolder(environment, cwd, url) : undefined
  if (folder === undefined) return { allowed: false, undo: async () => undefined }
  return { allowed: true, undo: await addModelHost({ environment, dataFolder: folder }, host) }
}

const isAddressRefused = (error: unknown) =>
  error instanceof Failure && JSON.stringify(error.details.fields ?? []).includes('"baseUrl"')

const unreachableHere = ({ url }: Client, baseUrl: string) => {
  const { host } = new URL(baseUrl)
  return conflict(
    'server_elsewhere',
    `The server at ${url} may not reach ${host}, and its data folder is not on this machine or not yours. Its keeper can allow it: ATELIER_FETCH_PRIVATE_HOSTS=${host}`,
  )
}

const freeName = (wanted: string, others: readonly Endpoint[]): string => {
  const taken = new Set(others.map(({ name }) => name))
  const numbered = [wanted, ...Array.from({ length: 20 }, (_, at) => `${wanted}-${at + 2}`)]
  return numbered.find((name) => !taken.has(name)) ?? wanted
}

const allRoles = ['planner', 'coder', 'reviewer', 'tester', 'writer', 'intake'] as const

/** The coder gets the model; the other roles too if they would work with the built-in offline model. */
const setRoles = async (client: Client, modelIdentifier: string): Promise<readonly string[]> => {
  const preferences = await client.call(contract.listModelPreferences)
  const isOffline = await isInstanceOffline(client)
  const others = allRoles.filter((role) => isOffline && !preferences.some((one) => one.role === role))
  const roles = [...new Set(['coder', ...others])]
  for (const role of roles)
    await client.call(contract.setModelPreference, { params: { role }, body: { modelIdentifier } })
  return roles
}

const isInstanceOffline = async (client: Client) => {
  const { models } = await callableModels(client)
  const endpoints = await client.call(contract.listModelEndpoints)
  return models.every(({ owned_by: owner }) => endpoints.some(({ name }) => name === owner))
}
