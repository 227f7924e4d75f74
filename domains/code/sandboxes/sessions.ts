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

interface NewSession {
  readonly kind: 'terminal' | 'desktop'
  /** Details of the row at its beginning. */
  readonly details: Readonly<Record<string, unknown>>
  /** Ends it besides the loss of access. */
  readonly endsWith: AbortSignal
  readonly onRelease: () => void
  readonly onError: (error: unknown) => void
}

interface Session {
  /** Aborts with a sentence when the person may not continue. */
  readonly ends: AbortSignal
  /** Ends it; a second time changes nothing. */
  release(): void
}

/** One connection of a person, from its first audit row to its last. It ends with the person's access. */
export const beginSession = async (
  parts: SessionParts,
  holder: Holder,
  { kind, details, endsWith, onRelease, onError }: NewSession,
): Promise<Session> => {
  try {
    await recordSession(parts, holder, `${kind}.open`, details)
  } catch (error) {
    onRelease()
    throw error
  }
  const followed = parts.people.watch.follow(holder)
  const openedMs = performance.now()
  const ends = AbortSignal.any([followed.ends, endsWith])
  let isReleased = false
  const release = () => {
    if (isReleased) return
    isReleased = true
    followed.release()
    onRelease()
    const seconds = Math.round((performance.now() - openedMs) / 1_000)
    const reason = ends.aborted ? String(ends.reason) : 'closed'
    recordSession(parts, holder, `${kind}.end`, { seconds, reason }).catch(onError)
  }
  return { ends, release }
}

const recordSession = (
  { database }: Pick<SessionParts, 'database'>,
  { workspaceId, projectId, actor, source }: Holder,
  action: `${NewSession['kind']}.${'open' | 'end'}`,
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
