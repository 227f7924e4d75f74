/** Rejects as the work does, and never resolves. */
export const failureOf = (work: Promise<unknown>): Promise<never> => {
  const failed = new Promise<never>((_resolve, reject) => {
    work.catch(reject)
  })
  // It may come before a caller waits for it.
  failed.catch(() => undefined)
  return failed
}
