import { record } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { notifyAdministrators, notifyAgency } from '../../../accounts/letters/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { microsToUsd } from '../../../code/projects/rules/caps.ts'
import { findCycle } from '../../cycles/index.ts'
import { claimWarnings, warningsDueIn, type BudgetWarning } from '../../../agents/spending/index.ts'
import { dollars } from '../../../../execution/models/index.ts'

const warningsAtOnce = 50

/** Notifies people of the budgets that reached a level, in every workspace. */
export const warnPeople = ({ database }: { readonly database: Database }, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    database,
    warningsDueIn,
    (workspace) =>
      database.within(workspace, async (tx) => {
        for (const warning of await claimWarnings(tx, warningsAtOnce)) await sendWarning(tx, workspace, warning)
      }),
    context,
  )

/** Letters and event are written in the transaction that takes the warning out: a crash of any process repeats none. */
const sendWarning = async (tx: Transaction, workspace: string, warning: BudgetWarning) => {
  const { scopeKind, scopeId, level, capMicros, spentMicros, refusedMicros, createdAt: now } = warning
  const cycle = scopeKind === 'cycle' ? await findCycle(tx, scopeId) : undefined
  const projectId = scopeKind === 'project' ? scopeId : cycle?.projectId
  // A budget of a deleted project needs no warning.
  if (scopeKind !== 'workspace' && !(projectId && (await findProject(tx, projectId)))) return
  const cause = { kind: 'budget', subjectId: scopeId, title: warningText(warning, cycle?.title), now } as const
  if (projectId === undefined) await notifyAdministrators(tx, cause)
  else await notifyAgency(tx, { ...cause, projectId, cycleId: cycle?.id ?? null })
  record(tx, undefined, {
    name: 'budget.warned',
    entity: ['budget', scopeKind === 'workspace' ? workspace : scopeId],
    ...(projectId !== undefined && { projectId }),
    ...(cycle && { cycleId: cycle.id }),
    payload: {
      scope: scopeKind,
      percent: level,
      capUsd: microsToUsd(capMicros),
      spentUsd: microsToUsd(spentMicros),
      refusedUsd: refusedMicros === null ? null : microsToUsd(refusedMicros),
    },
  })
}

const titleMost = 80

/** The line of a letter about a budget. `title` is the cycle's title if the budget belongs to a cycle. */
const warningText = (warning: BudgetWarning, title = ''): string => {
  const { scopeKind, level, capMicros, spentMicros, refusedMicros } = warning
  const letters = Array.from(title)
  const named = letters.length > titleMost ? `${letters.slice(0, titleMost - 1).join('')}…` : title
  const whose = scopeKind === 'cycle' ? `the cycle “${named}”` : `the ${scopeKind}`
  const spent = `${dollars(spentMicros)} of ${dollars(capMicros)} is spent`
  if (refusedMicros !== null)
    return `What is left of the budget of ${whose} does not cover a call of a model: ${spent}.`
  if (level === 100) return `The budget of ${whose} is used up: ${spent}.`
  return `${level} % of the budget of ${whose} is used: ${spent}.`
}
