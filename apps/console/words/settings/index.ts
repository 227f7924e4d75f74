import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type SettingsWords = typeof en

export const useSettingsWords = catalogue<SettingsWords>({ en, de })
