import { useMemo, useState, type ReactNode } from 'react'
import { Button } from '../../../parts/forms/button.tsx'
import { useProjectWords } from '../../../words/project/index.ts'

export type Line = readonly { readonly text: string; readonly kind?: string }[]

// The height of a line and of the scrolling part in code.css.
const lineHeightPx = 20
const roomPx = 640
const aheadLines = 30
const lineMostChars = 2_000

const lengthOf = (line: Line) => line.reduce((sum, { text }) => sum + text.length, 0)

/** The first `lineMostChars` characters of a line. */
const cut = (line: Line): Line => {
  let room = lineMostChars
  return line.flatMap((token) => {
    const text = token.text.slice(0, Math.max(0, room))
    room -= text.length
    return text === '' ? [] : [{ ...token, text }]
  })
}

interface CodeLinesProps {
  readonly lines: readonly Line[]
  readonly label: string
  /** Draws the text before a line, by its number; `isFirst` if no line is drawn above it. */
  readonly before?: ((line: number, isFirst: boolean) => ReactNode) | undefined
}

/** Lines of code; only the lines in sight are drawn. Very long lines are cut until a person asks for all of them. */
export const CodeLines = ({ lines, label, before }: CodeLinesProps) => {
  const words = useProjectWords().code
  const [firstSeen, setFirstSeen] = useState(0)
  const [isWhole, setWhole] = useState(false)
  const hasLong = useMemo(() => lines.some((line) => lengthOf(line) > lineMostChars), [lines])
  const from = Math.max(0, firstSeen - aheadLines)
  const to = Math.min(lines.length, firstSeen + Math.ceil(roomPx / lineHeightPx) + aheadLines)
  return (
    <>
      {hasLong && !isWhole ? (
        <div className="bar">
          <span className="quiet">{words.longLines}</span>
          <Button variant="plain" size="small" onClick={() => setWhole(true)}>
            {words.showLong}
          </Button>
        </div>
      ) : null}
      <pre
        className="code lines"
        tabIndex={0}
        aria-label={label}
        onScroll={({ currentTarget }) => setFirstSeen(Math.floor(currentTarget.scrollTop / lineHeightPx))}
      >
        <code style={{ height: `${lines.length * lineHeightPx}px`, paddingTop: `${from * lineHeightPx}px` }}>
          {lines.slice(from, to).map((line, at) => (
            <span key={from + at} className="ln-row">
              {before?.(from + at + 1, at === 0)}
              <span className="ln" aria-hidden="true">
                {from + at + 1}
              </span>
              {(isWhole ? line : cut(line)).map(({ text, kind }, token) => (
                <span key={token} className={kind}>
                  {text}
                </span>
              ))}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </>
  )
}
