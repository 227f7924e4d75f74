import pLimit from 'p-limit'
import type { Repositories } from '../../../execution/repositories/index.ts'
import type { BuiltNow } from '../cycles/index.ts'
import { presentChange } from './present.ts'
import { changesMost, liveMs } from './rules.ts'

// Each starts a sandbox, beside those in which agents work.
export const looking = pLimit(2)

/** What the agents of these tasks wrote and have not merged; those whose files do not answer are left out. */
export const inFlightOf = async (repositories: Repositories, tasks: readonly BuiltNow[], signal: AbortSignal) => {
  const found = await Promise.all(tasks.map((one) => lookInto(repositories, one, signal)))
  return found.flatMap((one) => one ?? [])
}

const lookInto = async (repositories: Repositories, { task, worktreeName }: BuiltNow, signal: AbortSignal) => {
  const base = task.baseSha!
  const changes = await looking(async () => {
    const worktree = signal.aborted ? undefined : await repositories.worktrees.find(worktreeName)
    return worktree && repositories.reads.changesIn(worktree, { base, maxFiles: changesMost, wallMs: liveMs })
  })
  return (
    changes && {
      ...{ taskId: task.id, cycleId: task.cycleId, title: task.title, branch: task.branch!, baseSha: base },
      ...{ files: changes.files.map(presentChange), truncated: changes.truncated },
    }
  )
}

interface LiveFileRequest {
  readonly path: string
  readonly maxBytes: number
}

/** One file, or its patch, of a task that an agent is working on; undefined where its files do not answer. */
export const liveFileOf = (
  repositories: Repositories,
  { task, worktreeName }: BuiltNow,
  what: 'patchIn' | 'fileIn',
  { path, maxBytes }: LiveFileRequest,
  signal: AbortSignal,
) =>
  looking(async () => {
    const worktree = signal.aborted ? undefined : await repositories.worktrees.find(worktreeName)
    const options = { base: task.baseSha!, path: { path }, maxBytes, wallMs: liveMs }
    return worktree && repositories.reads[what](worktree, options)
  })
