import Download from 'lucide-react/icons/download'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import {
  exportModelCalls,
  getModelUsage,
  type getWorkspaceBudget,
} from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { Section } from '../../../parts/section.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import { useLanguage } from '../../../preferences.ts'
import { paths } from '../../../paths.ts'
import { useUsageWords } from '../../../words/usage/index.ts'
import { CallList, UsageTable } from './usage-table.tsx'
import { Figure } from '../../projects/figure.tsx'
import { dimensions, sumOf, type UsageRow } from './usage-sums.ts'
import { prefetchChartReads, UsageCharts, useChartReads } from './usage-charts.tsx'
import { measuresOf } from './usage-days.ts'
import { monthBefore } from '../../../clock.ts'
import { ModelsFrame } from '../models-frame.tsx'
import './usage.css'

const periods = ['month', 'last', 'year'] as const
const outcomes = ['all', 'refused', 'failed'] as const

/** Months from the present month: the first and the last of each period. */
const monthsBack = { month: [0, 0], last: [1, 1], year: [11, 0] } as const

const monthsOf = (period: (typeof periods)[number]) => {
  const [first, last] = monthsBack[period]
  return { from: monthBefore(first), to: monthBefore(last) }
}

const periodOf = (query: URLSearchParams) => periods.find((name) => name === query.get('months')) ?? 'month'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const months = monthsOf(periodOf(new URL(request.url).searchParams))
  prefetchChartReads(months)
  return prefetch(getModelUsage, { query: months })
}

/** The use of models by people and projects, its cost, and the refused calls. */
export default function UsagePage() {
  const words = useUsageWords()
  useTitle(words.title)
  const name = new Intl.DateTimeFormat(useLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const inWords = (month: string) => name.format(new Date(month))
  const [query] = useSearchParams()
  const period = periodOf(query)
  const dimension = useChoice('by', dimensions)
  const outcome = useChoice('outcome', outcomes)
  const months = monthsOf(period)
  const { data: usage, error } = useLateReply(getModelUsage, { query: months })
  const countOf = (name: 'unpricedCalls' | 'estimatedCalls') =>
    usage?.rows.reduce((sum, row) => sum + row[name], 0) ?? 0
  const unpriced = countOf('unpricedCalls')
  const estimated = countOf('estimatedCalls')
  const charts = useChartReads(months, usage?.rows)
  const measure = useChoice('measure', measuresOf(charts.daily?.rows ?? []))
  const table = useDownload(exportModelCalls, { name: 'model-calls.csv', type: 'text/csv' })
  return (
    <ModelsFrame>
      <Head
        title={words.title}
        text={usage ? words.text(inWords(usage.from), inWords(usage.to), usage.timeZone) : '\u00a0'}
        actions={
          <Button icon={Download} isPending={table.isPending} onClick={() => table.mutate({ query: months })}>
            {words.table}
          </Button>
        }
      />
      <Refusal error={error ?? table.error} codes={words.codes} />
      <div className="usage-filters">
        <Segments label={words.months} param="months" names={words.periods} chosen={period} />
        <Segments label={words.charts.measure} param="measure" names={words.charts.measures} chosen={measure} />
      </div>
      {usage && charts.areRead ? (
        <>
          <UsageFigures rows={usage.rows} workspace={charts.workspace} />
          <UsageCharts {...charts} measure={measure} />
          <div className="usage-filters">
            <Segments label={words.by} param="by" names={words.dimensions} chosen={dimension} />
          </div>
          {usage.rows.length === 0 ? (
            <EmptyPanel title={words.none} text="" />
          ) : (
            <div className="usage-table">
              <UsageTable key={`${period} ${dimension}`} dimension={dimension} rows={usage.rows} />
              {unpriced > 0 ? <p className="soft">{words.unpriced(unpriced)}</p> : null}
              {estimated > 0 ? <p className="soft">{words.estimated(estimated)}</p> : null}
            </div>
          )}
          {usage.rows.length > 0 ? (
            <Section title={words.latest}>
              <div className="usage-filters">
                <Segments label={words.shown} param="outcome" names={words.filters} chosen={outcome} />
              </div>
              <CallList query={{ ...months, limit: 50, ...(outcome !== 'all' && { outcome }) }} />
            </Section>
          ) : null}
        </>
      ) : (
        !error && <RowsSkeleton rows={6} />
      )}
    </ModelsFrame>
  )
}

interface UsageFiguresProps {
  readonly rows: readonly UsageRow[]
  readonly workspace: Reply<typeof getWorkspaceBudget> | undefined
}

/** The cost of the shown months, and the rest that the cap of the workspace allows. */
const UsageFigures = ({ rows, workspace }: UsageFiguresProps) => {
  const words = useUsageWords()
  const { dollars, number } = useFormat()
  if (rows.length === 0) return null
  const { costUsd, calls, refusedCalls, inputTokens, outputTokens } = sumOf(rows)
  const cap = workspace?.enforced.costCapUsd
  const spent = workspace ? workspace.spentUsd + workspace.reservedUsd : 0
  return (
    <dl className="panel figures usage-figures">
      <Figure name={words.cost} value={dollars(costUsd)} note={words.inPeriod} />
      <Figure name={words.calls} value={number(calls)} note={words.refusedOf(refusedCalls)} />
      <Figure
        name={words.tokens}
        value={number(inputTokens + outputTokens)}
        note={words.tokensOf(number(outputTokens))}
      />
      {workspace ? (
        <Figure
          name={words.budget}
          value={cap == null ? '–' : dollars(Math.max(0, cap - spent))}
          note={
            cap == null ? <TextLink to={paths.models}>{words.noBudgetText}</TextLink> : words.ofBudget(dollars(cap))
          }
        />
      ) : null}
    </dl>
  )
}
