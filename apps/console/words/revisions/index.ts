import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the revisions of a project, and of the comparison of two. */
export const useRevisionWords = catalogue<typeof en>({ en, de })
