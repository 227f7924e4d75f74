import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type ProjectWords = typeof en

/** The words of the pages of a project. */
export const useProjectWords = catalogue<ProjectWords>({ en, de })
