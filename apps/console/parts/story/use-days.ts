import { useNow } from '../../clock.ts'
import { localeOf } from '../../locale.ts'
import { useLanguage, useRegion } from '../../preferences.ts'
import { useStoryWords } from '../../words/story/index.ts'

/** The days of the workspace, and what each is called now. */
export const useDays = () => {
  const region = useRegion()
  const language = localeOf(useLanguage(), region)
  const words = useStoryWords()
  const dayOf = dayIn(region?.timeZone)
  const today = dayOf(new Date(useNow()).toISOString())
  return {
    dayOf,
    dayName: (day: string) => nameOfDay(language, day, today, words),
    timeOf: (at: string, withSeconds = false) =>
      new Intl.DateTimeFormat(language, {
        timeStyle: withSeconds ? 'medium' : 'short',
        ...(region && { timeZone: region.timeZone }),
      }).format(new Date(at)),
  }
}

/** The day of a time in a zone, as `2026-11-23`; in that of this computer without one. */
export const dayIn = (timeZone: string | undefined): ((at: string) => string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  })
  return (at) => format.format(new Date(at))
}

const dayMs = 86_400_000

/** The name of a day: today, yesterday, or its weekday and date; with another year if it is one. */
export const nameOfDay = (
  language: string,
  day: string,
  today: string,
  words: { readonly today: string; readonly yesterday: string },
): string => {
  const at = Date.parse(day)
  if (day === today) return words.today
  if (at === Date.parse(today) - dayMs) return words.yesterday
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  }).format(at)
}
