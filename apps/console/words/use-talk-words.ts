import { catalogue } from './catalogue.ts'
import { deTalk } from './de-talk.ts'
import { enTalk } from './en-talk.ts'

/** The words of the conversation of a cycle. */
export const useTalkWords = catalogue<typeof enTalk>({ en: enTalk, de: deTalk })
