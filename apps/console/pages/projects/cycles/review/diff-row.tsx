import { memo } from 'react'
import { LineText } from './line-text.tsx'
import type { DiffLine } from './parse-patch.ts'
import type { LineColours } from './use-line-colours.ts'
import { lineRefKey, lineRefOf, lineRefsOf, type Layout, type LineNotes, type PatchRow } from './diff-rows.ts'

const sign = { add: '+', del: '−', same: '', hunk: '' }
const classOf = ({ kind }: DiffLine) => (kind === 'same' ? '' : kind)

/** The heading of a hunk: only the name of its function or section, as its line numbers are beside its lines. */
const placeOf = (hunk: string): string => `… ${/^@@.*?@@ (.*)$/.exec(hunk)?.[1] ?? ''}`

interface DiffRowProps extends LineNotes {
  readonly row: PatchRow
  readonly layout: Layout
  readonly colours: LineColours | undefined
}

/** A row of a diff, with the findings and comments at its lines below it. */
export const DiffRow = memo(({ row, layout, colours, notes, marked, onComment }: DiffRowProps) => (
  <>
    <Cells row={row} layout={layout} colours={colours} marked={marked} onComment={onComment} />
    {lineRefsOf(row).map((place) => {
      const note = notes.get(lineRefKey(place))
      return note === undefined ? null : (
        <tr key={lineRefKey(place)} className="line-talk">
          <td colSpan={layout === 'split' ? 6 : 3}>{note}</td>
        </tr>
      )
    })}
  </>
))

type CellsProps = Pick<DiffRowProps, 'row' | 'layout' | 'colours' | 'marked' | 'onComment'>

const Cells = ({ row, layout, colours, marked, onComment }: CellsProps) => {
  if (row.is === 'hunk')
    return (
      <tr className="hunk">
        <td colSpan={layout === 'split' ? 6 : 3} title={row.text}>
          {placeOf(row.text)}
        </td>
      </tr>
    )
  if (row.is === 'one') {
    const { line, other } = row
    return (
      <tr className={classOf(line)}>
        <Num line={line} number={line.after ?? line.before} marked={marked} onComment={onComment} />
        <td className="sg">{sign[line.kind]}</td>
        <td className="tx">
          <LineText text={line.text} other={other} colours={colours} />
        </td>
      </tr>
    )
  }
  const { left, right } = row
  const isSame = left === right
  return (
    <tr>
      <Half
        line={left}
        number={left?.before}
        other={isSame ? undefined : right?.text}
        colours={colours}
        marked={isSame ? undefined : marked}
        onComment={isSame ? undefined : onComment}
      />
      <Half
        line={right}
        number={right?.after}
        other={isSame ? undefined : left?.text}
        colours={colours}
        marked={marked}
        onComment={onComment}
        isSecond
      />
    </tr>
  )
}

interface HalfProps extends Pick<CellsProps, 'colours' | 'marked' | 'onComment'> {
  readonly line: DiffLine | undefined
  readonly number: number | undefined
  readonly other: string | undefined
  readonly isSecond?: boolean
}

const Half = ({ line, number, other, colours, marked, onComment, isSecond = false }: HalfProps) => {
  const mid = isSecond ? ' mid' : ''
  if (!line)
    return (
      <>
        <td className={`ln none${mid}`} />
        <td className="sg none" />
        <td className="none" />
      </>
    )
  const name = classOf(line)
  return (
    <>
      <Num line={line} number={number} marked={marked} onComment={onComment} className={name + mid} />
      <td className={`sg ${name}`}>{sign[line.kind]}</td>
      <td className={`tx ${name}`}>
        <LineText text={line.text} other={other} colours={colours} />
      </td>
    </>
  )
}

interface NumProps extends Pick<CellsProps, 'marked' | 'onComment'> {
  readonly line: DiffLine
  readonly number: number | undefined
  readonly className?: string
}

/** Line number; a button if comments are allowed. */
const Num = ({ line, number, marked, onComment, className = '' }: NumProps) => (
  <td className={`ln ${className}${marked?.has(lineRefKey(lineRefOf(line))) ? ' is-marked' : ''}`}>
    {onComment && number !== undefined ? (
      <button type="button" className="at-line" onClick={() => onComment(lineRefOf(line), line.text)}>
        {number}
      </button>
    ) : (
      number
    )}
  </td>
)
