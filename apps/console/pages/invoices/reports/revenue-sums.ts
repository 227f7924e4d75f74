import type { getRevenueReport } from '../../../../../domains/billing/reports/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { Money } from '../../../format.ts'
import type { getModelUsage } from '../../../../../domains/delivery/budgets/contract.ts'

export type RevenueRow = Reply<typeof getRevenueReport>['rows'][number]

/** The billed amount, and its paid part; sums of many rows may be more than a number holds. */
export interface BilledSums {
  readonly issued: bigint
  readonly paid: bigint
}

export const billedSums = (rows: readonly RevenueRow[]): BilledSums => ({
  issued: rows.reduce((sum, { issuedMinor }) => sum + BigInt(issuedMinor), 0n),
  paid: rows.reduce((sum, { paidMinor }) => sum + BigInt(paidMinor), 0n),
})

/** Every month from one to another, both as `2026-03`. */
export const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = []
  for (let at = from; at <= to; at = after(at)) months.push(at)
  return months
}
const after = (month: string) => {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`
}

/** The rows of each currency, the currency with most rows first. */
export const byCurrency = (rows: readonly RevenueRow[]): RevenueRow[][] =>
  [...Map.groupBy(rows, ({ currency }) => currency).values()].toSorted((one, other) => other.length - one.length)

/** The rows of each client, project and currency, over all months; the largest first. */
export const byWork = (rows: readonly RevenueRow[]): (BilledSums & { readonly of: RevenueRow })[] =>
  [
    ...Map.groupBy(rows, ({ clientAccountId, projectId, currency }) =>
      [clientAccountId, projectId, currency].join(),
    ).values(),
  ]
    .map((group) => ({ of: group[0]!, ...billedSums(group) }))
    .toSorted((one, other) => Number(other.issued - one.issued))

type UsageRow = Pick<Reply<typeof getModelUsage>['rows'][number], 'projectId' | 'projectName' | 'costUsd'>

/** The currency of all model costs. */
const costCurrency = { currency: 'USD', currencyDecimals: 2 }

interface ProjectMargin {
  readonly projectId: string
  readonly projectName: string
  readonly billedMinor: bigint
  /** Null if another row of this project, in US dollars, has the costs. */
  readonly costUsd: number | null
  /** Billed less the model cost; null in a currency that is not that of the costs. */
  readonly marginMinor: bigint | null
}

interface CurrencyMargins extends Money {
  /** The highest billed amount first. */
  readonly projects: readonly ProjectMargin[]
}

/**
 * The billed amount of each project less its model cost, apart for each currency: amounts are never converted. A project
 * without a bill is in the currency of the costs, unless `isBilledOnly`.
 */
export const marginsOf = (
  revenue: readonly RevenueRow[],
  usage: readonly UsageRow[],
  { isBilledOnly }: { readonly isBilledOnly: boolean },
): CurrencyMargins[] => {
  const costs = costsByProject(usage)
  const billed = revenue.filter(({ projectId }) => projectId !== null)
  const idsOf = (rows: readonly RevenueRow[]) => new Set(rows.map(({ projectId }) => projectId))
  const inCostCurrency = idsOf(billed.filter(({ currency }) => currency === costCurrency.currency))
  const billedIds = idsOf(billed)
  const margins = [...Map.groupBy(billed, ({ currency }) => currency).values()].map((rows) => ({
    currency: rows[0]!.currency,
    currencyDecimals: rows[0]!.currencyDecimals,
    projects: [...Map.groupBy(rows, ({ projectId }) => projectId!)].map(([projectId, some]) => {
      const isCostCurrency = some[0]!.currency === costCurrency.currency
      const billedMinor = some.reduce((sum, { issuedMinor }) => sum + BigInt(issuedMinor), 0n)
      const costUsd = costs.get(projectId)?.costUsd ?? 0
      return {
        projectId,
        projectName: some[0]!.projectName ?? '',
        billedMinor,
        costUsd: isCostCurrency || !inCostCurrency.has(projectId) ? costUsd : null,
        marginMinor: isCostCurrency ? billedMinor - centsOf(costUsd) : null,
      }
    }),
  }))
  const unbilled = isBilledOnly ? [] : [...costs].filter(([id, { costUsd }]) => costUsd > 0 && !billedIds.has(id))
  return withUnbilled(margins, unbilled.map(unbilledProject)).map(({ projects, ...of }) => ({
    ...of,
    projects: projects.toSorted(
      (one, other) => Number(other.billedMinor - one.billedMinor) || (other.costUsd ?? 0) - (one.costUsd ?? 0),
    ),
  }))
}

/** A row of the table of revenue: a client, project and currency, or the sum of a currency. */
export interface WorkRow extends Money, BilledSums, Pick<ProjectMargin, 'marginMinor'> {
  /** Null if the project is billed to no client. */
  readonly clientName?: string | null
  readonly projectId: string | null
  readonly projectName?: string | null
  /** Null without a project, or if another row of this project has the costs. */
  readonly costUsd: number | null
}

/**
 * The billed work with its model cost and, in US dollars, its margin; then the sum of each billed currency. The costs of
 * projects without a bill are in the only currency, or else in US dollars.
 */
export const workRows = (
  revenue: readonly RevenueRow[],
  usage: readonly UsageRow[],
  options: Parameters<typeof marginsOf>[2],
): { readonly rows: readonly WorkRow[]; readonly sums: readonly WorkRow[] } => {
  const open = new Map<string, ProjectMargin & Pick<CurrencyMargins, 'currency' | 'currencyDecimals'>>(
    marginsOf(revenue, usage, options).flatMap(({ projects, ...of }) =>
      projects.map((project) => [`${of.currency} ${project.projectId}`, { ...of, ...project }] as const),
    ),
  )
  const billed = byWork(revenue).map(({ of, issued, paid }): WorkRow => {
    const key = `${of.currency} ${of.projectId}`
    const margin = open.get(key)
    // A project that two clients pay for has its costs once.
    open.delete(key)
    return { ...of, issued, paid, costUsd: margin?.costUsd ?? null, marginMinor: margin?.marginMinor ?? null }
  })
  const unbilled = [...open.values()].map((one): WorkRow => ({ ...one, clientName: null, issued: 0n, paid: 0n }))
  const rows = [...billed, ...unbilled]
  const currencies = new Set(billed.map(({ currency }) => currency))
  const sumOf = ({ currency }: WorkRow) => (currencies.size === 1 ? billed[0]!.currency : currency)
  const sums = [...Map.groupBy(rows, sumOf).values()].map((of): WorkRow => ({
    currency: of[0]!.currency,
    currencyDecimals: of[0]!.currencyDecimals,
    projectId: null,
    issued: of.reduce((sum, { issued }) => sum + issued, 0n),
    paid: of.reduce((sum, { paid }) => sum + paid, 0n),
    costUsd: of.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    marginMinor:
      of[0]!.currency === costCurrency.currency
        ? of.reduce((sum, { marginMinor }) => sum + (marginMinor ?? 0n), 0n)
        : null,
  }))
  return { rows, sums }
}

const centsOf = (usd: number) => BigInt(Math.round(100 * usd))

const costsByProject = (usage: readonly UsageRow[]) => {
  const costs = new Map<string, { readonly name: string; readonly costUsd: number }>()
  for (const { projectId, projectName, costUsd } of usage) {
    if (projectId === null || projectName === null) continue
    costs.set(projectId, { name: projectName, costUsd: (costs.get(projectId)?.costUsd ?? 0) + costUsd })
  }
  return costs
}

type Cost = readonly [projectId: string, cost: { readonly name: string; readonly costUsd: number }]

const unbilledProject = ([projectId, { name, costUsd }]: Cost): ProjectMargin => ({
  projectId,
  projectName: name,
  billedMinor: 0n,
  costUsd,
  marginMinor: -centsOf(costUsd),
})

const withUnbilled = (margins: readonly CurrencyMargins[], unbilled: readonly ProjectMargin[]): CurrencyMargins[] => {
  if (unbilled.length === 0) return [...margins]
  const own = margins.find(({ currency }) => currency === costCurrency.currency) ?? { ...costCurrency, projects: [] }
  const others = margins.filter((one) => one !== own)
  return [...others, { ...own, projects: [...own.projects, ...unbilled] }]
}
