import { saidErrorIn } from './said-error.ts'
import type { ShapeName } from './shapes/name.ts'

/** The parameters of a request that a call can do without, by shape. */
const optionalParameters = {
  chat: ['temperature', 'top_p', 'parallel_tool_calls', 'reasoning_effort', 'stream_options', 'prompt_cache_key'],
  responses: ['temperature', 'top_p', 'parallel_tool_calls', 'include', 'prompt_cache_key', 'reasoning'],
  messages: ['temperature', 'top_p', 'top_k', 'output_config', 'thinking'],
} as const satisfies Record<ShapeName, readonly string[]>

/** Those that have a second name or form: it is tried in their place. */
type ReplacedParameter = 'output bound' | 'thinking form'

export interface RefusedParameter {
  /** `output bound` is the most tokens that an answer may have, `thinking form` how a request asks a model to think. */
  readonly name: (typeof optionalParameters)[ShapeName][number] | ReplacedParameter
  /** The endpoint takes the parameter, and not with this value. */
  readonly valueAlone: boolean
}

const unsupported =
  /unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|extra_forbidden|extra (inputs|fields)|not permitted|not allowed/i

/**
 * The parameter that the body of a 400 or 422 refuses: by `error.param` and `error.code` as in OpenAI's errors, or by
 * the first that its text names. Undefined for every other refusal, such as a value that is too large.
 */
export const refusedParameter = (body: string, shape: ShapeName = 'chat'): RefusedParameter | undefined => {
  const { param, codes, message } = saidErrorIn(body)
  const [code] = codes
  // A validator's list names the field beside the words, and a page of text may have it anywhere.
  const text = (message === '' ? body : message).slice(0, 2_000)
  const isRefusal = code === 'unsupported_parameter' || code === 'unsupported_value' || unsupported.test(text)
  if (!isRefusal) return undefined
  const valueAlone =
    code === 'unsupported_value' || (code !== 'unsupported_parameter' && /unsupported value/i.test(text))
  if (shape === 'messages') return ofMessages(text)
  const bound = shape === 'chat' && /\b(max_tokens|max_completion_tokens)\b/.exec(param ?? text)
  const name = firstIn(param ?? text, optionalParameters[shape])
  if (bound && !(name && (param ?? text).indexOf(name) < bound.index))
    return valueAlone ? undefined : { name: 'output bound', valueAlone }
  return name && { name, valueAlone }
}

/** Anthropic names no parameter but in its text; newer models think adaptively, older ones by a budget. */
const ofMessages = (text: string): RefusedParameter | undefined => {
  if (/adaptive/i.test(text)) return { name: 'thinking form', valueAlone: false }
  const name = firstIn(text.replace(/\beffort\b/, 'output_config'), optionalParameters.messages)
  return name && { name, valueAlone: false }
}

const firstIn = <Name extends string>(text: string, names: readonly Name[]): Name | undefined => {
  const found = new RegExp(`\\b(${names.join('|')})\\b`).exec(text)?.[1]
  return names.find((name) => name === found)
}
