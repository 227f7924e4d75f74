import type { RefusedParameter } from './refused-parameter.ts'

type Body = Record<string, unknown>

/** How a request is changed for an endpoint that refuses some of its parameters. */
export interface RequestFit {
  /** `max_tokens` goes as `max_completion_tokens`, and the other way round. */
  readonly otherBound: boolean
  /** Models get a thinking budget instead of adaptive thinking, or the other way round. */
  readonly otherThinking: boolean
  /** Parameters that are left out: `top_p`, or only with a value: `temperature=0.2`. */
  readonly leftOut: ReadonlySet<string>
}

/** Requests go as they are. */
export const noFit: RequestFit = { otherBound: false, otherThinking: false, leftOut: new Set() }

// Agents choose values: the memory for them stays small.
const leftOutMax = 64

/** The fit that also minds one more refusal; undefined when the request, sent as `body`, has no such parameter. */
export const fitAfterRefusal = (fit: RequestFit, { name, valueAlone }: RefusedParameter, body: string) => {
  if (name === 'output bound') return { ...fit, otherBound: !fit.otherBound }
  if (name === 'thinking form') return { ...fit, otherThinking: !fit.otherThinking }
  const request = JSON.parse(body) as Body
  if (!(name in request)) return undefined
  const key = valueAlone ? withValue(name, request[name]) : name
  return { ...fit, leftOut: new Set([...fit.leftOut, key].slice(-leftOutMax)) }
}

/** The request's JSON as this fit sends it. Its output stays bounded by the same number. */
export const fitRequest = (body: string, fit: RequestFit): string => {
  if (!fit.otherBound && !fit.otherThinking && fit.leftOut.size === 0) return body
  const request = JSON.parse(body) as Body
  const kept = Object.entries(fit.otherThinking ? withOtherThinking(request) : request)
    .flatMap(([name, value]) => (isLeftOut(fit, name, value) ? formatAlone(name, value) : [[name, value] as const]))
    .map(([name, value]) => [fit.otherBound ? (otherBounds[name] ?? name) : name, value])
  return JSON.stringify(Object.fromEntries(kept))
}

const isLeftOut = ({ leftOut }: RequestFit, name: string, value: unknown) =>
  leftOut.has(name) || leftOut.has(withValue(name, value))

// A call can do without its effort, and not without the form that its answer has to have.
const formatAlone = (name: string, value: unknown): (readonly [string, unknown])[] => {
  const format = name === 'output_config' ? (value as { readonly format?: unknown }).format : undefined
  return format === undefined ? [] : [[name, { format }]]
}

// The least that is taken, and room for the answer beside it.
const budgetLeast = 1_024

const withOtherThinking = ({ thinking, output_config, ...rest }: Body): Body => {
  if (thinking === undefined) return { ...rest, ...(output_config !== undefined && { output_config }) }
  if ((thinking as { type?: unknown }).type === 'enabled')
    return { ...rest, output_config, thinking: { type: 'adaptive' } }
  const budget = Math.floor(Number(rest.max_tokens) / 2)
  const kept = { ...rest, ...Object.fromEntries(formatAlone('output_config', output_config ?? {})) }
  return budget < budgetLeast ? kept : { ...kept, thinking: { type: 'enabled', budget_tokens: budget } }
}

const otherBounds: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
}

const keyMaxChars = 100

// Names of efforts are written by agents, and messages are no parameters: neither is made into a key at any length.
const withValue = (name: string, value: unknown) =>
  typeof value === 'object' ? name : `${name}=${JSON.stringify(value).slice(0, keyMaxChars)}`
