import { jsonOf } from '../../../packages/foreign-json/index.ts'

/** A model server that is asked on loopback, by the port and the list of models that its documentation names. */
export interface KnownServer {
  readonly name: string
  readonly title: string
  readonly port: number
  /** Where it lists its models. */
  readonly path: string
}

export const knownServers: readonly KnownServer[] = [
  { name: 'ollama', title: 'Ollama', port: 11_434, path: '/api/tags' },
  { name: 'lm-studio', title: 'LM Studio', port: 1_234, path: '/api/v0/models' },
  { name: 'llama-cpp', title: 'llama.cpp', port: 8_080, path: '/v1/models' },
  { name: 'vllm', title: 'vLLM', port: 8_000, path: '/v1/models' },
]

const modelsMost = 200
const namesShownMost = 4_000

interface Row {
  readonly name: string
  readonly isLoaded: boolean
  readonly contextTokens: number | undefined
}

/** Reads a model list in the shape of Ollama or OpenAI; undefined for anything else. */
export const servedModels = (text: string) => {
  const rows = rowsIn(text)
  if (!rows) return undefined
  const fit = rows.filter(({ name }) => isModelName(name) && !isForOtherWork(name))
  const unique = fit.filter((row, at) => fit.findIndex(({ name }) => name === row.name) === at).slice(0, modelsMost)
  const best = bestOf(unique)
  return {
    models: unique.map(({ name }) => name),
    ...(best && { model: best.name, contextTokens: best.contextTokens }),
  }
}

const rowsIn = (text: string): readonly Row[] | undefined => {
  const { models, data } = (jsonOf(text) ?? {}) as { readonly models?: unknown; readonly data?: unknown }
  const list = Array.isArray(data) ? data : models
  return Array.isArray(list) ? list.slice(0, namesShownMost).flatMap((one: unknown) => rowOf(one)) : undefined
}

const rowOf = (value: unknown): Row[] => {
  if (typeof value !== 'object' || value === null) return []
  const { id, model, name, type, state, ...more } = value as Readonly<Record<string, unknown>>
  const named = [id, model, name].find((one): one is string => typeof one === 'string')
  if (named === undefined || type === 'embeddings') return []
  const windows = [more.loaded_context_length, more.max_model_len, more.max_context_length]
  return [{ name: named, isLoaded: state === 'loaded', contextTokens: windows.find(isWindow) }]
}

const isWindow = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1_024 && (value as number) <= 100_000_000

/** Whether a name may be in a command and in an endpoint's list. */
const isModelName = (name: string) => /^[A-Za-z0-9][\w.:/@+-]{0,199}$/.test(name)

const isForOtherWork = (name: string) => /embed|rerank|whisper|\btts\b|bge-|minilm|clip|diffusion/i.test(name)

// Families that call tools well, the best first.
const families = [/coder/i, /devstral|codestral/i, /gpt-oss/i, /qwen3/i, /glm|kimi|deepseek/i]

/** A loaded model comes first, then one of a family that is known to call tools, then the first of the list. */
const bestOf = (rows: readonly Row[]): Row | undefined => {
  const rank = ({ name, isLoaded }: Row) => {
    const at = families.findIndex((family) => family.test(name))
    return (isLoaded ? 0 : families.length + 1) + (at === -1 ? families.length : at)
  }
  return [...rows].sort((one, other) => rank(one) - rank(other))[0]
}
