import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

type CoverageWords = typeof en

/** The words about the lines that checks ran. */
export const useCoverageWords = catalogue<CoverageWords>({ en, de })
