import { useLanguage } from '../../preferences.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** What is said where something waits for a person. Read with the pages on which people decide. */
export const useInboxWords = (): typeof en => (useLanguage() === 'de' ? de : en)
