import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of files that people add to cycles. */
export const useAttachmentWords = catalogue<typeof en>({ en, de })
