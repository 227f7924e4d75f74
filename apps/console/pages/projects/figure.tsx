import type { ReactNode } from 'react'
import './metric-figures.css'

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly unit?: string
  readonly note: ReactNode
}

/** A figure beside what it compares with, within a list of them. */
export const Figure = ({ name, value, unit, note }: FigureProps) => (
  <div className="figure">
    <dt>{name}</dt>
    <dd>
      {value}
      {unit === undefined ? null : <small>{unit}</small>}
    </dd>
    <dd>{note}</dd>
  </div>
)
