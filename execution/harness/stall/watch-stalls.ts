import { processorMs } from './processor-time.ts'
import { openStallWatch, type StallWatch } from './stall-watch.ts'

interface StallWatchInput {
  readonly stallMs: number
  /** Whether all programs that can be seen are the agent's. */
  readonly isAlone: boolean
  /** Does something about an agent that stands still; says what, as the end of a sentence; undefined where nothing can be done. */
  readonly intervene: () => string | undefined
  /** Ends it. */
  readonly end: (evidence: string) => void
}

const looksMost = 5_000

/** Looks at an agent until `close`, several times in each span that would be too long. */
export const watchStalls = ({
  stallMs,
  isAlone,
  intervene,
  end,
}: StallWatchInput): Pick<StallWatch, 'seen'> & { close(): void } => {
  const watch = openStallWatch({ stallMs })
  const look = async () => {
    const verdict = watch.look(await processorMs(isAlone))
    if (verdict === 'intervene') watch.intervened(intervene() ?? 'there was nothing to break off')
    else if (verdict !== 'works') end(verdict.evidence)
  }
  const timer = setInterval(() => void look().catch(() => undefined), Math.min(looksMost, stallMs / 5))
  return { seen: watch.seen, close: () => clearInterval(timer) }
}
