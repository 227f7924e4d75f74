import { billInThread, tellsComponents } from '../../../execution/components/index.ts'
import { readCommitFiles } from '../../../execution/packages/index.ts'
import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { workspaceName } from '../../accounts/workspaces/index.ts'
import { findProject } from '../../code/projects/index.ts'
import { completeBill, findBill, noteDelivered, type CommitPlace } from './store.ts'
import type { BillRow } from './tables.ts'

export interface BillParts {
  readonly repositories: Pick<Repositories, 'pathsOf' | 'readFile'>
  readonly database: Database
}

const filesMost = 500

/** Stores the bill of a delivered commit, or throws; returns whether its files kept the limits of time and memory. */
export const makeBill = async (
  parts: BillParts,
  bill: BillRow,
  { workspace, signal }: { readonly workspace: string; readonly signal: AbortSignal },
): Promise<boolean> => {
  const { database, repositories } = parts
  const { repositoryId, commitSha, deliveredAt: at, projectId } = bill
  const project = (await database.within(workspace, (tx) => findProject(tx, projectId)))?.name ?? ''
  const supplier = await database.identity((tx) => workspaceName(tx, workspace))
  const paths = (await repositories.pathsOf(repositoryId, commitSha)).filter(tellsComponents)
  const files = await readCommitFiles(parts, { repositoryId, commit: commitSha }, paths.slice(0, filesMost))
  const unread = paths.filter((path) => !files.has(path))
  const subject = { project, repositoryId, commitSha, at, supplier }
  const { value } = await billInThread({ subject, files, unread }, { key: workspace, signal })
  if (value === undefined) return false
  await database.within(workspace, (tx) => completeBill(tx, bill, value))
  return true
}

/** Makes the bill of a delivered commit if it is missing; unreadable commits are left to the schedule. */
export const ensureBill = async (
  parts: BillParts,
  { projectId, ...place }: CommitPlace & { readonly projectId: string },
  { workspace, signal, now }: { readonly workspace: string; readonly signal: AbortSignal; readonly now: Date },
): Promise<void> => {
  const bill = await parts.database.within(workspace, async (tx) => {
    await noteDelivered(tx, [{ projectId, ...place }], now)
    return findBill(tx, place)
  })
  if (bill?.state !== 'pending') return
  await makeBill(parts, bill, { workspace, signal }).catch(() => signal.throwIfAborted())
}
