import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the pages about deliverables. */
export const useDeliverableWords = catalogue<typeof en>({ en, de })
