const dayMs = 86_400_000

/** The time at which the next mail of a sequence is due; undefined after its last one. */
export const dueAfter = (
  sentAt: Date,
  sentStep: number,
  steps: readonly { readonly delayDays: number }[],
): Date | undefined => {
  const next = steps[sentStep]
  return next && new Date(sentAt.getTime() + next.delayDays * dayMs)
}
