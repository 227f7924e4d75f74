import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the mailboxes of outreach. */
export const useMailboxWords = catalogue<typeof en>({ en, de })
