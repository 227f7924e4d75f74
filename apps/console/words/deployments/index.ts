import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words for a project's deployments, and for the page that opens one. */
export const useDeploymentWords = catalogue<typeof en>({ en, de })
