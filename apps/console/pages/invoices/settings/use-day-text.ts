import { useSettingWords } from '../../../words/billing-settings/index.ts'

/** Says when a reminder goes. */
export const useDayText = () => {
  const { days } = useSettingWords().reminders
  return (day: number): string => {
    if (day === 0) return days.on
    return day < 0 ? days.before(-day) : days.after(day)
  }
}
