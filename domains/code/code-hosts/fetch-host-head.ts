import { branchAtHost, CodeHostFailure, fetchPack } from '../../../execution/code-hosts/index.ts'
import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { checkPush, type CheckedPush } from '../git-host/index.ts'
import { pushCommit, type RevisionRow } from '../revisions/index.ts'
import type { ConnectedHead } from './connected-head.ts'
import type { SyncParts } from './parts.ts'
import { settlePush } from './store-links.ts'

interface Taking {
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
export const fetchHostHead = async (parts: SyncParts, taking: Taking): Promise<RevisionRow> => {
  const { connected, signal } = taking
  const { head, access: host, fullName } = connected
  const { repositoryId, branch, commitSha } = head
  const place = { host, fullName, branch, signal }
  const there = await branchAtHost(parts.fetcher, place)
  if (there === undefined) throw new CodeHostFailure('absent', `The host has no branch ${branch} any more.`)
  const { repositories } = parts
  const isKnown =
    there === commitSha ||
    ((await repositories.commitExists(repositoryId, there)) &&
      (await repositories.isAncestor(repositoryId, there, commitSha)))
  if (isKnown) return head
  const pack = await fetchPack(parts.fetcher, place, { commitSha: there, known: commitSha })
  const commands = [{ from: commitSha, to: there, name: `refs/heads/${branch}` }]
  const checked = await checkPush(parts, {
    workspace: taking.workspaceId,
    head,
    push: { commands, capabilities: new Set(), options: [], pack },
    read: (work) => parts.database.reading(taking.workspaceId, work),
    signal,
  })
  if ('reason' in checked)
    throw new CodeHostFailure('refused', `The commits of the host are not taken: ${checked.sentences.join(' ')}`)
  return take(parts, taking, checked)
}

const obstacles = {
  absent: 'The project is gone.',
  moved: 'The project moved on while the commits of the host were fetched.',
  changing: 'An agent is working on the project. The commits of the host are taken when its task has ended.',
} as const

const take = async (parts: SyncParts, taking: Taking, checked: CheckedPush): Promise<RevisionRow> => {
  const { workspaceId, connected, cycleId, signal } = taking
  const { head, link } = connected
  const place = { workspace: workspaceId, repositoryId: head.repositoryId }
  try {
    const quarantine = await parts.repositories.store(checked.quarantine, place, signal)
    return await parts.database.within(workspaceId, async (tx) => {
      const now = await tx.now()
      const taken = await pushCommit(parts, tx, head, { ...checked, quarantine }, now, cycleId)
      if (typeof taken === 'string') throw new CodeHostFailure('unreachable', obstacles[taken])
      const { id: revisionId, commitSha: sha } = taken
      // The host has it: there is nothing to push.
      await settlePush(tx, { projectId: head.projectId, repositoryId: link.repositoryId, revisionId, sha, now })
      recordTaken(tx, taken, connected.fullName)
      return taken
    })
  } catch (error) {
    await parts.repositories.discard(checked.quarantine)
    throw error
  }
}

const recordTaken = (tx: Transaction, { id, projectId, generation, commitSha }: RevisionRow, fullName: string) =>
  record(tx, {
    action: 'revision.create',
    category: 'create',
    outcome: 'success',
    actor: { type: 'system', id: null },
    source: 'codehost',
    resource: ['project', projectId],
    details: { revisionId: id, generation, commitSha, by: 'code_host', fullName },
  })
