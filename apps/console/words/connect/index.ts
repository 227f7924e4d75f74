import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type ConnectWords = typeof en

/** The words of the page on which a person connects a program. */
export const useConnectWords = catalogue<ConnectWords>({ en, de })
