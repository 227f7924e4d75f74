import { memo, useMemo } from 'react'
import { useNearViewport } from '../../../../parts/use-near-viewport.ts'
import { DiffRow } from './diff-row.tsx'
import type { DiffLine } from './parse-patch.ts'
import { lineRefKey, lineRefsOf, rowsOf, type Layout, type LineNotes, type PatchRow } from './diff-rows.ts'
import { useLineColours, type LineColours } from './use-line-colours.ts'
import './diff.css'

const chunkRows = 40
// The height of a row in diff.css.
const rowPx = 20

interface DiffProps extends LineNotes {
  readonly lines: readonly DiffLine[]
  readonly layout: Layout
  /** The path of the file, whose language colours its lines; without it they are plain. */
  readonly path?: string | undefined
}

/** The change of a file. Only the rows on the screen and near it are in the page, in pieces of forty. */
export const Diff = memo(({ lines, layout, path, ...beside }: DiffProps) => {
  const colours = useLineColours(path)
  const chunks = useMemo(() => {
    const rows = rowsOf(lines, layout)
    return Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, at) =>
      rows.slice(at * chunkRows, (at + 1) * chunkRows),
    )
  }, [lines, layout])
  return chunks.map((rows, at) => <Chunk key={at} rows={rows} layout={layout} colours={colours} {...beside} />)
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
