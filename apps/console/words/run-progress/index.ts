import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words about the course of a cycle. */
export const useCourseWords = catalogue<typeof en>({ en, de })
