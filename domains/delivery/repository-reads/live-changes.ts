import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import type {
  LiveChanges,
  LiveChangesOptions,
  LiveFile,
  LiveFileOptions,
  Repositories,
  TreePath,
} from '../../../execution/repositories/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { reach, type Relay } from '../../../platform/relay/relay.ts'
import { unlessAborted } from '../../../platform/waiting/index.ts'
import type { BranchLocation } from './find-branch.ts'
import { presentChange } from './present.ts'
import { fairLimit } from './reading.ts'
import { changesMost, liveMs, liveTurnMs } from './rules.ts'
import type { Engine, Log } from '../../../platform/jobs/index.ts'
import { tasksOfCycle, type TaskRow } from '../tasks/index.ts'
import { agentSteps, worktreeName } from '../workbench/index.ts'
import { cyclesWithRuns as cyclesAtWork } from '../cycles/index.ts'

// Each look starts a sandbox, beside the sandboxes of agents.
const looking = fairLimit(3, 1)

interface LiveReader {
  readonly repositories: Repositories
  readonly relay: Relay | undefined
  readonly workspace: string
  readonly signal: AbortSignal
}

/** The tasks that agents are working on in the repository of a place. */
export const activeTasksIn = async (
  read: InTransaction,
  engine: ReadParts['engine'],
  { repository, isPrimary }: BranchLocation,
) =>
  (await read((tx) => activeTasks(engine, tx, repository.projectId))).filter(({ task: { repositoryId } }) =>
    repositoryId === null ? isPrimary : repositoryId === repository.id,
  )

/** The unmerged changes of these tasks' agents; tasks whose files do not answer are left out. */
export const liveChangesOf = async (reader: LiveReader, tasks: readonly ActiveTask[]) =>
  (await Promise.all(tasks.map((one) => lookInto(reader, one)))).flatMap((one) => one ?? [])

const lookInto = async (reader: LiveReader, built: ActiveTask) => {
  const { task } = built
  const base = task.baseSha!
  const options = { base, maxFiles: changesMost, wallMs: liveMs }
  const changes = await look<LiveChanges>(reader, built, { what: 'changesIn', options })
  return (
    changes && {
      taskId: task.id,
      cycleId: task.cycleId,
      title: task.title,
      branch: task.branch!,
      baseSha: base,
      files: changes.files.map(presentChange),
      truncated: changes.truncated,
    }
  )
}

/** A file, or its patch, from one of these tasks; undefined if the task is not among them or does not answer. */
export const readLiveFile = async (
  reader: LiveReader,
  tasks: readonly ActiveTask[],
  what: 'patchIn' | 'fileIn',
  { taskId, path, maxBytes }: { readonly taskId: string; readonly path: TreePath; readonly maxBytes: number },
) => {
  const built = tasks.find(({ task }) => task.id === taskId.toLowerCase())
  if (!built) return undefined
  const options = { base: built.task.baseSha!, path, maxBytes, wallMs: liveMs }
  return look<LiveFile | 'none'>(reader, built, { what, options })
}

type Look =
  | { readonly what: 'changesIn'; readonly options: LiveChangesOptions }
  | { readonly what: 'patchIn' | 'fileIn'; readonly options: LiveFileOptions }

/** Waits for a turn and the answer only as long as the request has time to send the rest. */
const look = async <T>(
  { repositories, relay, workspace, signal }: LiveReader,
  { worktreeName, address }: ActiveTask,
  asked: Look,
): Promise<T | undefined> => {
  const either = AbortSignal.any([signal, AbortSignal.timeout(liveTurnMs)])
  const wanted: FarLook = { ...asked, workspace, worktreeName }
  const isThere = relay && address !== undefined
  const turn = isThere ? lookThere(relay, address, wanted, either) : lookHere(repositories, wanted, either)
  return unlessAborted(turn as Promise<T | undefined>, either).catch((error: unknown) => {
    if (!either.aborted) throw error
    return undefined
  })
}

export type FarLook = Look & { readonly workspace: string; readonly worktreeName: string }

const lookHere = (
  { worktrees, reads }: Pick<Repositories, 'worktrees' | 'reads'>,
  { workspace, worktreeName, ...asked }: FarLook,
  signal: AbortSignal,
): Promise<unknown> =>
  looking(workspace, async () => {
    const worktree = signal.aborted ? undefined : await worktrees.find(worktreeName)
    if (!worktree) return undefined
    return asked.what === 'changesIn'
      ? reads.changesIn(worktree, asked.options)
      : reads[asked.what](worktree, asked.options)
  })

const lookThere = async (relay: Relay, address: string, wanted: FarLook, signal: AbortSignal): Promise<unknown> => {
  const socket = await reach(relay.keys, address, { kind: 'worktree', ...wanted }).catch(() => undefined)
  if (!socket) return undefined
  const leave = () => socket.destroy()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return deserialize(await buffer(socket))
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Answers another machine that asks for a worktree of this machine. */
export const lendLook =
  (repositories: Pick<Repositories, 'worktrees' | 'reads'>, wanted: FarLook) =>
  async (socket: Duplex): Promise<void> => {
    socket.end(serialize(await lookHere(repositories, wanted, AbortSignal.timeout(liveTurnMs))))
  }

/** A task that an agent is working on, and the worktree that it works in. */
export interface ActiveTask {
  readonly task: TaskRow
  readonly worktreeName: string
  /** The address of the machine that has the worktree; undefined if it is this machine. */
  readonly address: string | undefined
}

/** The tasks of a project that agents are working on, the oldest cycle's first. */
const activeTasks = async (
  engine: Pick<Engine, 'diagnostics' | 'addressOfRun'>,
  tx: Transaction,
  projectId: string,
): Promise<ActiveTask[]> => {
  const found: ActiveTask[] = []
  for (const { id, runId } of await cyclesAtWork(tx, projectId)) {
    for (const task of await tasksOfCycle(tx, id)) {
      if (task.runId !== runId || !task.ownRunId || task.engineStatus !== 'building') continue
      const run = await engine.diagnostics(tx, task.ownRunId)
      const step = run?.steps.find(({ name, status }) => agentSteps.includes(name) && status === 'running')
      if (!run || !step || !task.baseSha || !task.branch) continue
      const address = await engine.addressOfRun(tx, task.ownRunId)
      found.push({ task, worktreeName: worktreeName(run.run, step), address })
    }
  }
  return found
}

export interface ReadParts {
  readonly repositories: Repositories
  readonly engine: Pick<Engine, 'diagnostics' | 'addressOfRun'>
  readonly relay: Relay | undefined
  readonly log: Pick<Log, 'error'>
}
