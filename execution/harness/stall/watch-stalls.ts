import type { Emit } from '../record.ts'
import { processorMs } from './processor-time.ts'
import { openStallWatch } from './stall-watch.ts'

interface StallWatchInput {
  readonly stallMs: number
  /** Whether all programs that can be seen are the agent's. */
  readonly isAlone: boolean
  /** Intervenes with an agent that hangs; returns the intervention as the end of a sentence, undefined without any. */
  readonly intervene: () => string | undefined
  /** Ends it. */
  readonly end: (evidence: string) => void
  /** Reports signs that no other record shows to the server, which watches too. */
  readonly emit: Emit
}

export const looksMostMs = 5_000

/** Looks at an agent until `close`, several times in each span that would be too long. */
export const watchStalls = ({ stallMs, isAlone, intervene, end, emit }: StallWatchInput) => {
  const watch = openStallWatch({ stallMs })
  let reported: unknown
  const look = async () => {
    const verdict = watch.look(await processorMs(isAlone))
    const sign = watch.last()
    if (sign !== reported) emit({ type: 'works', what: sign.what, quietMs: sign.quietMs })
    reported = sign
    if (verdict === 'intervene') watch.intervened(intervene() ?? 'there was nothing to break off')
    else if (verdict !== 'works') end(verdict.evidence)
  }
  const timer = setInterval(() => void look().catch(() => undefined), Math.min(looksMostMs, stallMs / 5))
  return { seen: watch.seen, close: () => clearInterval(timer) }
}
