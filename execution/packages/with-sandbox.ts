import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openBroker, type Refusal, type Route } from '../egress/index.ts'
import { remakeOwnFolder, type Sandbox } from '../sandbox/index.ts'
import type { PackageParts } from './parts.ts'

/** Files that a sandbox may write to, and its other mounts; a worktree is one. */
export interface SandboxFiles {
  readonly name: string
  readonly path: string
  readonly readonly: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** The reach of commands. */
interface Egress {
  /** Hosts; by default none. */
  readonly allowHosts?: readonly string[]
  /** Internal hosts with a function behind them. */
  readonly routes?: Readonly<Record<string, Route>>
  /** Called with each host that egress refuses. */
  readonly onRefusal?: (refusal: Refusal) => void
  /** Called for each host outside that was reached. */
  readonly onReached?: () => void
}

interface View extends Egress {
  readonly binds?: readonly { readonly from: string; readonly to: string }[]
  /** Where `.git` leads in the place of the read-only folder: see `SandboxSpec`. */
  readonly gitDir?: string
  /** Beside that of the worktree. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Lends a sandbox over a worktree, with a way out only if the view names hosts. */
export const withSandbox = <T>(
  parts: PackageParts,
  worktree: SandboxFiles,
  view: View,
  work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> => withEgress(parts, view, (egressSocket) => openAndRun(parts, worktree, view, egressSocket, work))

/** Lends a way out to the hosts and functions that a view names; undefined if it names none. */
export const withEgress = async <T>(
  parts: Pick<PackageParts, 'socketFolder' | 'network'>,
  view: Egress,
  work: (socketPath: string | undefined) => Promise<T>,
) => {
  const { allowHosts = [], routes = {} } = view
  if (allowHosts.length === 0 && Object.keys(routes).length === 0) return work(undefined)
  const egress = await openEgress(parts, view)
  try {
    return await work(egress.socketPath)
  } finally {
    await egress.close()
  }
}

/** Opens a way out to the hosts and functions that a view names. */
export const openEgress = async (
  { socketFolder, network }: Pick<PackageParts, 'socketFolder' | 'network'>,
  { allowHosts = [], routes = {}, onRefusal, onReached }: Egress,
) => {
  await remakeOwnFolder(socketFolder)
  const socketPath = join(socketFolder, `${randomBytes(8).toString('hex')}.sock`)
  const broker = await openBroker({
    socketPath,
    allowHosts,
    routes,
    ...network,
    ...(onRefusal && { onRefusal, closesRefused: true }),
    ...(onReached && { onReached }),
  })
  return {
    socketPath,
    close: async () => {
      await broker.close()
      await rm(socketPath, { force: true })
    },
  }
}

const openAndRun = async <T>(
  { sandboxes, sandboxLimits }: PackageParts,
  worktree: SandboxFiles,
  { binds = [], environment = {}, gitDir }: View,
  egressSocket: string | undefined,
  work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> => {
  const sandbox = await sandboxes.open({
    id: worktree.name,
    worktree: { from: worktree.path, writable: true, ...(gitDir !== undefined && { gitDir }) },
    readonly: [...worktree.readonly.map((path) => ({ from: path, to: path })), ...binds],
    environment: { ...worktree.environment, ...environment },
    limits: sandboxLimits,
    ...(egressSocket && { egressSocket }),
  })
  try {
    return await work(sandbox)
  } finally {
    await sandbox.close()
  }
}
