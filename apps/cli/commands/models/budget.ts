import { projects } from '../../../../domains/code/projects/contract.ts'
import { budgets } from '../../../../domains/delivery/budgets/contract.ts'
import { defined, type Reply } from '../../client/client.ts'
import { dollarsText, tokensText } from '../../cycle/spent.ts'
import { usage as wrongUse } from '../../failure.ts'
import { chooseCycle, openProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { counted, printable } from '../../terminal/text.ts'

interface BudgetOptions {
  readonly project?: string
  /** Dollars; false inherits the cap. */
  readonly cap?: string | false
  readonly workspace?: boolean
  readonly cycle?: string
  readonly eachProject?: string
  readonly eachCycle?: string
}

/**
 * `atelier budget`: the caps and the cost of a project, a cycle or the workspace, after setting caps if some are
 * passed.
 */
export const budget = async (session: Session, options: BudgetOptions): Promise<void> => {
  const { workspace, cycle, eachProject, eachCycle } = options
  if (!workspace && (eachProject ?? eachCycle) !== undefined)
    throw wrongUse('What each project or cycle may cost is said for the workspace: add --workspace.')
  if (workspace) return budgetOfWorkspace(session, options)
  return cycle === undefined ? budgetOfProject(session, options) : budgetOfCycle(session, options)
}

const budgetOfProject = async (session: Session, { project, cap }: BudgetOptions) => {
  const { client, id } = await openProject(session, { project })
  const params = { id }
  if (cap !== undefined) await client.call(projects.updateProject, { params, body: { costCapUsd: dollarsOf(cap) } })
  const found = await client.call(budgets.getProjectBudget, { params })
  const used = await client.call(budgets.getProjectUsage, { params })
  session.output.show({ budget: found, usage: used }, [...linesOf(found), ...usageLines(used)])
}

const budgetOfWorkspace = async (session: Session, { cap, eachProject, eachCycle }: BudgetOptions) => {
  const client = await session.client()
  const dollarsIfSet = (value: string | false | undefined) => (value === undefined ? undefined : dollarsOf(value))
  const body = defined({
    costCapUsd: dollarsIfSet(cap),
    projectCostCapUsd: dollarsIfSet(eachProject),
    cycleCostCapUsd: dollarsIfSet(eachCycle),
  })
  const found =
    Object.keys(body).length === 0
      ? await client.call(budgets.getWorkspaceBudget)
      : await client.call(budgets.updateWorkspaceBudget, { body })
  session.output.document(found)
  const { projectCostCapUsd, cycleCostCapUsd } = found.overrides
  for (const line of [
    spentLine(found),
    capLine('the workspace', found.enforced.costCapUsd),
    ...capLineIfSet('each project', projectCostCapUsd),
    ...capLineIfSet('each cycle', cycleCostCapUsd),
    ...noticeLines(found),
  ])
    session.output.print(line)
}

const budgetOfCycle = async (session: Session, { cycle, cap }: BudgetOptions) => {
  const client = await session.client()
  const params = { id: await chooseCycle(session, cycle) }
  const found =
    cap === undefined
      ? await client.call(budgets.getCycleBudget, { params })
      : await client.call(budgets.updateCycleBudget, { params, body: { costCapUsd: dollarsOf(cap) } })
  session.output.document(found)
  for (const line of [spentLine(found), capLine('the cycle', found.enforced.costCapUsd), ...noticeLines(found)])
    session.output.print(line)
}

const dollarsOf = (cap: string | false) => {
  if (cap === false || cap === 'none') return null
  if (!/^\d+(\.\d+)?$/.test(cap)) throw wrongUse(`“${printable(cap)}” is no amount of dollars. Write it as 12.50.`)
  return Number(cap)
}

const capLine = (of: string, usd: number | null) => `Cap of ${of}: ${usd === null ? 'none' : dollarsText(usd)}`
const capLineIfSet = (of: string, usd: number | null) => (usd === null ? [] : [capLine(of, usd)])

type BudgetUse = Pick<Reply<typeof budgets.getCycleBudget>, 'spentUsd' | 'reservedUsd' | 'warnedPercent' | 'refusals'>

const spentLine = ({ spentUsd, reservedUsd }: BudgetUse) => {
  const reservation = reservedUsd === 0 ? '' : `, and ${dollarsText(reservedUsd)} held back for calls under way`
  return `Spent: ${dollarsText(spentUsd)}${reservation}`
}

/** The levels that people were notified of, and the last refusals. */
const noticeLines = ({ warnedPercent, refusals }: BudgetUse) => [
  ...(warnedPercent === 0 ? [] : [`People were warned at ${warnedPercent} %`]),
  ...refusals.slice(0, 1).map(({ message, refusedAt }) => `Refused at ${printable(`${refusedAt}: ${message}`)}`),
]

const linesOf = (found: Reply<typeof budgets.getProjectBudget>) => {
  const { costCapUsd, cycleCostCapUsd, workspaceCostCapUsd, maxRevisions } = found.enforced
  const inherited = found.inherited.costCapUsd === null ? 'of the instance' : 'of the workspace'
  const origin = found.overrides.costCapUsd === null ? inherited : 'of its own'
  return [
    spentLine(found),
    `${capLine('the project', costCapUsd)}${costCapUsd === null ? '' : `, ${origin}`}`,
    ...capLineIfSet('each cycle', cycleCostCapUsd),
    ...capLineIfSet('the workspace', workspaceCostCapUsd),
    `A change goes back ${maxRevisions} times at most`,
    ...noticeLines(found),
  ]
}

const cyclesMost = 10

const usageLines = (used: Reply<typeof budgets.getProjectUsage>) => {
  const { unpricedCalls, estimatedCalls, cycles } = used
  if (cycles.length === 0) return []
  const lines = cycles
    .slice(0, cyclesMost)
    .map((one) => `  ${dollarsText(one.costUsd)}  ${tokensOf(one)}  ${printable(one.title)}`)
  const more = cycles.length > cyclesMost ? [`  and ${cycles.length - cyclesMost} more cycles`] : []
  const unpriced = unpricedCalls === 0 ? '' : `, with ${counted(unpricedCalls, 'call')} without a known price`
  const estimated = estimatedCalls === 0 ? '' : `, ${counted(estimatedCalls, 'call')} estimated`
  return [`Used: ${tokensOf(used)}${unpriced}${estimated}`, ...lines, ...more]
}

const tokensOf = ({ inputTokens, outputTokens }: Record<'inputTokens' | 'outputTokens', number>) =>
  tokensText(inputTokens + outputTokens)
