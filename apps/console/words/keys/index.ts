import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type KeysWords = typeof en

/** The words of the sheet of all keys. */
export const useKeysWords = catalogue<KeysWords>({ en, de })
