import type { ListTotal } from '../../api/use-pages.ts'
import { useLocale } from '../../locale.ts'
import { useCoreWords } from '../../words/core/index.ts'

/** `873`, or `1,000 or more`. */
export const useTotalText = (): ((total: number | ListTotal) => string) => {
  const words = useCoreWords()
  const locale = useLocale()
  const number = (amount: number) => new Intl.NumberFormat(locale).format(amount)
  return (total) => {
    if (typeof total === 'number') return number(total)
    return total.isMore ? words.orMore(number(total.count)) : number(total.count)
  }
}
