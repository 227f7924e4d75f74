import { useGerman } from '../late-german.ts'
import { en } from './en.ts'

export type PortalWords = typeof en

export const usePortalWords = (): PortalWords => useGerman()?.dePortal ?? en
