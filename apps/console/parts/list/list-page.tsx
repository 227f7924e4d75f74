import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { listMost, useReadUpTo, type MorePages } from '../../api/use-pages.ts'
import { withParam } from '../../paths.ts'
import { useLanguage } from '../../preferences.ts'
import { useWords } from '../../words/shell/index.ts'
import { Section } from '../section.tsx'
import { ShowMore } from './show-more.tsx'
import { sortRows, type SortKey } from './sort-rows.ts'
import { addressNow } from '../forms/address-now.ts'
import { useFilter, wholeList, type TextFilter } from './use-filter.tsx'
import { useShowMore } from './use-show-more.ts'
import { WideTable } from './wide-table.tsx'
import './sort.css'

/** A column of a table. */
interface Column<Row> {
  readonly name: ReactNode
  readonly className?: string
  /** The name of its order in the address, with the key of a row: without them the column sorts nothing. */
  readonly sort?: readonly [name: string, keyOf: (row: Row) => SortKey]
}

/**
 * The rows in the order that the address names, as `?sort=name` or `?sort=-name`, and the heads that choose it; without
 * an order the rows as they came. To sort a list, the rest of it is read too.
 */
const useColumns = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[], rest: MorePages) => {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const language = useLanguage()
  const named = query.get('sort') ?? ''
  const isDescending = named.startsWith('-')
  const keyOf = columns.find(({ sort }) => sort?.[0] === named.replace(/^-/, ''))?.sort?.[1]
  useReadUpTo(rest, keyOf ? listMost : 0)
  const order = isDescending ? 'descending' : 'ascending'
  const Arrow = isDescending ? ArrowDown : ArrowUp
  const heads = columns.map(({ name, className, sort }, at) => {
    const isSorted = sort !== undefined && sort[1] === keyOf
    const sortBy = (column: string) =>
      navigate(withParam(addressNow(), 'sort', isSorted && !isDescending ? `-${column}` : column), { replace: true })
    return (
      <th key={at} scope="col" className={className} aria-sort={sort && (isSorted ? order : 'none')}>
        {sort ? (
          <button type="button" className="sort-head" onClick={() => void sortBy(sort[0])}>
            {name}
            {isSorted ? <Arrow className="i" aria-hidden="true" /> : null}
          </button>
        ) : (
          name
        )}
      </th>
    )
  })
  return { heads, sorted: keyOf ? sortRows(rows, keyOf, { isDescending, language }) : rows }
}

interface ListPageProps<Row> extends TextFilter<Row> {
  readonly rows: readonly Row[]
  /** The part of the list that the server still has. */
  readonly rest?: MorePages | undefined
  /** True if a choice in the address leaves the row; undefined if it leaves all rows. */
  readonly fits?: ((row: Row) => boolean) | undefined
  /** Other controls beside the field. */
  readonly controls?: ReactNode
  /** Buttons behind the field. */
  readonly actions?: ReactNode
  /** The title of the list, whose head then has the field. */
  readonly title?: string
  readonly text?: string
  /** Shown if the list has no rows. */
  readonly none?: ReactNode
  /** Shown if no row fits. */
  readonly noneFits?: ReactNode
  /** The columns of a table; without them each row is an item of a list. */
  readonly columns?: readonly Column<Row>[]
  readonly className?: string
  /** Names a table that may be wider than a phone. */
  readonly wide?: string
  /** The row of heads, or the first item of a list. */
  readonly head?: (heads: readonly ReactNode[], shown: readonly Row[]) => ReactNode
  readonly children: (row: Row) => ReactNode
}

/**
 * A list of any length: its filters above, its rows as a table or as items, the next page below. Filter and order are in
 * the address, so that a reload, a copied address and the way back show the same rows.
 */
export const ListPage = <Row,>(props: ListPageProps<Row>) => {
  const { rows, rest = wholeList, fits, controls, actions, title, text, columns, head, children } = props
  const { shown: found, field } = useFilter(rows, props, rest)
  const fitting = fits ? found.filter(fits) : found
  useReadUpTo(rest, fits ? listMost : 0)
  const { heads, sorted } = useColumns(fitting, columns ?? [], rest)
  const { shown, more } = useShowMore(sorted, 0, rest)
  const list = (
    <>
      {controls || (field && title === undefined) ? (
        <div className="filters">
          {controls}
          {title === undefined ? field : null}
          {actions}
        </div>
      ) : null}
      {fitting.length === 0 && rest.more === undefined ? (
        <NoRows {...props} isFound={found.length > 0} />
      ) : columns ? (
        <Table {...props} head={head ? head(heads, shown) : <tr>{heads}</tr>}>
          {shown.map(children)}
        </Table>
      ) : (
        <ul className="panel rows">
          {head?.(heads, shown)}
          {shown.map(children)}
        </ul>
      )}
      <ShowMore onMore={more} rest={rest} shownCount={shown.length} />
    </>
  )
  if (title === undefined) return list
  return (
    <Section
      title={title}
      text={text}
      action={
        field || actions ? (
          <>
            {field}
            {actions}
          </>
        ) : null
      }
    >
      {list}
    </Section>
  )
}

interface NoRowsProps extends Pick<ListPageProps<never>, 'none' | 'noneFits' | 'fits'> {
  readonly rows: readonly unknown[]
  /** True if the text fits some rows, but the choice leaves none of these. */
  readonly isFound: boolean
}

const NoRows = ({ rows, none, noneFits, fits, isFound }: NoRowsProps) => {
  const words = useWords()
  const reason = fits && !isFound ? words.noneFits : (noneFits ?? words.noneFits)
  const shown = rows.length === 0 && none ? none : reason
  return <div className="panel">{typeof shown === 'string' ? <p className="pad quiet">{shown}</p> : shown}</div>
}

interface TableProps {
  readonly className?: string
  readonly wide?: string
  readonly head: ReactNode
  readonly children: ReactNode
}

const Table = ({ className = '', wide, head, children }: TableProps) => {
  const content = (
    <>
      <thead>{head}</thead>
      <tbody>{children}</tbody>
    </>
  )
  return wide === undefined ? (
    <div className="panel">
      <table className={`grid ${className}`}>{content}</table>
    </div>
  ) : (
    <WideTable label={wide} className={className}>
      {content}
    </WideTable>
  )
}
