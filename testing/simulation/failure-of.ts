/** Rejects as the work does, and never resolves. */
export const failureOf = (work: Promise<unknown>): Promise<never> => {
  const failed = new Promise<never>((_resolve, reject) => {
    work.catch(reject)
  })
  // It may come when nobody waits for it yet.
  failed.catch(() => undefined)
  return failed
}
