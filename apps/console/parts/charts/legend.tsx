import './legend.css'

/** The colours of up to four series, which differ in lightness too. */
export const seriesColours = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'] as const

interface LegendProps {
  readonly series: readonly string[]
  readonly colours?: readonly string[]
}

/** The names of the series beside their colours. */
export const Legend = ({ series, colours = seriesColours }: LegendProps) => (
  <div className="legend">
    {series.map((name, at) => (
      <span key={name} dir="auto">
        <i style={{ background: colours[at] }} />
        {name}
      </span>
    ))}
  </div>
)
