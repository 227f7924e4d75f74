import {
  isRevoked,
  onRevocation,
  type AdmittedCredential,
  type Caller,
  type Credentials,
} from '../../../platform/access/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { workableProjectIds } from '../projects/index.ts'

const checkEveryMs = 500

/** Who works in the sandbox of a project, and what lets them. */
export interface Holder extends AdmittedCredential, Pick<Caller, 'userId' | 'actor' | 'source' | 'workspaceId'> {
  readonly projectId: string
}

export interface AccessWatch {
  /** Whether the holder may begin. */
  isGood(holder: Holder): Promise<boolean>
  /** A signal that aborts when the holder may not go on, until `release`. */
  follow(holder: Holder): { readonly ends: AbortSignal; release(): void }
  /** Looks at once, since a project was archived or deleted. */
  check(): void
  close(): void
}

interface Followed {
  readonly holder: Holder
  readonly controller: AbortController
}

export const accessEnded = 'Your access to this project has ended.'

/**
 * While sessions are open, asks twice a second whether their credentials are good and their projects are in use, with
 * two queries for all. A revocation asks at once. What cannot be asked is asked again.
 */
export const openAccessWatch = (parts: {
  readonly credentials: Pick<Credentials, 'stillGood'>
  readonly database: Database
}): AccessWatch => {
  const open = new Set<Followed>()
  let timer: NodeJS.Timeout | undefined
  const cutRefused = async (asked: readonly Followed[]) => {
    if (asked.length === 0) return
    const good = await goodAmong(
      parts,
      asked.map(({ holder }) => holder),
    )
    for (const { holder, controller } of asked) if (!good.has(holder)) controller.abort(accessEnded)
  }
  const check = () => {
    cutRefused([...open]).catch(() => undefined)
  }
  const stop = onRevocation((revocation) => {
    cutRefused([...open].filter(({ holder }) => isRevoked(revocation, holder))).catch(() => undefined)
  })
  return {
    isGood: async (holder) => (await goodAmong(parts, [holder])).has(holder),
    follow: (holder) => {
      const followed = { holder, controller: new AbortController() }
      open.add(followed)
      timer ??= setInterval(check, checkEveryMs).unref()
      const release = () => {
        open.delete(followed)
        if (open.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
      return { ends: followed.controller.signal, release }
    },
    check,
    close: () => {
      stop()
      clearInterval(timer)
      for (const { controller } of open) controller.abort('The server stops.')
      open.clear()
    },
  }
}

const goodAmong = async (
  { credentials, database }: Parameters<typeof openAccessWatch>[0],
  holders: readonly Holder[],
): Promise<ReadonlySet<Holder>> => {
  const byWorkspace = Map.groupBy(holders, ({ workspaceId }) => workspaceId)
  const [good, ...workable] = await Promise.all([
    credentials.stillGood(holders),
    ...[...byWorkspace].map(([workspace, some]) =>
      database.reading(workspace, (tx) => workableProjectIds(tx, [...new Set(some.map((one) => one.projectId))])),
    ),
  ])
  const projects = new Set(workable.flat())
  return new Set(holders.filter((holder) => good.has(holder) && projects.has(holder.projectId)))
}
