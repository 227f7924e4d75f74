import { openStallWatch } from './stall-watch.ts'
import { looksMostMs } from './watch-stalls.ts'

interface RecordWatchInput {
  readonly stallMs: number
  /** How much later than the harness's own watch this watch ends it: then the harness can still save its work. */
  readonly graceMs: number
  /** Whether the server is still storing the harness's reports: then it reads no further. */
  readonly isStoring: () => boolean
  /** Ends the harness. */
  readonly end: (evidence: string) => void
}

/** Watches a harness from the server by its records until `close`: a command that stops it stops its own watch. */
export const watchRecords = ({ stallMs, graceMs, isStoring, end }: RecordWatchInput) => {
  let watch: ReturnType<typeof openStallWatch> | undefined
  const look = () => {
    if (isStoring()) watch?.seen('a record that the server was storing')
    const verdict = watch?.look() ?? 'works'
    if (verdict === 'intervene') watch?.intervened('the server waited for it once more')
    else if (verdict !== 'works') end(verdict.evidence)
  }
  const timer = setInterval(look, Math.min(looksMostMs, stallMs / 5))
  return {
    seen: (what: string, quietMs?: number): void => {
      // It judges twice, so that half of the grace counts twice.
      watch ??= openStallWatch({ stallMs: stallMs + graceMs / 2 })
      watch.seen(what, quietMs)
    },
    close: () => clearInterval(timer),
  }
}
