import { isAgency, namesOfPeople, type Role } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ListedRow } from './store.ts'
import type { RequestRow } from './tables.ts'
import { commentsForRework, commentsSentWith } from '../line-comments/index.ts'

/** Rows as callers of this role read them, each with the name of the decider. */
export const presentRequests = async (tx: Transaction, rows: readonly RequestRow[], role: Role) => {
  const deciders = rows.flatMap(({ decidedBy, deciderName }) => (decidedBy && !deciderName ? decidedBy : []))
  const names = await namesOfPeople(tx, deciders)
  // Clients read no task, run, commit and reasons, which name the work of agents.
  const work = isAgency(role) ? {} : { taskId: null, taskTitle: null, runId: null, commitSha: null, reasons: [] }
  return rows.map(({ deciderName, ...row }) => ({
    ...row,
    ...work,
    decidedBy: deciderName ?? names.get(row.decidedBy ?? '') ?? row.decidedBy,
  }))
}

export const presentRequest = async (tx: Transaction, row: RequestRow, role: Role) =>
  (await presentRequests(tx, [row], role))[0]!

export const presentListed = async (tx: Transaction, rows: readonly ListedRow[], role: Role) => {
  const shown = await presentRequests(tx, rows, role)
  return shown.map((one, at) => ({ ...one, project: { id: one.projectId, name: rows[at]!.projectName } }))
}

/** Returns the words that send a change back, then the comments at its lines; undefined if there are no words. */
export const reworkFeedback = async (tx: Transaction, { id, feedback }: RequestRow): Promise<string[] | undefined> =>
  feedback ? [feedback, ...commentsForRework(await commentsSentWith(tx, { requestId: id }))] : undefined
