import { useSyncExternalStore } from 'react'
import type { Language } from './words/words.ts'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const keep = (name: string, value: string) => {
  localStorage.setItem(name, value)
  for (const listener of listeners) listener()
}

// build/first-paint.js reads the same keys, before the first paint.
const language = (): Language =>
  (localStorage.getItem('atelier.language') ?? navigator.language).startsWith('de') ? 'de' : 'en'
const density = () => (localStorage.getItem('atelier.density') === 'compact' ? 'compact' : 'normal')

export type Density = ReturnType<typeof density>

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)
export const useDensity = (): Density => useSyncExternalStore(subscribe, density)

export const chooseLanguage = (chosen: Language): void => {
  keep('atelier.language', chosen)
  document.documentElement.lang = chosen
}

export const chooseDensity = (chosen: Density): void => {
  keep('atelier.density', chosen)
  if (chosen === 'compact') document.documentElement.dataset.density = chosen
  else delete document.documentElement.dataset.density
}
