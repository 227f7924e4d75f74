import { browserVariables, findBrowser } from '../../../execution/sandbox/index.ts'
import type { SandboxProfile } from '../../agents/agents/index.ts'

/** True if sandboxes of a profile name the browser of the machine. */
export const hasBrowser = (profile: SandboxProfile): boolean => profile !== 'builder'

/** The variables of an agent's profile for the commands of agents and checks. */
export const profileVariables = async (profile: SandboxProfile): Promise<Readonly<Record<string, string>>> => {
  const browser = hasBrowser(profile) ? await findBrowser() : undefined
  return browser === undefined ? {} : browserVariables(browser)
}
