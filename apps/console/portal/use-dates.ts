import { useNow } from '../clock.ts'
import { useLocale } from '../locale.ts'

const dayMs = 86_400_000

/** Dates as people write them in a letter, in the person's language and country. */
export const useDates = () => {
  const locale = useLocale()
  const now = useNow()
  const written = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(at))
  const midnight = (at: string | number) => new Date(at).setHours(0, 0, 0, 0)
  /** `21 November`, with the year if it is not the present year. */
  const day = (at: string) => {
    const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
    const text = written(at, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })
    // A day is never on two lines.
    return text.replaceAll(' ', '\u00a0')
  }
  return {
    day,
    /** `today`, `yesterday`, then the day. */
    since: (at: string) => {
      const days = Math.round((midnight(at) - midnight(now)) / dayMs)
      return days < -1 ? day(at) : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
    },
    /** Day, year and time, since a decision is dated by them. */
    moment: (at: string) =>
      written(at, { dateStyle: 'long', timeStyle: 'short' }) + (locale.startsWith('de') ? ' Uhr' : ''),
  }
}
