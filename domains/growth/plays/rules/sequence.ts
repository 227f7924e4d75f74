const dayMs = 86_400_000

/** When the next mail of a sequence is due; undefined after its last one. */
export const dueAfter = (
  sentAt: Date,
  sentStep: number,
  steps: readonly { readonly delayDays: number }[],
): Date | undefined => {
  const next = steps[sentStep]
  return next && new Date(sentAt.getTime() + next.delayDays * dayMs)
}

export const tries = { most: 8, firstWaitMs: 5 * 60_000, longestWaitMs: 6 * 3_600_000 } as const

/** When a mail that was not handed over is tried again after so many attempts; undefined where it was tried enough. */
export const nextTry = (at: Date, attempts: number): Date | undefined =>
  attempts >= tries.most
    ? undefined
    : new Date(at.getTime() + Math.min(tries.firstWaitMs * 2 ** Math.max(0, attempts - 1), tries.longestWaitMs))
