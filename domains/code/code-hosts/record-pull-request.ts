import type { ChecksState } from '../../../execution/code-hosts/index.ts'
import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PullRequestState } from './rules.ts'
import type { PullRequestRow } from './tables.ts'

interface Changed {
  readonly state: PullRequestState
  readonly checks: ChecksState
  readonly number: number | null
  readonly url: string | null
  readonly revisionId: string | null
}

const names = { open: 'opened', merged: 'merged', taken: 'merged', closed: 'closed', waiting: 'requested' } as const

/** Records that a pull request came to another state, or its checks to another result. */
export const recordPullRequest = (tx: Transaction, row: PullRequestRow, changed: Changed): void => {
  const { state, checks, number, url, revisionId } = changed
  const details = { cycleId: row.cycleId, number, url, state, checks, ...(revisionId && { revisionId }) }
  record(
    tx,
    {
      action: 'pull_request.change',
      category: 'update',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: state === 'open' && row.state === 'waiting' ? 'system' : 'codehost',
      resource: ['pull_request', row.id],
      parent: ['project', row.projectId],
      details: { ...details, before: { state: row.state, checks: row.checks } },
    },
    {
      name: state === row.state ? `pull_request.checks_${checks}` : `pull_request.${names[state]}`,
      entity: ['pull_request', row.id],
      projectId: row.projectId,
      cycleId: row.cycleId,
      payload: details,
    },
  )
}
