import type { en } from './en.ts'

export type Words = typeof en
export type Language = 'en' | 'de'
