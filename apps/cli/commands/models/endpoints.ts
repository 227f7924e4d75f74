import { models as contract } from '../../../../domains/agents/models/contract.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { absent, failed, usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { readKey } from '../../terminal/ask.ts'
import { printable } from '../../terminal/text.ts'
import { modelLines } from './lines.ts'

type Endpoint = Reply<typeof contract.getModelEndpoint>
type EndpointTest = Reply<typeof contract.testModelEndpoint>

interface KeyOptions {
  readonly key?: boolean
  readonly stdin?: boolean
}
interface AddEndpointOptions extends ListedOptions, KeyOptions {
  readonly shape?: Endpoint['shape']
}
interface SetEndpointOptions extends ListedOptions, KeyOptions {
  readonly baseUrl?: string
}

/** `atelier models endpoints`: prints the endpoints of the workspace, each with its models and prices. */
export const listEndpoints = async ({ client, output }: Session): Promise<void> => {
  const rows = await (await client()).call(contract.listModelEndpoints)
  output.document(rows)
  if (rows.length === 0) output.print('The workspace has no model endpoint of its own: the instance’s serves.')
  for (const line of rows.flatMap(linesOf)) output.print(line)
}

/** `atelier models endpoints add`: adds an endpoint, whose models can then be chosen as `name/model`. */
export const addEndpoint = async (
  session: Session,
  name: string,
  baseUrl: string,
  { shape, key = true, stdin = false, ...listed }: AddEndpointOptions,
): Promise<void> => {
  const models = listedModels(listed)
  if (!models) throw usage('Name its models with their prices: --model gpt-5=1.25/10')
  const client = await session.client()
  const apiKey = key ? await readKey(`Key of ${printable(name)} (not shown) `, stdin, session.signal) : undefined
  const body = defined({ name, baseUrl, models, shape, apiKey })
  show(session, await client.call(contract.createModelEndpoint, { body }))
}

/** `atelier models endpoints set`: changes models, key or address; a new address needs the key again. */
export const setEndpoint = async (
  session: Session,
  name: string,
  { baseUrl, key = baseUrl !== undefined || undefined, stdin = false, ...listed }: SetEndpointOptions,
): Promise<void> => {
  const models = listedModels(listed)
  if (baseUrl === undefined && key === undefined && !stdin && !models)
    throw usage('Say what to change: --base-url, --key, --no-key or --model.')
  const client = await session.client()
  const { id } = await endpointNamed(client, name)
  const isNewKey = key === true || (key === undefined && stdin)
  const newKey = isNewKey ? await readKey(`Key of ${printable(name)} (not shown) `, stdin, session.signal) : undefined
  const body = defined({ baseUrl: baseUrl === '' ? undefined : baseUrl, models, apiKey: key === false ? null : newKey })
  show(session, await client.call(contract.updateModelEndpoint, { params: { id }, body }))
}

/** `atelier models endpoints delete`: deletes an endpoint with its key. */
export const deleteEndpoint = async ({ client, output }: Session, name: string): Promise<void> => {
  const at = await client()
  const { id } = await endpointNamed(at, name)
  output.show(
    await at.call(contract.deleteModelEndpoint, { params: { id } }),
    `${printable(name)} is deleted, with its key.`,
  )
}

/** `atelier models endpoints test`: sends an endpoint, from the server, the questions of a run. */
export const testEndpoint = async ({ client, output }: Session, name: string, model?: string): Promise<void> => {
  const at = await client()
  const { id } = await endpointNamed(at, name)
  const tested = await at.call(contract.testModelEndpoint, { params: { id }, body: { ...(model && { model }) } })
  output.print(`${printable(tested.identifier)} answers.`)
  for (const line of testLines(tested)) output.print(line)
  if (!tested.works) throw failed('model_unfit', 'Agents need tools and streaming. Choose another model.', tested)
  output.document(tested)
}

const testLines = ({ inputTokens, outputTokens, cacheReadTokens, readsWhole, costUsd, ...tested }: EndpointTest) => [
  modelLines.tools(tested.callsTools),
  modelLines.streaming(tested.streams),
  inputTokens === null ? modelLines.noUsage : modelLines.usage(inputTokens, outputTokens),
  cacheReadTokens === null
    ? modelLines.noCaching
    : `Caching    ${cacheReadTokens} tokens of the same question asked again`,
  ...(readsWhole === false ? ['Window     too small: it did not read the whole question'] : []),
  `Cost       ${costUsd === null ? 'unknown' : `$${costUsd} for both questions`}`,
]

const show = ({ output }: Session, endpoint: Endpoint) => {
  output.show(endpoint, linesOf(endpoint))
}

const linesOf = ({ name, shape, baseUrl, hasApiKey, apiKeyEnding, models }: Endpoint) => [
  `${printable(name)} · ${printable(baseUrl)} · ${shape} · ${hasApiKey ? `key …${printable(apiKeyEnding ?? '')}` : 'no key'}`,
  ...models.map(
    ({ identifier, inputUsdPerMillion, outputUsdPerMillion, pricedOn }) =>
      `  ${printable(identifier)} · $${inputUsdPerMillion} / $${outputUsdPerMillion} on ${pricedOn}`,
  ),
]

const endpointNamed = async (client: Client, name: string) => {
  const rows = await client.call(contract.listModelEndpoints)
  const found = rows.find((row) => row.name === name)
  if (!found) throw absent('no_model_endpoint', `There is no model endpoint ${printable(name)} in this workspace.`)
  return found
}

interface ListedOptions {
  readonly model?: readonly string[]
  readonly pricedOn?: string
  readonly contextTokens?: string
  readonly outputTokens?: string
}

/** Models as they are typed, such as `gpt-5=1.25/10`; undefined without any. */
export const listedModels = ({ model, pricedOn, contextTokens, outputTokens }: ListedOptions, now = new Date()) => {
  if (!model) {
    if (pricedOn ?? contextTokens ?? outputTokens) throw usage('Say for which models: --model gpt-5=1.25/10')
    return undefined
  }
  const shared = defined({
    pricedOn: pricedOn ?? now.toISOString().slice(0, 10),
    contextTokens: tokensIn('--context-tokens', contextTokens),
    maxOutputTokens: tokensIn('--output-tokens', outputTokens),
  })
  return model.map((text) => ({ ...listedModel(text), ...shared }))
}

/** A name and prices of a million tokens: input, output, and if they differ from input, of a cache read and written. */
const listedModel = (text: string) => {
  const [, model, priceTexts = ''] = /^(.+)=([\d./]+)$/.exec(text) ?? []
  const [input, output, read, write, ...more] = priceTexts.split('/').map(priceIn)
  if (!model || input === undefined || output === undefined || more.length > 0)
    throw usage(`${printable(text)} is no model with prices. Write it as gpt-5=1.25/10, or gpt-5=1.25/10/0.125.`)
  const prices = { inputUsdPerMillion: input, outputUsdPerMillion: output }
  return defined({ model, ...prices, cacheReadUsdPerMillion: read, cacheWriteUsdPerMillion: write })
}

const priceIn = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined)

const tokensIn = (option: string, text: string | undefined) => {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usage(`${option} takes a whole number, such as 128000.`)
  return Number(text)
}
