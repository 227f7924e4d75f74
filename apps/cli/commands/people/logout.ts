import { atelier } from '../../program/command.ts'
import { findStored, forgetCredentials } from '../../client/credentials.ts'
import type { Session } from '../../session.ts'

/** `atelier logout`: deletes the credentials that `login` stored on this machine. The key itself stays valid. */
export const logout = async ({ environment, output }: Session): Promise<void> => {
  const stored = await findStored(environment)
  const file = await forgetCredentials(environment)
  output.document({ url: stored?.url ?? null, removed: file ?? null })
  if (!file) {
    output.print('Nobody was logged in here.')
    return
  }
  output.print(`${file} is removed. The key still works: ${atelier} keys revoke ends one for good.`)
  if (environment.ATELIER_API_KEY) output.say('ATELIER_API_KEY is set, and commands go on using it.')
}
