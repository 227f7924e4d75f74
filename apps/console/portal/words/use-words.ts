import { useLanguage } from '../../preferences.ts'
import type { Language } from '../../words/words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type PortalWords = typeof en

const catalogue: Readonly<Record<Language, PortalWords>> = { en, de }

/** What the portal says, in the language of the person. */
export const usePortalWords = (): PortalWords => catalogue[useLanguage()]
