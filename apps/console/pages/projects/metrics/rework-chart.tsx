import { useFormat } from '../../../format.ts'
import { ColumnsChart } from '../../../parts/charts/columns-chart.tsx'
import { useLanguage } from '../../../preferences.ts'
import { useMetricWords } from '../../../words/metrics/index.ts'
import type { Metrics } from '../metric-figures.tsx'

/** How many tasks were merged in each week, and how often tasks came back to be built again. */
export const ReworkChart = ({ metrics }: { readonly metrics: Metrics }) => {
  const words = useMetricWords()
  const { number } = useFormat()
  const day = new Intl.DateTimeFormat(useLanguage(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const { weeks } = metrics.throughput
  const hasAny = weeks.some(({ merged, sentBack }) => merged + sentBack > 0)
  return (
    <ColumnsChart
      isHalf
      title={words.rework}
      text={words.reworkText}
      empty={words.noRework}
      series={[words.merged, words.sentBack]}
      columns={(hasAny ? weeks : []).map(({ weekStart, merged, sentBack }) => ({
        key: weekStart,
        name: day.format(new Date(weekStart)),
        values: [merged, sentBack],
      }))}
      show={(count) => number(count, 1)}
      file={{ name: 'merged-and-sent-back.csv' }}
    />
  )
}
