import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './metric-figures.css'

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly unit?: string
  readonly note?: ReactNode
  /** The page of the counted things. */
  readonly to?: string
}

/** A figure with its comparison, in a list of figures. */
export const Figure = ({ name, value, unit, note, to }: FigureProps) => (
  <div className="figure">
    <dt>{to === undefined ? name : <Link to={to}>{name}</Link>}</dt>
    <dd>
      {value}
      {unit === undefined ? null : <small>{unit}</small>}
    </dd>
    {note === undefined ? null : <dd>{note}</dd>}
  </div>
)
