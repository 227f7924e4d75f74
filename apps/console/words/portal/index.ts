import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type PortalWords = typeof en

export const usePortalWords = catalogue<PortalWords>({ en, de })
