/**
 * Carries out so many pieces of work at once and lets the others wait for their turn. Each request of a caller may
 * start several processes of git, and without a bound a few thousand requests would start as many.
 */
export const inTurn = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let open = 0
  const done = () => {
    const next = waiting.shift()
    if (next) next()
    else open -= 1
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (open < atOnce) open += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      done()
    }
  }
}
