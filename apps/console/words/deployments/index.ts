import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the deployments of a project, and of the page that opens one. */
export const useDeploymentWords = catalogue<typeof en>({ en, de })
