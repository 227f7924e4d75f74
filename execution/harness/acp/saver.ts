const everyMs = 10_000

/** Keeps what was said and done, one time after the other. A failure is that of the last one who asked. */
export const openSaver = (save: () => Promise<void>) => {
  let last = Promise.resolve()
  let savedAt = Date.now()
  const now = (): Promise<void> => {
    savedAt = Date.now()
    return (last = last.catch(() => undefined).then(save))
  }
  return {
    now,
    /** While the agent works: not more often than every ten seconds, and its turn goes on whatever becomes of it. */
    soon: (): void => {
      if (Date.now() - savedAt >= everyMs) now().catch(() => undefined)
    },
  }
}
