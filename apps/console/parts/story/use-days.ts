import { useNow } from '../../clock.ts'
import { localeOf } from '../../locale.ts'
import { useLanguage, useRegion } from '../../preferences.ts'
import { useStoryWords } from '../../words/story/index.ts'
import { dayIn, nameOfDay } from './days.ts'

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
    timeOf: (at: string) =>
      new Intl.DateTimeFormat(language, {
        hour: 'numeric',
        minute: '2-digit',
        ...(region && { timeZone: region.timeZone }),
      }).format(new Date(at)),
  }
}
