/** Lets at most `atOnce` pieces of work run at a time; the others wait in their order. */
export const openConcurrencyLimit = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
