import { memo, useMemo, useEffect, useState } from 'react'
import { useNearViewport } from '../../../../parts/use-near-viewport.ts'
import type { DiffLine } from './parse-patch.ts'
import { lineRefKey, lineRefsOf, rowsOf, type Layout, type LineNotes, type PatchRow, lineRefOf } from './diff-rows.ts'
import type { Token, tokensOf } from '../../code/highlight.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { save } from '../../../../parts/files/save-file.ts'
import { changedRanges } from '../../../../parts/finding/changed-words.ts'
import { MarkedWords } from '../../../../parts/finding/marked-words.tsx'
import { useReviewWords } from '../../../../words/review/index.ts'
import { partsOf } from './line-parts.ts'
import './diff.css'

const chunkRows = 40
// The height of a row in diff.css.
const rowPx = 20

const noNotes: LineNotes['notes'] = new Map()

interface DiffProps extends Partial<LineNotes> {
  readonly lines: readonly DiffLine[]
  readonly layout: Layout
  /** The path of the file, whose language colours its lines; without it they are plain. */
  readonly path?: string | undefined
}

/** The change of a file. Only the rows on the screen and near it are in the page, in pieces of forty. */
export const Diff = memo(({ lines, layout, path, notes = noNotes, ...beside }: DiffProps) => {
  const colours = useLineColours(path)
  const chunks = useMemo(() => {
    const rows = rowsOf(lines, layout)
    return Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, at) =>
      rows.slice(at * chunkRows, (at + 1) * chunkRows),
    )
  }, [lines, layout])
  return chunks.map((rows, at) => (
    <Chunk key={at} rows={rows} layout={layout} colours={colours} notes={notes} {...beside} />
  ))
})

interface ChunkProps extends LineNotes {
  readonly rows: readonly PatchRow[]
  readonly layout: Layout
  readonly colours: LineColours | undefined
}

const Chunk = ({ rows, ...drawn }: ChunkProps) => {
  const { layout, notes } = drawn
  const { box, isNear, heightPx } = useNearViewport()
  // Comments and findings at a line stay in the page, so that links reach them.
  const isHeld = useMemo(
    () => notes.size > 0 && rows.some((row) => lineRefsOf(row).some((place) => notes.has(lineRefKey(place)))),
    [rows, notes],
  )
  const isDrawn = isNear || isHeld
  return (
    <div ref={box} style={isDrawn ? undefined : { height: heightPx ?? rows.length * rowPx }}>
      {isDrawn ? (
        <table className={`diff code ${layout}`} role="presentation">
          <colgroup>
            <col className="c-ln" />
            <col className="c-sg" />
            <col />
            {layout === 'split' ? (
              <>
                <col className="c-ln" />
                <col className="c-sg" />
                <col />
              </>
            ) : null}
          </colgroup>
          <tbody>
            {rows.map((row, at) => (
              <DiffRow key={at} row={row} {...drawn} />
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  )
}

/** The tokens of a line. */
type LineColours = (text: string) => readonly Token[]

// A line of a block comment begins with a star, and has no words of the language.
const insideNote = /^\s*\*(?:\s|\/|$)/

/** The colours of a file's lines; undefined until the highlighter is loaded, and for an unknown language. */
const useLineColours = (path: string | undefined): LineColours | undefined => {
  const [readTokens, setReadTokens] = useState<typeof tokensOf>()
  useEffect(() => {
    let isGone = false
    void import('../../code/highlight.ts').then(({ tokensOf: read }) => {
      if (!isGone) setReadTokens(() => read)
    })
    return () => {
      isGone = true
    }
  }, [])
  return useMemo(() => {
    if (path === undefined || !readTokens?.('', path)) return undefined
    return (text) => (insideNote.test(text) ? [{ text, kind: 'c' }] : (readTokens(text, path) ?? [{ text }]))
  }, [path, readTokens])
}

const sign = { add: '+', del: '−', same: '', hunk: '' }
const classOf = ({ kind }: DiffLine) => (kind === 'same' ? '' : kind)

/** The heading of a hunk: only the name of its function or section, as its line numbers are beside its lines. */
const placeOf = (hunk: string): string => `… ${/^@@.*?@@ (.*)$/.exec(hunk)?.[1] ?? ''}`

interface DiffRowProps extends Omit<ChunkProps, 'rows'> {
  readonly row: PatchRow
}

/** A row of a diff, with the findings and comments at its lines below it. */
const DiffRow = memo(({ row, layout, colours, notes, marked, onComment }: DiffRowProps) => (
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

const shownMost = 2_000
/** How many more characters each press shows, so that a line of any length stays quick. */
const moreChars = 50_000

interface LineTextProps {
  readonly text: string
  /** The line before, or after, the change. */
  readonly other: string | undefined
  /** The colours of the file's language; undefined for an unknown language. */
  readonly colours: LineColours | undefined
}

/** The text of a line with the words that changed. A long text is cut, with a button for more. */
const LineText = memo(({ text, other, colours }: LineTextProps) => {
  if (text.length > shownMost) return <LongLine text={text} />
  if (colours) return <ColouredText text={text} other={other} colours={colours} />
  return other === undefined ? text : <MarkedWords text={text} other={other} />
})

const ColouredText = ({ text, other, colours }: LineTextProps & { readonly colours: LineColours }) => {
  const parts = useMemo(
    () => partsOf(colours(text), other === undefined ? [] : changedRanges(text, other)),
    [text, other, colours],
  )
  return parts.map(({ text: shown, kind, isMarked }, at) => (
    <span key={at} className={kind}>
      {isMarked ? <mark>{shown}</mark> : shown}
    </span>
  ))
}

const LongLine = ({ text }: { readonly text: string }) => {
  const words = useReviewWords()
  const [count, setCount] = useState(shownMost)
  const left = text.length - count
  return (
    <>
      {text.slice(0, count)}
      {left > 0 ? (
        <>
          {'… '}
          <Button size="small" onClick={() => setCount(count + moreChars)}>
            {words.moreOfLine(left)}
          </Button>{' '}
          <Button
            variant="plain"
            size="small"
            onClick={() => save(new Blob([text], { type: 'text/plain' }), 'line.txt')}
          >
            {words.saveLine}
          </Button>
        </>
      ) : null}
    </>
  )
}
