import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the settings of growth. */
export const useGrowthSettingWords = catalogue<typeof en>({ en, de })
