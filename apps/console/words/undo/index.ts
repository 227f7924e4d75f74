import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type UndoWords = typeof en

/** The words of the toast that offers to undo a change. */
export const useUndoWords = catalogue<UndoWords>({ en, de })
