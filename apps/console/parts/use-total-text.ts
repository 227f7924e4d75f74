import type { ListTotal } from '../api/use-pages.ts'
import { useFormat } from '../format.ts'
import { useWords } from '../words/shell/index.ts'

/** `873`, or `1,000 or more`. */
export const useTotalText = (): ((total: number | ListTotal) => string) => {
  const words = useWords()
  const { number } = useFormat()
  return (total) => {
    if (typeof total === 'number') return number(total)
    return total.isMore ? words.orMore(number(total.count)) : number(total.count)
  }
}
