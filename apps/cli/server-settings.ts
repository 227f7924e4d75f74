import { readConfiguration, StartRefusal, type Configuration } from '../../platform/configuration/index.ts'
import { usage } from './failure.ts'

/**
 * The settings of the server that is started with this environment. Throws a Failure for settings that it would refuse.
 */
export const serverSettings = (environment: NodeJS.ProcessEnv): Configuration => {
  try {
    return readConfiguration(environment)
  } catch (error) {
    throw error instanceof StartRefusal ? usage(error.message, 'settings') : error
  }
}
