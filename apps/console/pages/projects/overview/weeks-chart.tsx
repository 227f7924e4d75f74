import { ColumnsChart } from '../../../parts/charts/columns-chart.tsx'
import { useLocale } from '../../../locale.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import type { Metrics } from '../metric-figures.tsx'

/** How many cycles of a project were completed in each week. */
export const WeeksChart = ({ weeks }: Pick<Metrics['throughput'], 'weeks'>) => {
  const words = useProjectWords().overview
  const day = new Intl.DateTimeFormat(useLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <ColumnsChart
      title={words.perWeekTitle}
      series={[words.merged]}
      columns={weeks.map(({ weekStart, completed }) => ({
        name: day.format(new Date(weekStart)),
        values: [completed],
      }))}
      show={String}
    />
  )
}
