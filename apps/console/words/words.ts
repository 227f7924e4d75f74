import type { en } from './shell/en.ts'

export type Words = typeof en
export type Language = 'en' | 'de'
