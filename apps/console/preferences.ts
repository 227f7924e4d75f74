import { useSyncExternalStore } from 'react'
import { openListeners, openStore } from './store.ts'
import type { Language } from './words/words.ts'

const { subscribe, notify } = openListeners()
const save = (name: string, value: string | null) => {
  if (value === null) localStorage.removeItem(name)
  else localStorage.setItem(name, value)
  notify()
}

// build/first-paint.js reads the same keys, before the first paint.
export const languageOf = (chosen: string | null): Language =>
  (chosen ?? navigator.language).startsWith('de') ? 'de' : 'en'
export const language = (): Language => languageOf(localStorage.getItem('atelier.language'))
const density = () => (localStorage.getItem('atelier.density') === 'compact' ? 'compact' : 'normal')
const singleKeys = () => localStorage.getItem('atelier.single-keys') !== 'off'

type Density = ReturnType<typeof density>

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)
export const useDensity = (): Density => useSyncExternalStore(subscribe, density)
/** Whether single letters act as shortcuts. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys)

/** Null goes back to the browser's language. */
export const chooseLanguage = (chosen: Language | null): void => {
  save('atelier.language', chosen)
  document.documentElement.lang = language()
}

export const chooseDensity = (chosen: Density | null): void => {
  save('atelier.density', chosen)
  if (chosen === 'compact') document.documentElement.dataset.density = chosen
  else delete document.documentElement.dataset.density
}

export const chooseSingleKeys = (isOn: boolean): void => save('atelier.single-keys', isOn ? null : 'off')

/** The workspace's settings of time and writing. */
export interface Region {
  readonly timeZone: string
  readonly locale: string
}
const region = openStore<Region | undefined>(undefined)

/** The region of the open workspace; undefined without one. */
export const useRegion = region.useValue

export const enterRegion = (entered: Region | undefined): void => {
  const { timeZone, locale } = region.now() ?? {}
  if (timeZone !== entered?.timeZone || locale !== entered?.locale) region.set(entered)
}
