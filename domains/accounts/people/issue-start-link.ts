import { readFile } from 'node:fs/promises'
import { verifyPassword } from '@better-auth/utils/password'
import { ownerFileIn } from './owner-file.ts'
import { firstOwnerPassword } from './store-first-owner.ts'
import type { SignInParts } from './sign-in/parts.ts'

/**
 * The address that signs the first owner in once, for the person who started this server at a terminal. It allows no
 * more than the owner's file does: undefined if the file was deleted, or its password no longer signs in.
 */
export const issueStartLink = async (
  { database, origin, startLink, canSignIn }: SignInParts,
  file: string,
  now: Date,
): Promise<string | undefined> => {
  const owner = ownerFileIn(await readFile(file, 'utf8').catch(() => ''))
  if (!owner || !canSignIn) return undefined
  const { email, password } = owner
  const hash = await database.identity((tx) => firstOwnerPassword(tx, email))
  if (hash === undefined || !(await verifyPassword(hash, password))) return undefined
  // Behind the hash sign it is in no server's log, and the next page does not get it.
  return `${origin()}/console/start#${startLink.issue({ email, password }, now)}`
}
