export const tries = { most: 8, firstWaitMs: 5 * 60_000, longestWaitMs: 6 * 3_600_000 } as const

/** The time at which an unsent mail is tried again after so many attempts; undefined if it was tried enough. */
export const nextTry = (at: Date, attempts: number): Date | undefined =>
  attempts >= tries.most
    ? undefined
    : new Date(at.getTime() + Math.min(tries.firstWaitMs * 2 ** Math.max(0, attempts - 1), tries.longestWaitMs))

const minuteMs = 60_000
const after = (ms: number) => (now: Date) => new Date(now.getTime() + ms)

/** When a mail is judged again that a person or its mailbox holds up, for which no send is left, or for which no time is open. */
export const waits = {
  heldUp: after(15 * minuteMs),
  noSend: after(60 * minuteMs),
  neverOpen: after(24 * 60 * minuteMs),
} as const
