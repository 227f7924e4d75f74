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
  /** The colours of its language, if that is known. */
  readonly colours: LineColours | undefined
}

/** The text of a line with the words that changed. A long text is cut, with a button to see all of it. */
export const LineText = memo(({ text, other, colours }: LineTextProps) => {
  if (text.length > shownMost) return <LongLine text={text} />
  if (colours) return <ColouredText text={text} other={other} colours={colours} />
  return other === undefined ? text : <MarkedWords text={text} other={other} />
})

interface ColouredTextProps extends LineTextProps {
  readonly colours: LineColours
}

const ColouredText = ({ text, other, colours }: ColouredTextProps) => {
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
  const [shown, setShown] = useState(shownMost)
  const left = text.length - shown
  return (
    <>
      {text.slice(0, shown)}
      {left > 0 ? (
        <>
          {'… '}
          <Button size="small" onClick={() => setShown(shown + moreChars)}>
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
