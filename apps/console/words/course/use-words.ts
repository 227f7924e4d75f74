import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type CourseWords = typeof en

const catalogue: Readonly<Record<Language, CourseWords>> = { en, de }

/** What is said of the way of a cycle. Read with its part alone. */
export const useCourseWords = (): CourseWords => catalogue[useLanguage()]
