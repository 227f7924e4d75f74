import { useLanguage } from '../../../preferences.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type SettingsWords = typeof en

/** What the settings say, in the language of the person. Read with their pages alone. */
export const useSettingsWords = (): SettingsWords => (useLanguage() === 'de' ? de : en)
