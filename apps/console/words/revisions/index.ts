import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words for a project's revisions, and for the comparison of two. */
export const useRevisionWords = catalogue<typeof en>({ en, de })
