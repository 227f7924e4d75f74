import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { unlessAborted } from '../../../platform/waiting/index.ts'
import { activeTasks, type ActiveTask } from '../workbench/index.ts'
import type { ReadParts } from './parts.ts'
import type { BranchLocation } from './find-branch.ts'
import { presentChange } from './present.ts'
import { fairLimit } from './reading.ts'
import { changesMost, liveMs, liveTurnMs } from './rules.ts'

// Each starts a sandbox, beside those in which agents work.
const looking = fairLimit(3, 1)

interface LiveReader {
  readonly repositories: Repositories
  readonly workspace: string
  readonly signal: AbortSignal
}

/** The tasks that agents are working on in the repository of a place. */
export const activeTasksIn = async (
  read: ReadTransaction,
  engine: ReadParts['engine'],
  { repository, isPrimary }: BranchLocation,
) =>
  (await read((tx) => activeTasks(engine, tx, repository.projectId))).filter(({ task: { repositoryId } }) =>
    repositoryId === null ? isPrimary : repositoryId === repository.id,
  )

type ReadTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** The unmerged changes of these tasks' agents; tasks whose files do not answer are left out. */
export const liveChangesOf = async (reader: LiveReader, tasks: readonly ActiveTask[]) => {
  const found = await Promise.all(tasks.map((one) => lookInto(reader, one)))
  return found.flatMap((one) => one ?? [])
}

const lookInto = async (reader: LiveReader, built: ActiveTask) => {
  const { task } = built
  const base = task.baseSha!
  const changes = await look(reader, built, (worktree) =>
    reader.repositories.reads.changesIn(worktree, { base, maxFiles: changesMost, wallMs: liveMs }),
  )
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

interface LiveFileRequest {
  readonly taskId: string
  readonly path: string
  readonly maxBytes: number
}

/** One file, or its patch, of one of these tasks; undefined if it is none of them, or its files do not answer. */
export const readLiveFile = async (
  reader: LiveReader,
  tasks: readonly ActiveTask[],
  what: 'patchIn' | 'fileIn',
  { taskId, path, maxBytes }: LiveFileRequest,
) => {
  const built = tasks.find(({ task }) => task.id === taskId.toLowerCase())
  if (!built) return undefined
  const options = { base: built.task.baseSha!, path: { path }, maxBytes, wallMs: liveMs }
  return look(reader, built, (worktree) => reader.repositories.reads[what](worktree, options))
}

type Worktree = NonNullable<Awaited<ReturnType<Repositories['worktrees']['find']>>>

/** Waits for a turn and the answer no longer than leaves the request time to say the rest. */
const look = async <T>(
  { repositories, workspace, signal }: LiveReader,
  { worktreeName }: ActiveTask,
  read: (worktree: Worktree) => Promise<T | undefined>,
): Promise<T | undefined> => {
  const either = AbortSignal.any([signal, AbortSignal.timeout(liveTurnMs)])
  const turn = looking(workspace, async () => {
    const worktree = either.aborted ? undefined : await repositories.worktrees.find(worktreeName)
    return worktree && read(worktree)
  })
  return unlessAborted(turn, either).catch((error: unknown) => {
    if (!either.aborted) throw error
    return undefined
  })
}
