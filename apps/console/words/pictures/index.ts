import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words about pictures. */
export const usePictureWords = catalogue<typeof en>({ en, de })
