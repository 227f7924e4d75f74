/** Jobs that this process leaves to other machines, each for a while. */
export interface LeftJobs {
  add(id: string): void
  ids(): readonly string[]
}

export const openLeftJobs = (leftMs: number): LeftJobs => {
  const ids = new Set<string>()
  return {
    add: (id) => {
      ids.add(id)
      setTimeout(() => ids.delete(id), leftMs).unref()
    },
    ids: () => [...ids],
  }
}
