import type { Database } from '../db/database.ts'
import type { Caller } from './caller.ts'
import { openKeys, type TouchKeys } from './keys.ts'
import { openSessions, type FindPortal } from './sessions.ts'
import type { SessionCookies } from './cookies.ts'
import { liveCredentials } from './store.ts'
import { openTaskCredentials } from './task-credentials.ts'

/** The credential that admitted an open stream. */
export type AdmittedCredential = Pick<Caller, 'credentialId' | 'workspaceId' | 'membershipRole'>

/** Reads credentials and decides whether they admit the caller. */
export type Credentials = ReturnType<typeof openCredentials>

interface Options {
  readonly cookies: SessionCookies
  readonly findPortal?: FindPortal
  /** Writes when keys were used last; without it nothing is written. */
  readonly touchKeys?: TouchKeys
}

/** Opens the checks of keys and sessions over one memory each. */
export const openCredentials = (database: Database, { cookies, findPortal, touchKeys }: Options) => {
  const keys = openKeys(database, touchKeys)
  const sessions = openSessions(database, cookies, findPortal)
  return {
    keys,
    sessions,
    tasks: openTaskCredentials(database),
    /** Which of these are still valid by the tables: the credential exists, and its person's role is unchanged. */
    stillGood: async (held: readonly AdmittedCredential[]): Promise<ReadonlySet<AdmittedCredential>> => {
      const pairs = [...new Map(held.map((one) => [`${one.credentialId} ${one.workspaceId}`, one])).values()]
      const live = new Set(await database.identity((tx) => liveCredentials(tx, pairs)))
      return new Set(
        held.filter(({ credentialId, workspaceId, membershipRole }) =>
          live.has(`${credentialId} ${workspaceId} ${membershipRole}`),
        ),
      )
    },
    close: async () => {
      sessions.close()
      await keys.close()
    },
  }
}
