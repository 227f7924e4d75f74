import { CodeHostFailure, pushBranch, type CodeHostAccess } from '../../../../execution/code-hosts/index.ts'
import { record } from '../../../../platform/audit/index.ts'
import { openIfKeyed } from '../../../../platform/crypto/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { inWorkspacesOf, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import { primaryRepository } from '../../repository-records/index.ts'
import { headRevision } from '../../revisions/index.ts'
import { atItsName, keyMissing, type ConnectedHead } from '../connected-head.ts'
import type { PushJobParts } from '../parts.ts'
import { pauseAfter } from '../make-hook.ts'
import { findCodeHost } from '../store.ts'
import { openedAccess } from '../token.ts'
import { duePushes, failPush, findLink, settlePush, type DueProject } from '../store-links.ts'
import type { CodeHostLinkRow } from '../tables.ts'

const atOnce = 2
const lookRows = 200

/** Pushes the newest revisions of connected projects to their code hosts, two of a workspace at once. */
export const pushRevisions = async (parts: PushJobParts, context: ScheduledContext): Promise<void> => {
  const due = await parts.database.identity((tx) => duePushes(tx, { rows: lookRows }))
  await inWorkspacesOf(due, (one, turn) => pushHead(parts, one, turn), context, {
    failure: 'Push to a code host broke off; will retry',
    about: ({ projectId }) => ({ project: projectId }),
    atOnce,
  })
}

interface DuePush extends Pick<ConnectedHead, 'link' | 'head' | 'fullName'> {
  /** Undefined if this server cannot open the token. */
  readonly access: CodeHostAccess | undefined
}

/** Pushes the head of a connected project, and records the result; a repeated push finds the branch already there. */
const pushHead = async (parts: PushJobParts, { workspaceId, projectId }: DueProject, context: Turn) => {
  const within = <T>(work: (tx: Transaction) => Promise<T>) => parts.database.within(workspaceId, work)
  const due = await within((tx) => dueOf(parts, tx, projectId))
  if (!due) return
  const { access } = due
  const name = { fetcher: parts.fetcher, within, signal: context.signal }
  const failure = access ? await push(parts, name, { ...due, access }, context.log) : { sentence: keyMissing }
  await within((tx) => (failure ? recordFailure(tx, due, failure) : recordSuccess(tx, due)))
}

/** The due push; undefined if there is nothing to push: the head is in another repository than the connected one. */
const dueOf = async (parts: PushJobParts, tx: Transaction, projectId: string): Promise<DuePush | undefined> => {
  const link = await findLink(tx, { projectId })
  const head = link && (await headRevision(tx, projectId))
  const host = link && (await findCodeHost(tx, link.codeHostId))
  if (!link || !head || !host || link.seenRevisionId === head.id) return undefined
  const repository = await primaryRepository(tx, projectId)
  if (!repository?.fullName || head.repositoryId !== link.repositoryId) {
    const { repositoryId } = link
    await settlePush(tx, { projectId, repositoryId, revisionId: head.id, sha: null, now: await tx.now() })
    return undefined
  }
  const access = await openIfKeyed(() => openedAccess(tx, parts.vault, host))
  return { link, head, fullName: repository.fullName, access }
}

interface PushFailure {
  readonly sentence: string
  readonly error?: CodeHostFailure
}

/** Why the push failed; undefined if the host has the head. */
const push = async (
  parts: PushJobParts,
  name: Parameters<typeof atItsName>[0],
  due: DuePush & { readonly access: CodeHostAccess },
  log: Turn['log'],
): Promise<PushFailure | undefined> => {
  const { link, head } = due
  const { repositoryId, branch, commitSha } = head
  const { signal } = name
  const isFirst = link.pushedSha === null
  try {
    await atItsName(name, due, ({ access: host, fullName }) =>
      pushBranch(parts, { host, fullName, repositoryId, branch, commitSha, isFirst, signal }),
    )
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof CodeHostFailure) return { sentence: error.message, error }
    log.error({ err: error, project: link.projectId }, 'Push to a code host broke off; will retry')
    return { sentence: 'The push broke off on this server. Its log says why.' }
  }
}

const recordSuccess = async (tx: Transaction, { link, head, fullName }: DuePush) => {
  const { projectId, repositoryId } = link
  const now = await tx.now()
  if (!(await settlePush(tx, { projectId, repositoryId, revisionId: head.id, sha: head.commitSha, now }))) return
  recordPush(tx, link, 'success', { fullName, commitSha: head.commitSha })
}

const recordFailure = async (tx: Transaction, { link, head, fullName }: DuePush, failure: PushFailure) => {
  const error = failure.sentence.slice(0, 1_000)
  const attempts = link.attempts + 1
  const nextAttemptAt = new Date((await tx.now()).getTime() + pauseAfter(failure.error, attempts))
  if (!(await failPush(tx, { projectId: link.projectId, attempts, nextAttemptAt, error }))) return
  // Repeats of the same failure are no news.
  if (error !== link.error) recordPush(tx, link, 'failure', { fullName, commitSha: head.commitSha, error })
}

const recordPush = (
  tx: Transaction,
  { projectId, repositoryId }: CodeHostLinkRow,
  outcome: 'success' | 'failure',
  details: Readonly<Record<string, string>>,
) =>
  record(
    tx,
    {
      action: 'repository.push',
      category: 'execute',
      severity: outcome === 'success' ? 'info' : 'warning',
      outcome,
      actor: { type: 'system', id: null },
      source: 'system',
      resource: ['repository', repositoryId],
      parent: ['project', projectId],
      details,
    },
    {
      name: outcome === 'success' ? 'repository.pushed' : 'repository.push_failed',
      entity: ['repository', repositoryId],
      projectId,
      payload: details,
    },
  )
