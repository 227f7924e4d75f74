import { catalogue } from '../catalogue.ts'
import { deTalk } from './de.ts'
import { enTalk } from './en.ts'

/** The words of the conversation of a cycle. */
export const useTalkWords = catalogue<typeof enTalk>({ en: enTalk, de: deTalk })
