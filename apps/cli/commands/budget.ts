import { projects } from '../../../domains/code/projects/contract.ts'
import { spending } from '../../../domains/delivery/spending/contract.ts'
import type { Reply } from '../client/client.ts'
import { dollarsText, tokensText } from '../cycle/spent.ts'
import { usage as wrongUse } from '../failure.ts'
import { chooseProject } from '../project.ts'
import type { Session } from '../session.ts'
import { counted, printable } from '../terminal/text.ts'

export interface BudgetOptions {
  readonly project?: string
  /** Dollars; false inherits the cap of the instance. */
  readonly cap?: string | false
}

/** `atelier budget`: what a project may cost and has cost, after setting its cap where one is given. */
export const budget = async (session: Session, { project, cap }: BudgetOptions): Promise<void> => {
  const client = await session.client()
  const params = { id: await chooseProject(session, project) }
  if (cap !== undefined) await client.call(projects.updateProject, { params, body: { costCapUsd: dollarsOf(cap) } })
  const found = await client.call(spending.getProjectBudget, { params })
  const used = await client.call(spending.getProjectUsage, { params })
  session.output.document({ budget: found, usage: used })
  for (const line of [...linesOf(found), ...usageLines(used)]) session.output.print(line)
}

const dollarsOf = (cap: string | false) => {
  if (cap === false) return null
  if (!/^\d+(\.\d+)?$/.test(cap)) throw wrongUse(`“${printable(cap)}” is no amount of dollars. Write it as 12.50.`)
  return Number(cap)
}

const linesOf = ({ overrides, enforced, spentUsd, reservedUsd }: Reply<typeof spending.getProjectBudget>) => {
  const { costCapUsd, cycleCostCapUsd, workspaceCostCapUsd, maxRevisions } = enforced
  const origin = overrides.costCapUsd === null ? 'of the instance' : 'of its own'
  const held = reservedUsd === 0 ? '' : `, and ${dollarsText(reservedUsd)} held back for calls under way`
  return [
    `Spent: ${dollarsText(spentUsd)}${held}`,
    `Cap of the project: ${costCapUsd === null ? 'none' : `${dollarsText(costCapUsd)}, ${origin}`}`,
    ...(cycleCostCapUsd === null ? [] : [`Cap of each cycle: ${dollarsText(cycleCostCapUsd)}`]),
    ...(workspaceCostCapUsd === null ? [] : [`Cap of the workspace: ${dollarsText(workspaceCostCapUsd)}`]),
    `A change goes back ${maxRevisions} times at most`,
  ]
}

const cyclesMost = 10

const usageLines = ({ inputTokens, outputTokens, unpricedCalls, cycles }: Reply<typeof spending.getProjectUsage>) => {
  if (cycles.length === 0) return []
  const lines = cycles
    .slice(0, cyclesMost)
    .map(
      (one) =>
        `  ${dollarsText(one.costUsd)}  ${tokensText(one.inputTokens + one.outputTokens)}  ${printable(one.title)}`,
    )
  const more = cycles.length > cyclesMost ? [`  and ${cycles.length - cyclesMost} more cycles`] : []
  const unpriced = unpricedCalls === 0 ? '' : `, with ${counted(unpricedCalls, 'call')} at a price that nobody knows`
  return [`Used: ${tokensText(inputTokens + outputTokens)}${unpriced}`, ...lines, ...more]
}
