import {
  isAgency,
  isRevoked,
  onRevocation,
  type AdmittedCredential,
  type Caller,
  type Credentials,
} from '../../../platform/access/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PlaceHolder } from '../../../platform/waiting/index.ts'
import { grantedProjects, workableProjectIds } from '../projects/index.ts'

// People lose their sessions within half a second of their access.
const checkEveryMs = 500

/** A person who works in the sandbox of a project, and their credential. */
export interface Holder extends AdmittedCredential, Pick<Caller, 'userId' | 'actor' | 'source' | 'workspaceId'> {
  readonly projectId: string
  /** The level that a client needs on the project; undefined for the agency, which has no grants. */
  readonly needs?: 'view' | 'steer' | undefined
}

export const holderOf = (caller: Caller, projectId: string, needs?: Holder['needs']): Holder => {
  const { credentialId, workspaceId, membershipRole, userId, actor, source } = caller
  const person = { credentialId, workspaceId, membershipRole, userId, actor, source }
  return { ...person, projectId, needs: isAgency(caller.role) ? undefined : needs }
}

/** The holder of the share of connections in which a session counts. */
export const placeHolderOf = ({ workspaceId: workspace, userId: person }: Holder): PlaceHolder => ({
  workspace,
  person,
})

export interface AccessWatch {
  /** True if the holder may begin. */
  isGood(holder: Holder): Promise<boolean>
  /** A signal that aborts when the holder may not continue, until `release`. */
  follow(holder: Holder): { readonly ends: AbortSignal; release(): void }
  /** Looks at once, since a project was archived or deleted. */
  check(): void
  close(): void
}

interface Followed {
  readonly holder: Holder
  readonly controller: AbortController
}

const accessEnded = 'Your access to this project has ended.'

/**
 * Opens a watch: while sessions are open, it checks twice a second that their credentials are good, their projects are
 * in use and clients still have the needed access, with two queries for all and one for each client. A revocation
 * checks at once. A failed check is repeated.
 */
export const openAccessWatch = (parts: {
  readonly credentials: Pick<Credentials, 'stillGood'>
  readonly database: Database
}): AccessWatch => {
  const open = new Set<Followed>()
  let timer: NodeJS.Timeout | undefined
  const cutRefused = async (sessions: readonly Followed[]) => {
    if (sessions.length === 0) return
    const holders = sessions.map(({ holder }) => holder)
    const good = await goodAmong(parts, holders)
    for (const { holder, controller } of sessions) if (!good.has(holder)) controller.abort(accessEnded)
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
  const [good, ...reaching] = await Promise.all([
    credentials.stillGood(holders),
    ...[...byWorkspace].map(([workspace, some]) => database.reading(workspace, (tx) => reachingAmong(tx, some))),
  ])
  const reached = new Set(reaching.flat())
  return new Set(holders.filter((holder) => good.has(holder) && reached.has(holder)))
}

const reachingAmong = async (tx: Transaction, holders: readonly Holder[]): Promise<readonly Holder[]> => {
  const workable = new Set(await workableProjectIds(tx, [...new Set(holders.map(({ projectId }) => projectId))]))
  const clients = new Set(holders.flatMap(({ needs, userId }) => (needs === undefined ? [] : [userId])))
  const grants = new Map<string, Awaited<ReturnType<typeof grantedProjects>>>()
  for (const userId of clients) grants.set(userId, await grantedProjects(tx, userId))
  return holders.filter(({ projectId, userId, needs }) => {
    if (!workable.has(projectId)) return false
    const grant = grants.get(userId)?.find(({ id }) => id === projectId)
    return needs === undefined || (grant !== undefined && (needs === 'view' || grant.isSteered))
  })
}
