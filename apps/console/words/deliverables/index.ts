import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

type DeliverableWords = typeof en

/** The words of the pages about deliverables. */
export const useDeliverableWords = catalogue<DeliverableWords>({ en, de })
