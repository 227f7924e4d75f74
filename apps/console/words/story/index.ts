import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the activity, the audit log and the timeline of a project. */
export const useStoryWords = catalogue<typeof en>({ en, de })
