import { CodeHostFailure } from '../../../../execution/code-hosts/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { eachDue, inWorkspacesOf, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import { atItsName, findConnectedHead, keyMissing } from '../connected-head.ts'
import { makeHook, pauseAfter } from '../make-hook.ts'
import type { SyncParts } from '../parts.ts'
import { dueHooks, dueLooks, settleLook, type DueProject } from '../store-links.ts'
import { duePullRequests } from '../store-pull-requests.ts'
import { syncPullRequest } from '../sync-pull-request.ts'
import { fetchHostHead } from '../fetch-host-head.ts'

const atOnce = 2
const lookRows = 200

/** Makes webhooks, looks at pull requests, and fetches others' commits on the branches of connected projects. */
export const syncCodeHosts = async (parts: SyncParts, context: ScheduledContext): Promise<void> => {
  const { hooks, pulls, looks } = await parts.database.identity(async (tx) => ({
    hooks: await dueHooks(tx, { rows: lookRows }),
    pulls: await duePullRequests(tx, { rows: lookRows }),
    looks: await dueLooks(tx, { rows: lookRows }),
  }))
  const work: readonly Work[] = [
    ...hooks.map((due) => ({ ...due, run: (turn: Turn) => makeHook(parts, due, turn) })),
    ...pulls.map((due) => ({ ...due, run: (turn: Turn) => syncPullRequest(parts, due, turn) })),
    ...looks.map((due) => ({ ...due, run: (turn: Turn) => lookAtHead(parts, due, turn) })),
  ]
  const failure = 'Exchange with a code host broke off; will retry'
  const projects = [...Map.groupBy(work, ({ projectId }) => projectId).values()].map((ofProject) => ({
    workspaceId: ofProject[0]!.workspaceId,
    ofProject,
  }))
  // Two at once for the same project would fetch and check the same commits, each in a sandbox of its own.
  const oneByOne = ({ ofProject }: { readonly ofProject: readonly Work[] }, turn: Turn) =>
    eachDue(ofProject, ({ run }) => run(turn), turn, { failure })
  await inWorkspacesOf(projects, oneByOne, context, { failure, atOnce })
}

interface Work extends DueProject {
  run(turn: Turn): Promise<void>
}

/** Fetches the branch of a project after a webhook, since others may have pushed to it. */
const lookAtHead = async (parts: SyncParts, { workspaceId, projectId }: DueProject, { signal }: Turn) => {
  const { connected, seenAt } = await parts.database.within(workspaceId, async (tx) => ({
    connected: await findConnectedHead(tx, parts.vault, projectId),
    seenAt: await tx.now(),
  }))
  const failure = await takeHead(parts, workspaceId, connected, signal)
  const nextAt = failure === undefined ? null : new Date(seenAt.getTime() + pauseAfter(failure, 2))
  const error = failure?.message.slice(0, 1_000) ?? null
  await parts.database.within(workspaceId, (tx) => settleLook(tx, { projectId, seenAt, nextAt, error }))
}

const takeHead = async (
  parts: SyncParts,
  workspaceId: string,
  connected: Awaited<ReturnType<typeof findConnectedHead>>,
  signal: AbortSignal,
): Promise<CodeHostFailure | undefined> => {
  if (connected === undefined) return undefined
  if (typeof connected === 'string') return new CodeHostFailure('token', keyMissing)
  // Missing commits are pushed first: an empty repository has no branch to look at.
  if (connected.link.pushedSha === null) return undefined
  try {
    const within = <T>(work: (tx: Transaction) => Promise<T>) => parts.database.within(workspaceId, work)
    await atItsName({ ...parts, within, signal }, connected, (at) =>
      fetchHostHead(parts, { workspaceId, connected: at, signal }),
    )
    return undefined
  } catch (error) {
    if (!(error instanceof CodeHostFailure) || signal.aborted) throw error
    return error
  }
}
