import type { SandboxUse } from '../../../platform/contract/index.ts'
import { desktopBinds } from '../../../execution/desktop/desktop.ts'
import { shellBinds } from '../../../execution/terminal/index.ts'
import type { Repositories, Worktree } from '../../../execution/repositories/index.ts'
import type { Sandbox, SandboxDriver, SandboxLimits } from '../../../execution/sandbox/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { Relay } from '../../../platform/relay/relay.ts'
import { credentialMs } from './credentials.ts'
import { worktreeNameOf } from './rules.ts'
import { variablesOfProject } from '../environments/index.ts'
import { headRevision } from '../revisions/index.ts'

export interface PeopleSandboxParts {
  readonly database: Database
  readonly engine: Pick<Engine, 'slots'>
  readonly repositories: Repositories
  readonly sandboxes: SandboxDriver
  readonly sandboxLimits: SandboxLimits
  readonly idleMs: number
  /** For so long an unused sandbox is not given up for others; 30 s by default. */
  readonly keptIdleMs?: number
  readonly onError: (error: unknown) => void
  /** How processes of the instance reach each other; undefined if there are no others. */
  readonly relay: Relay | undefined
}

/** The sandbox of a project for people, one in each process: it holds a slot of the instance's budget until it stops. */
export interface PeopleSandboxes {
  /** Reserves a slot, or returns the budget if none is free. Another request may take an unused slot until `use`. */
  reserve(tx: Transaction, projectId: string): Promise<Reserved>
  /** Lends the sandbox, which is started if it does not run; undefined if no slot is free for it. */
  use(workspace: string, projectId: string): Promise<LentSandbox | undefined>
  /** The address of the process that has the slot; undefined if it is this process, or none. */
  elsewhere(workspace: string, projectId: string): Promise<string | undefined>
  /** True if this process has the slot. */
  isHere(projectId: string): boolean
  /** True if its sandbox runs here. */
  isRunning(projectId: string): boolean
  close(): Promise<void>
}

export type Reserved = 'reserved' | SandboxUse

export interface LentSandbox {
  readonly sandbox: Sandbox
  readonly commitSha: string
  release(): void
}

interface OpenedSandbox {
  readonly sandbox: Sandbox
  readonly worktree: Worktree
  readonly commitSha: string
}

interface SandboxPlace {
  readonly workspace: string
  readonly slot: string
  users: number
  /** When it was last used, or reserved, in milliseconds of this process. */
  idleSinceMs: number
  opened: Promise<OpenedSandbox> | undefined
  idle: NodeJS.Timeout | undefined
}

export const openPeopleSandboxes = (parts: PeopleSandboxParts): PeopleSandboxes => {
  const places = new Map<string, SandboxPlace>()
  const stopping = new Set<Promise<void>>()
  const stop = (projectId: string, place: SandboxPlace) => {
    if (places.get(projectId) === place) places.delete(projectId)
    clearTimeout(place.idle)
    const stopped = stopPlace(parts, place)
      .catch(parts.onError)
      .then(() => void stopping.delete(stopped))
    stopping.add(stopped)
  }
  const waitForUse = (projectId: string, place: SandboxPlace) => {
    clearTimeout(place.idle)
    if (place.users > 0) return
    place.idleSinceMs = performance.now()
    // Before its first use it waits for as long as the credential that was given out with the reservation.
    const waitMs = place.opened ? parts.idleMs : credentialMs
    place.idle = setTimeout(() => stop(projectId, place), waitMs).unref()
  }
  const { keptIdleMs = 30_000 } = parts
  parts.engine.slots.onMissing(async () => {
    const longest = longestUnused(places, keptIdleMs)
    if (longest) stop(...longest)
    await Promise.all(stopping)
    return longest !== undefined
  })
  const reserve: PeopleSandboxes['reserve'] = async (tx, projectId) => {
    const before = places.get(projectId)
    if (before) {
      waitForUse(projectId, before)
      return 'reserved'
    }
    const answer = await parts.engine.slots.takeForPeople(tx, { projectId, address: parts.relay?.address })
    if (answer === 'elsewhere') return 'reserved'
    if (!('slot' in answer)) {
      void parts.engine.slots.askForOne().catch(parts.onError)
      return answer
    }
    const place = newPlace(tx.workspace!, answer.slot)
    tx.afterCommit(() => {
      // The slot of the first of two concurrent reservations is the slot.
      if (places.has(projectId)) stop(projectId, place)
      else {
        places.set(projectId, place)
        waitForUse(projectId, place)
      }
    })
    return 'reserved'
  }
  return {
    reserve,
    elsewhere: async (workspace, projectId) => {
      if (places.has(projectId)) return undefined
      const { slots } = parts.engine
      const address = await parts.database.reading(workspace, (tx) => slots.addressOfPeople(tx, projectId))
      return address === parts.relay?.address ? undefined : address
    },
    isHere: (projectId) => places.has(projectId),
    use: async (workspace, projectId) => {
      if (!places.has(projectId)) await parts.database.within(workspace, (tx) => reserve(tx, projectId))
      const place = places.get(projectId)
      if (!place) return undefined
      return lend(parts, projectId, place, () => {
        if (places.get(projectId) === place) waitForUse(projectId, place)
      })
    },
    isRunning: (projectId) => places.get(projectId)?.opened !== undefined,
    close: async () => {
      for (const [projectId, place] of places) stop(projectId, place)
      await Promise.all(stopping)
    },
  }
}

const lend = async (parts: PeopleSandboxParts, projectId: string, place: SandboxPlace, onRelease: () => void) => {
  place.users += 1
  clearTimeout(place.idle)
  let isReleased = false
  const release = () => {
    if (isReleased) return
    isReleased = true
    place.users -= 1
    onRelease()
  }
  try {
    place.opened ??= openPlace(parts, projectId, place)
    const { sandbox, commitSha } = await place.opened
    return { sandbox, commitSha, release }
  } catch (error) {
    place.opened = undefined
    release()
    throw error
  }
}

const newPlace = (workspace: string, slot: string): SandboxPlace => ({
  workspace,
  slot,
  users: 0,
  idleSinceMs: 0,
  opened: undefined,
  idle: undefined,
})

/** The place without people for longest, and for longer than `keptIdleMs`. */
const longestUnused = (places: ReadonlyMap<string, SandboxPlace>, keptIdleMs: number) =>
  [...places]
    .filter(([, { users, idleSinceMs }]) => users === 0 && performance.now() - idleSinceMs > keptIdleMs)
    .sort(([, one], [, other]) => one.idleSinceMs - other.idleSinceMs)[0]

const openPlace = async (
  { database, repositories, sandboxes, sandboxLimits }: PeopleSandboxParts,
  projectId: string,
  { workspace, slot }: SandboxPlace,
): Promise<OpenedSandbox> => {
  const work = await database.reading(workspace, (tx) => findHeadWork(tx, projectId))
  if (!work) throw new Error(`Project ${projectId} has no revision that a sandbox could show`)
  const { repositoryId, commitSha, variables } = work
  const worktree = await repositories.worktrees.acquire(repositoryId, { commit: commitSha, name: worktreeNameOf(slot) })
  try {
    const sandbox = await sandboxes.open({
      id: `project-${projectId}`,
      worktree: { from: worktree.path, writable: true },
      readonly: [...worktree.readonly.map((path) => ({ from: path, to: path })), ...shellBinds(), ...desktopBinds()],
      environment: { PS1: String.raw`\w \$ `, ...worktree.environment, ...variables },
      limits: sandboxLimits,
    })
    return { sandbox, worktree, commitSha }
  } catch (error) {
    await repositories.worktrees.release(worktree)
    throw error
  }
}

/** The slot is released last: it counts everything that still runs. */
const stopPlace = async ({ database, engine, repositories }: PeopleSandboxParts, place: SandboxPlace) => {
  try {
    const opened = await place.opened?.catch(() => undefined)
    await opened?.sandbox.close()
    if (opened) await repositories.worktrees.release(opened.worktree)
    await database.within(place.workspace, (tx) => engine.slots.free(tx, place.slot))
  } catch (error) {
    engine.slots.abandon(place.slot)
    throw error
  }
}

/** Finds the head of a project, with the variables that agents get; undefined without a revision. */
const findHeadWork = async (tx: Transaction, projectId: string) => {
  const [revision, variables] = await Promise.all([headRevision(tx, projectId), variablesOfProject(tx, projectId)])
  return revision && { repositoryId: revision.repositoryId, commitSha: revision.commitSha, variables }
}
