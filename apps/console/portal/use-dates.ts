import { ago, useNow } from '../format.ts'
import { useLanguage } from '../preferences.ts'

/** Dates as people write them in a letter, in the person's language. */
export const useDates = () => {
  const language = useLanguage()
  const now = useNow()
  const written = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, options).format(new Date(at))
  return {
    /** `21 November`, with the year where it is another one. */
    day: (at: string) => {
      const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
      return written(at, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })
    },
    /** Day, year and time, since a decision is dated by them. */
    moment: (at: string) => written(at, { dateStyle: 'long', timeStyle: 'short' }),
    ago: (at: string) => ago(language, at, now),
  }
}
