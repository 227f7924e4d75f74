import { queries } from '../api/queries.ts'

/** Resolves once each read under way has its first answer, or its refusal. */
export const firstAnswers = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queries.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0) return
      end()
      resolve()
    }
    const end = queries.getQueryCache().subscribe(look)
    look()
  })
