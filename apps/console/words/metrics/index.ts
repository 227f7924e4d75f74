import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the metrics of a project. */
export const useMetricWords = catalogue<typeof en>({ en, de })
