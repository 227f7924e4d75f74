import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type WaysWords = typeof en

/** The words of the pages for signing in and joining. */
export const useWaysWords = catalogue<WaysWords>({ en, de })
