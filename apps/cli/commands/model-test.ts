import { configuredEndpoint, costMicros, dollars, ModelFailure, probeModel } from '../../../execution/models/index.ts'
import { type Configuration, readConfiguration, StartRefusal } from '../../../platform/configuration/index.ts'
import { failed, unreachable, usage } from '../failure.ts'
import type { Session } from '../session.ts'

export interface ModelTestOptions {
  readonly tokens: string
}

/** `atelier model test`: asks the endpoint itself, by the settings that a server would be started with. */
export const modelTest = async (
  { output, environment, signal }: Session,
  { tokens }: ModelTestOptions,
): Promise<void> => {
  const { model } = configurationOf(environment)
  const provider = configuredEndpoint(model)
  if (!provider) throw usage('No model is set. Set ATELIER_MODEL_BASE_URL and ATELIER_MODEL_NAME.', 'no_model')
  const task = taskCost(model, countOf(tokens))
  try {
    const limit = AbortSignal.timeout(model.callMs)
    const probe = await probeModel(provider, AbortSignal.any([signal, limit])).catch(refused)
    const { streams, callsTools, usage: used } = probe
    output.print(`${provider.model} at ${provider.name} answers.`)
    output.print(`Tools      ${callsTools ? 'work' : 'do not work'}`)
    output.print(`Streaming  ${streams ? 'works' : 'does not work'}`)
    output.print(used ? `Usage      ${used.inputTokens} tokens read, ${used.outputTokens} written` : noUsage)
    output.print(task.sentence)
    const costUsd = used && task.priced ? costMicros(provider.price, used) / 1_000_000 : null
    const fit = streams && callsTools
    if (!fit) throw failed('model_unfit', unfitSentence(probe), { streams, tools: callsTools, usage: used ?? null })
    output.document({
      model: provider.model,
      endpoint: provider.name,
      streams,
      tools: true,
      usage: used ?? null,
      costUsd,
      task: task.document,
    })
  } finally {
    await provider.close()
  }
}

const noUsage = 'Usage      is not reported, so every call is counted at the most that it can cost'

const configurationOf = (environment: NodeJS.ProcessEnv) => {
  try {
    return readConfiguration(environment)
  } catch (error) {
    throw error instanceof StartRefusal ? usage(error.message, 'settings') : error
  }
}

const countOf = (tokens: string) => {
  if (!/^[1-9]\d{0,11}$/.test(tokens)) throw usage('--tokens takes a whole number, such as 1000000.')
  return Number(tokens)
}

/** A task reads far more than it writes: its cost lies between both, close to the first. */
const taskCost = (model: Configuration['model'], tokens: number) => {
  const { inputMicrosPerMillion, outputMicrosPerMillion } = model
  if (inputMicrosPerMillion === undefined || outputMicrosPerMillion === undefined) {
    const sentence = 'Cost       unknown: set ATELIER_MODEL_INPUT_PRICE and ATELIER_MODEL_OUTPUT_PRICE'
    return { priced: false, sentence, document: { tokens, readUsd: null, writtenUsd: null } }
  }
  const price = { inputMicrosPerMillion, outputMicrosPerMillion }
  const read = costMicros(price, { inputTokens: tokens, outputTokens: 0 })
  const written = costMicros(price, { inputTokens: 0, outputTokens: tokens })
  return {
    priced: true,
    sentence: `Cost       a task of ${tokens} tokens: ${dollars(read)} if all are read, ${dollars(written)} if all are written`,
    document: { tokens, readUsd: read / 1_000_000, writtenUsd: written / 1_000_000 },
  }
}

const unfitSentence = ({ streams, refusal }: { readonly streams: boolean; readonly refusal: string | undefined }) => {
  const what = streams ? 'call the tool that it was given' : 'stream its answer'
  const said = refusal ? ` ${refusal}` : ''
  return `The model does not ${what}, and agents cannot work without that.${said} Choose a model and a server for it that can.`
}

const refused = (error: unknown): never => {
  if (!(error instanceof ModelFailure)) throw error
  const closed = error.code === 'provider_unreachable' || error.code === 'provider_refused_key'
  throw closed ? unreachable(error.code, error.message, error) : failed(error.code, error.message)
}
