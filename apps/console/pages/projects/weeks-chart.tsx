import { useState } from 'react'
import { Button } from '../../parts/forms/button.tsx'
import { useLanguage } from '../../preferences.ts'
import { useMedia } from '../../parts/use-media.ts'
import { useProjectWords } from '../../words/project/index.ts'
import '../../parts/charts/charts.css'

interface Week {
  readonly weekStart: string
  readonly completed: number
}

const wide = { width: 1080, height: 168, left: 28, top: 10, bottom: 24 }
const middle = { ...wide, width: 720 }
/** On a phone. */
const half = { ...wide, width: 520, height: 200 }

/** The text of a chart grows and shrinks with it: a narrow page has a narrow one. */
const useSize = () => {
  const isPhone = useMedia('(max-width: 640px)')
  const isNarrow = useMedia('(max-width: 1200px)')
  if (isPhone) return half
  return isNarrow ? middle : wide
}

/** A round number of lines over the highest bar. */
const ceiling = (most: number) => [2, 4, 8, 12, 20, 40, 80, 160, 400, 1_000].find((top) => top >= most) ?? most

/** How many cycles were completed in each week, as bars and as a table. */
export const WeeksChart = ({ weeks }: { readonly weeks: readonly Week[] }) => {
  const words = useProjectWords().overview
  const [isTable, setTable] = useState(false)
  const size = useSize()
  const sum = weeks.reduce((all, { completed }) => all + completed, 0)
  return (
    <section>
      <header>
        <h2>{words.perWeekTitle}</h2>
        <Button variant="plain" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {words.asTable}
        </Button>
      </header>
      {isTable ? (
        <WeeksTable weeks={weeks} />
      ) : (
        <Bars size={size} weeks={weeks} label={words.perWeekAlt(sum, weeks.length)} />
      )}
    </section>
  )
}

const useDay = () => {
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (date: string) => format.format(new Date(date))
}

interface BarsProps {
  readonly size: typeof wide
  readonly weeks: readonly Week[]
  readonly label: string
}

const Bars = ({ size, weeks, label }: BarsProps) => {
  const day = useDay()
  const top = ceiling(Math.max(...weeks.map(({ completed }) => completed), 1))
  const room = size.height - size.top - size.bottom
  const y = (count: number) => size.top + room * (1 - count / top)
  const step = (size.width - size.left) / weeks.length
  const every = Math.ceil(weeks.length / 6)
  return (
    <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((count) => (
        <g key={count}>
          <line className="gl" x1={size.left} x2={size.width} y1={y(count)} y2={y(count)} />
          <text x={size.left - 8} y={y(count) + 4} textAnchor="end">
            {count}
          </text>
        </g>
      ))}
      {weeks.map(({ weekStart, completed }, at) => (
        <g key={weekStart}>
          <rect
            x={size.left + step * at + step * 0.3}
            y={y(completed)}
            width={step * 0.4}
            height={y(0) - y(completed)}
            fill="var(--series-1)"
            rx="1"
          />
          {at % every === 0 ? (
            <text x={size.left + step * (at + 0.5)} y={size.height - 4} textAnchor="middle">
              {day(weekStart)}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
}

const WeeksTable = ({ weeks }: { readonly weeks: readonly Week[] }) => {
  const words = useProjectWords().overview
  const day = useDay()
  return (
    <table className="grid">
      <thead>
        <tr>
          <th>{words.week}</th>
          <th className="num">{words.merged}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ weekStart, completed }) => (
          <tr key={weekStart}>
            <td>{day(weekStart)}</td>
            <td className="num">{completed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
