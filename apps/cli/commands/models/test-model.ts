import {
  configuredEndpoint,
  costMicros,
  dollars,
  ModelFailure,
  type ModelProvider,
  type Probe,
  probeModel,
  type Usage,
} from '../../../../execution/models/index.ts'
import { failed, unreachable, usage } from '../../failure.ts'
import { modelLines } from './lines.ts'
import { serverSettings } from '../../server-settings.ts'
import type { Session } from '../../session.ts'

/** `atelier model test`: tests the model endpoint from this machine, with the settings of a server. */
export const modelTest = async (
  { output, environment, signal }: Session,
  { tokens }: { readonly tokens: string },
): Promise<void> => {
  const { model } = serverSettings(environment)
  const provider = configuredEndpoint(model)
  if (!provider) throw usage('No model is set. Set ATELIER_MODEL_BASE_URL and ATELIER_MODEL_NAME.', 'no_model')
  const task = taskCost(provider, countOf(tokens))
  try {
    const limit = AbortSignal.timeout(model.callMs)
    const probe = await probeModel(provider, AbortSignal.any([signal, limit])).catch(refused)
    const { streams, callsTools: tools, usage: used = null } = probe
    output.print(`${provider.model} at ${provider.name} answers.`)
    output.print(`Shape      ${provider.shape}`)
    output.print(modelLines.tools(tools))
    output.print(modelLines.streaming(streams))
    for (const line of usageLines(probe)) output.print(line)
    output.print(task.sentence)
    const costUsd = used && provider.price ? costMicros(provider.price, used) / 1_000_000 : null
    if (!streams || !tools) throw failed('model_unfit', unfitSentence(probe), { streams, tools, usage: used })
    output.document({
      model: provider.model,
      endpoint: provider.name,
      shape: provider.shape,
      streams,
      tools,
      usage: used,
      cacheReadTokens: probe.again?.cacheReadTokens ?? null,
      costUsd,
      task: task.document,
    })
  } finally {
    await provider.close()
  }
}

const usageLines = ({ usage: used, again, questionTokensMin }: Probe): readonly string[] => {
  if (!used) return [modelLines.noUsage]
  const thought = used.reasoningTokens ? `, ${used.reasoningTokens} of them in thought` : ''
  const lines = [modelLines.usage(used.inputTokens, used.outputTokens) + thought, cachingLine(again)]
  return used.inputTokens < questionTokensMin ? [...lines, cutLine(used.inputTokens, questionTokensMin)] : lines
}

const cachingLine = (again: Usage | undefined) => {
  if (again?.cacheReadTokens === undefined) return modelLines.noCaching
  if (again.cacheReadTokens === 0) return 'Caching    had nothing for the same question asked again'
  return `Caching    works: ${again.cacheReadTokens} of ${again.inputTokens} tokens when asked again`
}

const cutLine = (read: number, asked: number) =>
  `Window     too small: the question has ${asked} tokens at least, and ${read} were read. Start the endpoint with a larger one`

const countOf = (tokens: string) => {
  if (!/^[1-9]\d{0,11}$/.test(tokens)) throw usage('--tokens takes a whole number, such as 1000000.')
  return Number(tokens)
}

/** A task reads far more than it writes: its cost is between both, close to the first. */
const taskCost = ({ price }: ModelProvider, tokens: number) => {
  if (!price) {
    const sentence = 'Cost       unknown: set ATELIER_MODEL_INPUT_PRICE and ATELIER_MODEL_OUTPUT_PRICE'
    return { sentence, document: { tokens, readUsd: null, cachedUsd: null, writtenUsd: null } }
  }
  const cached = costMicros(price, { inputTokens: tokens, cacheReadTokens: tokens, outputTokens: 0 })
  const read = costMicros(price, { inputTokens: tokens, outputTokens: 0 })
  const written = costMicros(price, { inputTokens: 0, outputTokens: tokens })
  return {
    sentence: `Cost       a task of ${tokens} tokens: ${dollars(read)} if all are read${ofCache(read, cached)}, ${dollars(written)} if all are written`,
    document: { tokens, readUsd: read / 1_000_000, cachedUsd: cached / 1_000_000, writtenUsd: written / 1_000_000 },
  }
}

const ofCache = (read: number, cached: number) => (read === cached ? '' : `, ${dollars(cached)} if from the cache`)

const unfitSentence = ({ streams, refusal }: Pick<Probe, 'streams' | 'refusal'>) => {
  const task = streams ? 'call the tool that it was given' : 'stream its answer'
  const reason = refusal ? ` ${refusal}` : ''
  return `The model does not ${task}, and agents cannot work without that.${reason} Choose a model and a server for it that can.`
}

const refused = (error: unknown): never => {
  if (!(error instanceof ModelFailure)) throw error
  const closed = error.code === 'provider_unreachable' || error.code === 'provider_refused_key'
  throw closed ? unreachable(error.code, error.message, error) : failed(error.code, error.message)
}
