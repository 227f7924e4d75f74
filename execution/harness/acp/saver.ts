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
    /** During the work: at most every ten seconds; a failure does not end the turn. */
    soon: (): void => {
      if (Date.now() - savedAt >= everyMs) now().catch(() => undefined)
    },
  }
}
