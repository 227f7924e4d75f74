import type { Reply } from '../../../../platform/client/index.ts'
import type { getProjectCycleMetrics } from '../../../../domains/delivery/metrics/contract.ts'
import { getProjectBudget } from '../../../../domains/delivery/budgets/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { useProjectWords } from '../../words/project/index.ts'
import { Figure } from './figure.tsx'

/** The least number of completed cycles from which the usual time is measured. */
export const comparedFrom = 5
/** The weeks that the figures of a project look back on. */
export const weeks = 12

export type Metrics = Reply<typeof getProjectCycleMetrics>

/** The figures of a project with their comparisons; the time of a cycle only if enough cycles are completed. */
export const Figures = ({ projectId, metrics }: { readonly projectId: string; readonly metrics: Metrics }) => {
  const words = useProjectWords().overview
  const { dollars, lasted, number } = useFormat()
  const budget = useLateReply(getProjectBudget, { params: { id: projectId } }).data
  const cap = budget?.enforced.costCapUsd ?? null
  const { cycleTime, throughput, wip, agingWip } = metrics
  const long = (seconds: number | null) => (seconds === null ? '–' : lasted(1_000 * seconds))
  const oldest = agingWip[0]
  return (
    <dl className="panel figures">
      {throughput.completed < comparedFrom ? null : (
        <Figure
          name={words.cycleTime}
          value={long(cycleTime.p50Seconds)}
          note={cycleTime.p85Seconds === null ? words.noTimes : words.half(long(cycleTime.p85Seconds))}
        />
      )}
      <Figure
        name={words.merged}
        value={number(throughput.completed)}
        unit={words.cyclesUnit(throughput.completed)}
        note={throughput.completed < comparedFrom ? words.inWeeks(weeks) : words.perWeek(number(throughput.perWeek, 1))}
      />
      <Figure
        name={words.inProgress}
        value={number(wip.cycles)}
        unit={words.cyclesUnit(wip.cycles)}
        note={oldest && words.oldestFor(lasted(1_000 * oldest.ageSeconds))}
      />
      <Figure
        name={words.spend}
        value={budget === undefined ? '–' : dollars(budget.spentUsd)}
        note={budget === undefined ? '' : cap === null ? words.noCap : words.ofCap(dollars(cap))}
      />
    </dl>
  )
}
