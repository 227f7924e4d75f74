import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openBroker, type Route } from '../../../execution/egress/index.ts'
import type { Worktree } from '../../../execution/repositories/index.ts'
import type { Sandbox } from '../../../execution/sandbox/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import type { CycleParts } from './parts.ts'
import type { Work } from './work.ts'

interface Asked {
  readonly commit: string
  /** Hosts that commands may reach; none unless it says so. */
  readonly allowHosts?: readonly string[]
  /** Internal hosts with a function behind them. */
  readonly routes?: Readonly<Record<string, Route>>
  readonly binds?: readonly { readonly from: string; readonly to: string }[]
}

interface Place {
  readonly sandbox: Sandbox
  readonly worktree: Worktree
}

/**
 * Lends a step a worktree of its own and a sandbox over it. Both are gone afterwards, whatever happened; what a
 * process that died has left is thrown away when the step is repeated, since the name is the step's.
 */
export const inSandbox = async <T>(
  parts: CycleParts,
  { run, step }: EffectContext,
  { repository }: Work,
  asked: Asked,
  work: (place: Place) => Promise<T>,
): Promise<T> => {
  const name = `${run.id}-${step.seq}`
  const worktree = await parts.repositories.worktrees.acquire(repository.id, { commit: asked.commit, name })
  try {
    return await withEgress(parts, asked, (egressSocket) =>
      withSandbox(parts, { name, worktree, egressSocket, asked }, work),
    )
  } finally {
    await parts.repositories.worktrees.release(worktree)
  }
}

const withEgress = async <T>(parts: CycleParts, asked: Asked, work: (socket: string | undefined) => Promise<T>) => {
  const { allowHosts = [], routes = {} } = asked
  if (allowHosts.length === 0 && Object.keys(routes).length === 0) return work(undefined)
  const socketPath = join(parts.socketFolder, `${randomBytes(8).toString('hex')}.sock`)
  const broker = await openBroker({ socketPath, allowHosts, routes })
  try {
    return await work(socketPath)
  } finally {
    await broker.close()
    await rm(socketPath, { force: true })
  }
}

interface Opening {
  readonly name: string
  readonly worktree: Worktree
  readonly egressSocket: string | undefined
  readonly asked: Asked
}

const withSandbox = async <T>(
  { sandboxes, sandboxLimits }: CycleParts,
  { name, worktree, egressSocket, asked }: Opening,
  work: (place: Place) => Promise<T>,
): Promise<T> => {
  const sandbox = await sandboxes.open({
    id: name,
    worktree: { from: worktree.path, writable: true },
    readonly: [...worktree.readonly.map((path) => ({ from: path, to: path })), ...(asked.binds ?? [])],
    environment: worktree.environment,
    limits: sandboxLimits,
    ...(egressSocket && { egressSocket }),
  })
  try {
    return await work({ sandbox, worktree })
  } finally {
    await sandbox.close()
  }
}
