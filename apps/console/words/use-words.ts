import { useSyncExternalStore } from 'react'
import { useLanguage } from '../preferences.ts'
import { onWords, wordsIn, type Words } from './words.ts'

/** What the page says, in the language of the person. */
export const useWords = (): Words => {
  const language = useLanguage()
  return useSyncExternalStore(onWords, () => wordsIn(language))
}
