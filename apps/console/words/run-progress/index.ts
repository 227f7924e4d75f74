import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

type CourseWords = typeof en

/** The words about the course of a cycle. */
export const useCourseWords = catalogue<CourseWords>({ en, de })
