import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { CodeHostFailure, fetchPack, type HostedPullRequest } from '../../../execution/code-hosts/index.ts'
import { judgeMerge } from '../../../execution/repositories/index.ts'
import { writeBundle } from '../git-host/index.ts'
import { inspectInSandbox, withSandboxSlot } from '../uploads/index.ts'
import type { ConnectedHead } from './connected-head.ts'
import type { SyncParts } from './parts.ts'
import type { PullRequestRow } from './tables.ts'

interface ReportedMerge {
  readonly workspaceId: string
  readonly connected: ConnectedHead
  readonly row: PullRequestRow
  readonly hosted: Pick<HostedPullRequest, 'headSha' | 'mergeSha'>
  /** The head of the target branch, whose commits the project has. */
  readonly target: string
  readonly signal: AbortSignal
}

/** Returns why a reported merge does not count; undefined if the target has our change. Throws a `CodeHostFailure`. */
export const mergeDoubt = async (parts: SyncParts, merge: ReportedMerge): Promise<string | undefined> => {
  const { row, hosted, target } = merge
  const { repositoryId, commitSha: proposed, targetBranch } = row
  const head = hosted.headSha ?? row.headSha ?? undefined
  if (head === undefined) return 'The host does not show which commit was merged.'
  const judge = (gitDir: string) => judgeMerge(gitDir, { proposed, head, target, merge: hosted.mergeSha })
  const isHere = await parts.repositories.commitExists(repositoryId, head)
  const found = isHere
    ? await parts.repositories.holding(repositoryId, judge)
    : await withHead(parts, merge, head, judge)
  if (found === 'held') return undefined
  if (found === 'not_proposed')
    return `The host shows ${head.slice(0, 12)} as what was merged, which does not have the commit ${proposed.slice(0, 12)} of this cycle.`
  if (found === 'not_held')
    return `The branch ${targetBranch} at ${target.slice(0, 12)} has neither the commit ${head.slice(0, 12)} nor its changes.`
  return `The merged commit ${head.slice(0, 12)} could not be fetched: ${found.message}`
}

/** Lends a repository with the commit from the host, which is never stored: the host merged only its changes. */
const withHead = async <T>(
  parts: SyncParts,
  { workspaceId, connected, row, target, signal }: ReportedMerge,
  head: string,
  work: (gitDir: string) => Promise<T>,
): Promise<T | CodeHostFailure> =>
  parts.repositories.inScratch(async (folder) => {
    const bundlePath = join(folder, 'head.bundle')
    const { repositoryId, branch } = row
    let bundleSizeBytes: number
    try {
      const place = { host: connected.access, fullName: connected.fullName, signal }
      const pack = await fetchPack(parts.fetcher, place, { commitSha: head, known: target })
      bundleSizeBytes = await writeBundle(bundlePath, { base: target, head, ref: `refs/heads/${branch}` }, pack)
    } catch (error) {
      if (error instanceof CodeHostFailure && error.reason !== 'limited') return error
      throw error
    }
    const bundle = { bundlePath, bundleSizeBytes, commitSha: head, branch }
    const base = { repositoryId, commitSha: target }
    const slot = await withSandboxSlot(parts, workspaceId, async () => {
      const inspected = await inspectInSandbox(parts, { id: uuidv7(), ...bundle, base }, signal)
      if (!inspected.ok)
        return new CodeHostFailure('refused', inspected.rejected.map(({ message }) => message).join(' '))
      const { quarantine } = inspected
      try {
        return await work(quarantine.gitDir)
      } finally {
        await parts.repositories.discard(quarantine)
      }
    })
    if (slot.done === undefined) throw new CodeHostFailure('unreachable', 'All sandboxes are in use.')
    return slot.done
  })
