/** The state of a job: `generating` is held by the provider. */
const videoStatuses = ['queued', 'generating', 'succeeded', 'failed', 'cancelled'] as const
export type VideoStatus = (typeof videoStatuses)[number]
export const openStatuses = ['queued', 'generating'] as const satisfies readonly VideoStatus[]
export const isOpen = (status: VideoStatus): boolean => (openStatuses as readonly VideoStatus[]).includes(status)

export const verdicts = ['approved', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

/** As people see it: a video waits for the verdict of a person. */
export const shownStatuses = [
  'queued',
  'generating',
  'review_required',
  'approved',
  'rejected',
  'failed',
  'cancelled',
] as const
export const shownStatusOf = (status: VideoStatus, verdict: Verdict | null): (typeof shownStatuses)[number] =>
  status === 'succeeded' ? (verdict ?? 'review_required') : status

/** Lengths in seconds that models of OpenAI's interface make. */
export const videoSeconds = [4, 8, 12] as const

/** A video that is not done by then has failed. */
export const deadlineMs = 24 * 3_600_000
/** How long the money is held: longer than any job takes. */
export const reservedMs = 2 * deadlineMs

const pollFirstMs = 5_000
const pollMostMs = 5 * 60_000

/**
 * The pause before a provider is asked again: a quarter longer each time, from five seconds to five minutes, less up to
 * half of it by `random` (0 to 1), so that jobs spread.
 */
export const pollDelayMs = (polls: number, random: number): number =>
  Math.round(Math.min(pollMostMs, pollFirstMs * 1.25 ** Math.min(polls, 50)) * (1 - random / 2))
