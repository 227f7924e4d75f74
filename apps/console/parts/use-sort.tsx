import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { listMost, useReadUpTo, type MorePages } from '../api/use-pages.ts'
import { useLanguage } from '../preferences.ts'
import { withParam } from '../paths.ts'
import { sortRows, type SortKeys } from './sort-rows.ts'
import './sort.css'

/**
 * The rows of a table in the order that the address names, as `?sort=name` or `?sort=-name`; without it as they came. To
 * sort a list, the rest of it is read too.
 */
export const useSort = <Row, Column extends string>(
  rows: readonly Row[],
  keys: SortKeys<Row, Column>,
  rest: MorePages,
) => {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const language = useLanguage()
  const named = query.get('sort') ?? ''
  const isDescending = named.startsWith('-')
  const column = (Object.keys(keys) as Column[]).find((one) => one === named.replace(/^-/, ''))
  useReadUpTo(rest, column === undefined ? 0 : listMost)
  const sorted = column === undefined ? rows : sortRows(rows, keys[column], { isDescending, language })
  return {
    sorted,
    /** The parts of a head for `SortHead`. */
    sortBy: (of: Column) => ({
      direction: of === column ? (isDescending ? ('descending' as const) : ('ascending' as const)) : undefined,
      onSort: () =>
        void navigate(withParam(query, 'sort', of === column && !isDescending ? `-${of}` : of), { replace: true }),
    }),
  }
}

interface SortHeadProps {
  readonly direction: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
  readonly className?: string
  readonly children: ReactNode
}

/** The head of a column that sorts the table. */
export const SortHead = ({ direction, onSort, className, children }: SortHeadProps) => {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <th className={className} aria-sort={direction ?? 'none'}>
      <button type="button" className="sort-head" onClick={onSort}>
        {children}
        {direction === undefined ? null : <Arrow className="i" aria-hidden="true" />}
      </button>
    </th>
  )
}
