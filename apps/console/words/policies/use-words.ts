import { useLanguage } from '../../preferences.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** What the policies say, of a workspace and of a project. Read with their pages alone. */
export const usePolicyWords = (): typeof en => (useLanguage() === 'de' ? de : en)
