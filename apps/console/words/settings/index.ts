import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type SettingsWords = typeof en

/** The words of the settings. */
export const useSettingsWords = catalogue<SettingsWords>({ en, de })
