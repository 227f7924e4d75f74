import { memo, useMemo, useState } from 'react'
import { Button } from '../../../../parts/forms/button.tsx'
import { save } from '../../../../parts/files/save-file.ts'
import { changedRanges } from '../../../../parts/finding/changed-words.ts'
import { MarkedWords } from '../../../../parts/finding/marked-words.tsx'
import { useReviewWords } from '../../../../words/review/index.ts'
import { partsOf } from './line-parts.ts'
import type { LineColours } from './use-line-colours.ts'

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
export const LineText = memo(({ text, other, colours }: LineTextProps) => {
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
