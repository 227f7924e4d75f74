import { useLanguage } from '../../preferences.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type UndoWords = typeof en

/** What the way back from a change says. Read with the pages that offer one. */
export const useUndoWords = (): UndoWords => (useLanguage() === 'de' ? de : en)
