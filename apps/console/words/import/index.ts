import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the page that imports a project. */
export const useImportWords = catalogue<typeof en>({ en, de })
