import type { ReactNode } from 'react'
import './wide-table.css'

interface WideTableProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** A table that may be wider than a phone, and is moved within its frame. */
export const WideTable = ({ label, className = '', children }: WideTableProps) => (
  // A keyboard has to reach what it is to move.
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={`panel wide-table ${className}`} role="region" aria-label={label} tabIndex={0}>
    <table className="grid">{children}</table>
  </div>
)
