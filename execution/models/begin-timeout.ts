import { failureOf, ModelFailure } from './failure.ts'

/**
 * Has `begin` done within `beginMs`; without one, whenever it is done. The work goes on under the given signal, which
 * aborts with `signal` and, until it has begun, when it is late. Throws ModelFailure 504 then.
 */
export const withBeginTimeout = async <T>(
  beginMs: number | undefined,
  signal: AbortSignal,
  begin: (until: AbortSignal) => Promise<T>,
): Promise<T> => {
  if (beginMs === undefined) return begin(signal)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), beginMs)
  try {
    return await begin(AbortSignal.any([signal, late.signal]))
  } catch (error) {
    if (signal.aborted || !late.signal.aborted) throw error
    const { billed } = error instanceof ModelFailure ? error : failureOf(error, late.signal)
    throw slowToBegin(beginMs, billed)
  } finally {
    clearTimeout(timer)
  }
}

const slowToBegin = (beginMs: number, billed: ModelFailure['billed']) =>
  new ModelFailure(`The model did not begin its answer within ${beginMs / 1_000} s.`, {
    status: 504,
    code: 'provider_slow',
    billed,
  })
