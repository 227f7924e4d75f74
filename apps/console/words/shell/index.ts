import { useGermanOfAgency } from '../late-german.ts'
import { en } from './en.ts'

/** The words of the shell and of parts that several pages of the agency share. */
export const useWords = (): typeof en => useGermanOfAgency()?.de ?? en
