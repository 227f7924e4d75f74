import { Readable } from 'node:stream'
import type { ReadTransaction } from '../../../platform/audit/index.ts'
import type { Static } from '../../../platform/contract/schema.ts'
import { csvLine } from '../../../platform/csv/csv.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { handle } from '../../../platform/handler/index.ts'
import { findBudget, usageOfRuns, type RunUsage } from '../../agents/spending/index.ts'
import {
  findProject,
  workspaceDefaults,
  capsOfProjects,
  changeWorkspaceCaps,
  type WorkspaceCaps,
} from '../../code/projects/index.ts'
import {
  microsAfter,
  microsToUsd,
  usdToMicros,
  type InstanceCaps,
  capOfCycle,
  capOfProject,
  capOfWorkspace,
  reworksMost,
} from '../../code/projects/rules/caps.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { askingInProject, askingMessages } from '../conversation/index.ts'
import { findCycle, proposalsOfCycles, capCycle, capWorkspace } from '../cycles/index.ts'
import { intakeRunsOf } from '../planning/index.ts'
import { runsOfProject, tasksOfCycle } from '../tasks/index.ts'
import * as contract from './contract.ts'
import type { UpdateWorkspaceBudget } from './contract/budgets.ts'
import { callCost, budgetOfCycle, spentOf, usd, budgetOfWorkspace, presentCall } from './present.ts'
import { sumOf, sumsByCycle } from './rules.ts'
import { callsPage, usageMonths, type CallRow, usageByDay, usageIn } from './store.ts'

const rowsAtOnce = 1_000

// The row of the export is committed before its first byte leaves.
const exportModelCalls = handle(contract.exportModelCalls, async (context) => {
  const { workspace, caller, query, now, read, fail, commit } = context
  const { from, to, ...filters } = query
  const months = await read((tx) => usageMonths(tx, { from, to }, now))
  if (months.from > months.to) return fail.reversed()
  const lines = tableOf(read, { months, viewer: caller, filters })
  const metadata = { ...filters, from: months.from, to: months.to }
  return commit(async ({ ok }) => ok(Readable.from(lines), { resource: ['workspace', workspace], metadata }))
})

async function* tableOf(
  read: ReadTransaction,
  calls: Omit<Parameters<typeof callsPage>[1], 'before' | 'limit'>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  let cursor: string | undefined
  do {
    const before = cursorOf(cursor)
    const page = await read((tx) => callsPage(tx, { ...calls, before, limit: rowsAtOnce }))
    const valuesOf = Object.values(columns)
    const lines = page.rows.map((row) => csvLine(valuesOf.map((valueOf) => valueOf(row))))
    if (lines.length > 0) yield lines.join('')
    cursor = page.next
  } while (cursor !== undefined)
}

const decimal = (value: number | null, digits?: number) =>
  value === null ? null : { decimal: digits === undefined ? String(value) : value.toFixed(digits) }

/** The columns of the export, in order. */
const columns: Readonly<Record<string, (row: CallRow) => Parameters<typeof csvLine>[0][number]>> = {
  sent_at: ({ sentAt }) => sentAt.toISOString(),
  person: ({ personName }) => personName,
  project: ({ projectName }) => projectName,
  model: ({ model }) => model,
  provider: ({ provider }) => provider,
  outcome: ({ outcome }) => outcome,
  code: ({ code }) => code,
  message: ({ message }) => message,
  input_tokens: ({ inputTokens }) => decimal(inputTokens),
  output_tokens: ({ outputTokens }) => decimal(outputTokens),
  cost_usd: (row) => decimal(callCost(row), 6),
  person_id: ({ personId }) => personId,
  project_id: ({ projectId }) => projectId,
  cycle_id: ({ cycleId }) => cycleId,
  call_id: ({ id }) => id,
  is_estimate: ({ isEstimate }) => (isEstimate ? 'yes' : 'no'),
}

interface Parts {
  readonly caps: InstanceCaps
  readonly everyDomain: Pick<EveryDomain, 'changeProject'>
}

const getCycleBudget = ({ caps }: Parts) =>
  handle(contract.getCycleBudget, async ({ tx, params: { id }, absent, ok }) => {
    const { projectId, costCapMicros } = (await findCycle(tx, id)) ?? absent()
    const project = (await findProject(tx, projectId)) ?? absent()
    return ok(await budgetOfCycle(tx, { cycleId: id, own: costCapMicros, project }, caps))
  })

const rowsMost = 10_000

const getModelUsage = handle(contract.getModelUsage, async ({ tx, caller, query, now, fail, ok }) => {
  const months = await usageMonths(tx, query, now)
  if (months.from > months.to) return fail.reversed()
  const rows = await (query.by === 'day' ? usageByDay : usageIn)(tx, months, caller, rowsMost + 1)
  if (rows.length > rowsMost) return fail.tooMany()
  return ok({ ...months, rows: rows.map(withDollars) })
})

const getProjectBudget = ({ caps }: Parts) =>
  handle(contract.getProjectBudget, async ({ tx, params: { id }, absent, ok }) => {
    const project = (await findProject(tx, id)) ?? absent()
    const { costCapMicros, cycleCap, maxRevisions, inherited } = project
    return ok({
      projectId: id,
      overrides: { costCapUsd: usd(costCapMicros), cycleCap, maxRevisions },
      enforced: {
        costCapUsd: usd(capOfProject(project, caps)),
        cycleCostCapUsd: usd(capOfCycle(null, project, caps)),
        workspaceCostCapUsd: usd(capOfWorkspace(inherited?.costCapMicros, caps)),
        cycleCap,
        maxRevisions: reworksMost(project),
      },
      inherited: {
        costCapUsd: usd(inherited?.projectCostCapMicros),
        cycleCostCapUsd: usd(inherited?.cycleCostCapMicros),
        maxRevisions: inherited?.maxRevisions ?? null,
      },
      defaults: { costCapUsd: usd(caps.projectMicros), cycleCap: null, maxRevisions: reworksMost(undefined) },
      ...(await spentOf(tx, { kind: 'project', id })),
    })
  })

const cyclesMost = 1_000

const getProjectUsage = handle(contract.getProjectUsage, async ({ tx, params: { id }, ok }) => {
  const runs = await runsOfProject(tx, id)
  // The use by answers in conversations is recorded under the messages that asked.
  const asking = await askingInProject(tx, id)
  const cycleOf = new Map([...runs, ...asking].map(({ runId, cycleId }) => [runId, cycleId]))
  const usage = await usageOfRuns(tx, { runIds: [...cycleOf.keys()] })
  const byCycle = sumsByCycle(usage, cycleOf)
  const askingRunIds = new Set(asking.map(({ runId }) => runId))
  const workRunIds = new Set(usage.map(({ runId }) => runId)).difference(askingRunIds)
  const runsIn = Map.groupBy(workRunIds, (runId) => cycleOf.get(runId))
  // A cycle that was deleted counts and is not named.
  const cycleIds = byCycle.map(([cycleId]) => cycleId)
  const proposals = await proposalsOfCycles(tx, cycleIds)
  const { runs: _runs, ...total } = withDollars(sumOf(usage))
  const cycles = byCycle.flatMap(([cycleId, sum]) => {
    const title = proposals.get(cycleId)?.title
    return title === undefined ? [] : [{ cycleId, title, ...withDollars(sum), runs: runsIn.get(cycleId)?.length ?? 0 }]
  })
  return ok({ projectId: id, ...total, cycles: cycles.slice(0, cyclesMost) })
})

const withDollars = <Use extends Pick<RunUsage, 'costMicros'>>({ costMicros, ...use }: Use) => ({
  ...use,
  costUsd: microsToUsd(costMicros),
})

const getWorkspaceBudget = ({ caps }: Parts) =>
  handle(contract.getWorkspaceBudget, async ({ tx, workspace, ok }) =>
    ok(await budgetOfWorkspace(tx, workspace, await workspaceDefaults(tx), caps)),
  )

const listModelCalls = handle(contract.listModelCalls, async ({ tx, caller, query, now, fail, next, ok }) => {
  const { limit = 50, cursor, from, to, ...filters } = query
  const months = await usageMonths(tx, { from, to }, now)
  if (months.from > months.to) return fail.reversed()
  const page = await callsPage(tx, { months, viewer: caller, filters, before: cursorOf(cursor), limit })
  next(page.next, page.count)
  return ok(page.rows.map(presentCall))
})

const updateCycleBudget = ({ caps }: Parts) =>
  handle(contract.updateCycleBudget, async ({ tx, params: { id }, body: { costCapUsd }, absent, ok }) => {
    const { projectId } = (await findCycle(tx, id)) ?? absent()
    const own = costCapUsd === null ? null : usdToMicros(costCapUsd)
    if (!(await capCycle(tx, caps, { projectId, cycleId: id }, own))) return absent()
    const project = (await findProject(tx, projectId)) ?? absent()
    return ok(await budgetOfCycle(tx, { cycleId: id, own, project }, caps), {
      resource: ['budget', id],
      parent: ['project', projectId],
      within: { projectId, cycleId: id },
      metadata: { scope: 'cycle', costCapUsd },
    })
  })

const updateWorkspaceBudget = ({ caps, everyDomain }: Parts) =>
  handle(contract.updateWorkspaceBudget, async ({ tx, workspace, body, ok }) => {
    const workspaceCaps = await changeWorkspaceCaps(tx, (before) => capsAfter(before, body))
    await capWorkspace(tx, caps, workspace, workspaceCaps)
    // Projects that wait for a cap to be raised look again.
    for (const { id, autonomousSince } of await capsOfProjects(tx))
      if (autonomousSince) await everyDomain.changeProject(tx, id)
    return ok(await budgetOfWorkspace(tx, workspace, workspaceCaps, caps), {
      resource: ['budget', workspace],
      metadata: { scope: 'workspace', ...body },
    })
  })

const getCycleUsage = handle(contract.getCycleUsage, async ({ tx, params: { id }, absent, ok }) => {
  const cycle = (await findCycle(tx, id)) ?? absent()
  const tasks = await tasksOfCycle(tx, id)
  const ofRuns = [cycle.runId, ...tasks.map(({ runId }) => runId)].filter((runId) => runId !== null)
  // The use by its answers is recorded under the messages that asked, and its sorting under its own run.
  const runIds = [...ofRuns, ...(await askingMessages(tx, id)), ...(await intakeRunsOf(tx, id))]
  const [used, budget] = await Promise.all([
    usageOfRuns(tx, { runIds: [...new Set(runIds)] }),
    findBudget(tx, { kind: 'cycle', id }),
  ])
  const { runs: _runs, ...total } = withDollars(sumOf(used))
  return ok({
    cycleId: id,
    ...total,
    reservedUsd: microsToUsd(budget.reservedMicros),
    capUsd: usd(budget.capMicros),
    tasks: used.filter(({ runId }) => ofRuns.includes(runId)).map(withDollars),
  })
})

export default (parts: Parts) => ({
  getProjectBudget: getProjectBudget(parts),
  getProjectUsage,
  getCycleUsage,
  getModelUsage,
  listModelCalls,
  exportModelCalls,
  getWorkspaceBudget: getWorkspaceBudget(parts),
  updateWorkspaceBudget: updateWorkspaceBudget(parts),
  getCycleBudget: getCycleBudget(parts),
  updateCycleBudget: updateCycleBudget(parts),
})

/** A workspace's caps after a change: omitted ones stay, null removes one. */
const capsAfter = (before: WorkspaceCaps, change: Static<typeof UpdateWorkspaceBudget>): WorkspaceCaps => ({
  costCapMicros: microsAfter(before.costCapMicros, change.costCapUsd),
  projectCostCapMicros: microsAfter(before.projectCostCapMicros, change.projectCostCapUsd),
  cycleCostCapMicros: microsAfter(before.cycleCostCapMicros, change.cycleCostCapUsd),
  maxRevisions: change.maxRevisions === undefined ? before.maxRevisions : change.maxRevisions,
})
