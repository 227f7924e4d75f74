import type { ReactNode } from 'react'
import './wide-table.css'

interface WideTableProps {
  readonly label: string
  /** `stacked`: on a phone each row is a stack of its cells. */
  readonly className?: string
  readonly children: ReactNode
}

/** A table that may be wider than a phone, and is moved within its frame. */
export const WideTable = ({ label, className = '', children }: WideTableProps) => (
  // A keyboard has to reach what scrolls. A group is no landmark: the section of the table has its name already.
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={`panel wide-table ${className}`} role="group" aria-label={label} tabIndex={0}>
    <table className="grid">{children}</table>
  </div>
)

interface NamedCellProps {
  /** The name of the column: a phone shows it beside the value. */
  readonly name: string
  /** Undefined without a value: a phone leaves it out. Null until it is read: a dash would say that there is none. */
  readonly value: ReactNode
  readonly isNumber?: boolean
}

/** A cell of a table that is stacked on a phone. */
export const NamedCell = ({ name, value, isNumber = false }: NamedCellProps) => (
  <td
    dir="auto"
    data-name={name}
    className={[isNumber ? 'num' : '', value === undefined ? 'hide-s' : ''].join(' ').trim() || undefined}
  >
    {value === null ? '\u00a0' : (value ?? <span className="quiet">–</span>)}
  </td>
)
