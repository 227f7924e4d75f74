import { useLanguage } from '../preferences.ts'
import { deTalk } from './de-talk.ts'
import { enTalk } from './en-talk.ts'
import type { Language } from './words.ts'

const catalogue: Readonly<Record<Language, typeof enTalk>> = { en: enTalk, de: deTalk }

/** What the conversation of a cycle says, in the language of the person. It comes with the page. */
export const useTalkWords = () => catalogue[useLanguage()]
