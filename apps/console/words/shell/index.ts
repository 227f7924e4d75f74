import { useGermanOfAgency } from '../late-german.ts'
import { en } from './en.ts'

/** The words for the shell and for parts that several agency pages share. */
export const useWords = (): typeof en => useGermanOfAgency()?.de ?? en
