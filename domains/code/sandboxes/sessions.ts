import { record } from '../../../platform/audit/index.ts'
import type { Credentials } from '../../../platform/access/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { openAccessWatch, type AccessWatch, type Holder } from './access-watch.ts'
import { openPeopleSandboxes, type PeopleSandboxes, type PeopleSandboxParts } from './people-sandboxes.ts'

/** The sandboxes of people in this process, and who may be in them. */
export interface People {
  readonly sandboxes: PeopleSandboxes
  readonly watch: AccessWatch
  close(): Promise<void>
}

export const openPeople = (
  parts: PeopleSandboxParts & { readonly credentials: Pick<Credentials, 'stillGood'> },
): People => {
  const sandboxes = openPeopleSandboxes(parts)
  const watch = openAccessWatch(parts)
  return {
    sandboxes,
    watch,
    close: async () => {
      watch.close()
      await sandboxes.close()
    },
  }
}

export interface SessionParts {
  readonly database: Database
  readonly people: People
}

/** The row of the beginning or the end of one connection. */
export const recordSession = (
  { database }: Pick<SessionParts, 'database'>,
  { workspaceId, projectId, actor, source }: Holder,
  action: 'terminal.open' | 'terminal.end' | 'desktop.open' | 'desktop.end',
  details: Readonly<Record<string, unknown>>,
) =>
  database.within(workspaceId, async (tx) =>
    record(tx, {
      action,
      category: 'execute',
      outcome: 'success',
      actor,
      source,
      resource: ['project', projectId],
      details,
    }),
  )
