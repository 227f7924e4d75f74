import { branchAtHost, CodeHostFailure, fetchPack } from '../../../execution/code-hosts/index.ts'
import { byServer, record } from '../../../platform/audit/index.ts'
import { checkPush, type CheckedPush } from '../git-host/index.ts'
import { pushCommit, type RevisionRow } from '../revisions/index.ts'
import type { ConnectedHead } from './connected-head.ts'
import type { SyncParts } from './parts.ts'
import { settlePush } from './store-links.ts'

interface HeadFetch {
  readonly workspaceId: string
  readonly connected: ConnectedHead
  /** The cycle whose pull request was merged, if that is the reason. */
  readonly cycleId?: string
  readonly signal: AbortSignal
}

/**
 * Fetches the commits that a project's branch has only at its host, as one revision, checked like a push of git. Returns
 * the new head, or the old one if nothing is new. Throws a `CodeHostFailure` if they were refused; it may be tried again.
 */
export const fetchHostHead = async (parts: SyncParts, fetch: HeadFetch): Promise<RevisionRow> => {
  const { connected, workspaceId, signal } = fetch
  const { head, access: host, fullName } = connected
  const { repositoryId, branch, commitSha } = head
  const place = { host, fullName, branch, signal }
  const there = await branchAtHost(parts.fetcher, place)
  if (there === undefined) throw new CodeHostFailure('absent', `The host has no branch ${branch} any more.`)
  const { repositories } = parts
  if (there === commitSha) return head
  const isStored = await repositories.commitExists(repositoryId, there)
  if (isStored && (await repositories.isAncestor(repositoryId, there, commitSha))) return head
  const pack = await fetchPack(parts.fetcher, place, { commitSha: there, known: commitSha })
  const commands = [{ from: commitSha, to: there, name: `refs/heads/${branch}` }]
  const checked = await checkPush(parts, {
    workspace: workspaceId,
    head,
    push: { commands, capabilities: new Set(), options: [], pack },
    read: (work) => parts.database.reading(workspaceId, work),
    signal,
  })
  if ('reason' in checked)
    throw new CodeHostFailure('refused', `The commits of the host are not taken: ${checked.sentences.join(' ')}`)
  return storeHead(parts, fetch, checked)
}

const obstacles = {
  absent: 'The project is gone.',
  moved: 'The project moved on while the commits of the host were fetched.',
  changing: 'An agent is working on the project. The commits of the host are taken when its task has ended.',
} as const

const storeHead = async (parts: SyncParts, fetch: HeadFetch, checked: CheckedPush): Promise<RevisionRow> => {
  const { workspaceId, connected, cycleId, signal } = fetch
  const { head, link } = connected
  const place = { workspace: workspaceId, repositoryId: head.repositoryId }
  try {
    const quarantine = await parts.repositories.store(checked.quarantine, place, signal)
    return await parts.database.within(workspaceId, async (tx) => {
      const now = await tx.now()
      const revision = await pushCommit(parts, tx, head, { ...checked, quarantine }, now, cycleId)
      if (typeof revision === 'string') throw new CodeHostFailure('unreachable', obstacles[revision])
      const { projectId, id: revisionId, generation, commitSha } = revision
      // The host has the revision, so there is nothing to push.
      await settlePush(tx, { projectId, repositoryId: link.repositoryId, revisionId, sha: commitSha, now })
      record(tx, {
        action: 'revision.create',
        category: 'create',
        outcome: 'success',
        actor: byServer.actor,
        source: 'codehost',
        resource: ['project', projectId],
        details: { revisionId, generation, commitSha, by: 'code_host', fullName: connected.fullName },
      })
      return revision
    })
  } catch (error) {
    await parts.repositories.discard(checked.quarantine)
    throw error
  }
}
