import { useGerman } from '../late-german.ts'
import { en } from './en.ts'

/** The words of the shell and of parts that several pages share. */
export const useWords = (): typeof en => useGerman()?.de ?? en
