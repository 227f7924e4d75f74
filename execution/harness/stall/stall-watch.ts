interface StallWatchOptions {
  readonly stallMs: number
  /** A clock in milliseconds since 1970. */
  readonly now?: () => number
}

/** The verdict on an agent without signs of life; `evidence` is a sentence for people. */
type StallVerdict = 'works' | 'intervene' | { readonly evidence: string }

/** Share of a processor: less than this of the time between two looks is the cost of waiting. */
const busyShare = 0.02

/**
 * Judges whether an agent hangs: no event, no output, no token and no use of the processor for `stallMs`. Then it asks
 * once for an intervention, and after as long again without a sign it returns the evidence. Each sign begins again.
 */
export const openStallWatch = ({ stallMs, now = Date.now }: StallWatchOptions) => {
  let last = { what: 'its start', atMs: now(), quietMs: 0 }
  let intervention: { readonly atMs: number; what: string } | undefined
  let looked = { atMs: now(), processorMs: undefined as number | undefined }

  const seen = (what: string, quietMs = 0) => {
    last = { what, atMs: now(), quietMs }
    intervention = undefined
  }
  const noteProcessor = (processorMs: number | undefined) => {
    const atMs = now()
    const before = looked
    looked = { atMs, processorMs }
    if (processorMs === undefined || before.processorMs === undefined) return
    if (processorMs - before.processorMs >= (atMs - before.atMs) * busyShare && atMs > before.atMs)
      seen('use of the processor')
  }
  return {
    /** Something was seen of the agent; then it may rightly be quiet for `quietMs`, as when it was asked to wait. */
    seen,
    /** The newest sign; another object for each. */
    last: () => last,
    /** The intervention, for the evidence. */
    intervened: (what: string) => {
      if (intervention) intervention.what = what
    },
    /** Looks now. `processorMs` is what all programs of the agent have used so far; undefined if unknown. */
    look: (processorMs?: number): StallVerdict => {
      noteProcessor(processorMs)
      const atMs = now()
      if (atMs - (intervention?.atMs ?? last.atMs + last.quietMs) < stallMs) return 'works'
      if (intervention) return { evidence: evidenceOf(last, intervention, stallMs) }
      intervention = { atMs, what: 'nothing was done yet' }
      return 'intervene'
    },
  }
}

interface ActivitySign {
  readonly what: string
  readonly atMs: number
}

const evidenceOf = (last: ActivitySign, intervention: ActivitySign, stallMs: number) =>
  `The agent stood still: no event, no output, no token and no use of the processor for ${lengthOf(stallMs)}, and as long again after an intervention. Last seen was ${last.what}, at ${timeOf(last)}; at ${timeOf(intervention)}, ${intervention.what}.`

const timeOf = ({ atMs }: ActivitySign) => new Date(atMs).toISOString()
const lengthOf = (ms: number) =>
  ms >= 60_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1_000)} seconds`
