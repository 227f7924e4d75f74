import type { InvalidField } from '../../../../platform/contract/index.ts'

export const callSecondsMost = 86_400
export const mostFallbacks = 100
export const mostNext = 3

export interface ModelFallback {
  readonly model: string
  readonly next: readonly string[]
}

/** How calls over the network continue if a model does not answer. */
export interface CallPolicy {
  readonly attempts: number
  /** Null as the instance waits. */
  readonly beginSeconds: number | null
  /** Null as the instance allows, which goes before it. */
  readonly callSeconds: number | null
  readonly fallbacks: readonly ModelFallback[]
}

/** The policy of a workspace without a setting. */
export const policyByDefault: CallPolicy = { attempts: 3, beginSeconds: null, callSeconds: null, fallbacks: [] }

/** The faults of a policy that its schema cannot judge; `listed` are the models that may be called. */
export const faultsOfPolicy = (
  { beginSeconds, callSeconds, fallbacks }: CallPolicy,
  listed: readonly string[],
): InvalidField[] => [
  ...(beginSeconds !== null && callSeconds !== null && beginSeconds > callSeconds
    ? [{ path: 'beginSeconds', message: 'is longer than callSeconds', rule: 'maximum' }]
    : []),
  ...fallbacks.flatMap(({ model, next }, at) => {
    const path = `fallbacks.${at}`
    const isTwice = fallbacks.findIndex((one) => one.model === model) < at
    return [
      ...(isTwice ? [{ path: `${path}.model`, message: 'is there twice', rule: 'unique' }] : []),
      ...(listed.includes(model) ? [] : [unlisted(`${path}.model`)]),
      ...next.flatMap((one, place) => {
        const nextPath = `${path}.next.${place}`
        const isAgain = one === model || next.indexOf(one) < place
        return [
          ...(isAgain ? [{ path: nextPath, message: 'is asked already', rule: 'unique' }] : []),
          ...(listed.includes(one) ? [] : [unlisted(nextPath)]),
        ]
      }),
    ]
  }),
]

const unlisted = (path: string) => ({ path, message: 'is no model that may be called', rule: 'model' })

/** The longest that a call may take; the instance's bound goes before the policy's. */
export const longestMs = ({ callSeconds }: Pick<CallPolicy, 'callSeconds'>, instanceMs: number): number =>
  Math.min(callSeconds === null ? Infinity : callSeconds * 1_000, instanceMs)

/** The models that are asked for a call, in order: the named model, then its fallbacks. */
export const modelsToAsk = ({ fallbacks }: CallPolicy, model: string): readonly string[] => [
  model,
  ...(fallbacks.find((one) => one.model === model)?.next ?? []),
]

// The endpoint is busy, fails, or is not there. Another endpoint would not mend a fault of the request or of its key.
const passing = [
  'provider_busy',
  'provider_failed',
  'provider_unreachable',
  'provider_slow',
  'provider_stalled',
  'provider_cut',
]

/** True if another model is asked after a call that ended so before its first byte. */
export const triesNextModel = (code: string): boolean => passing.includes(code)
