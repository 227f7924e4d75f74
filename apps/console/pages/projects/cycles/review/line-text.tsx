import { memo, useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { MarkedWords } from '../../../../parts/finding/marked-words.tsx'
import { useReviewWords } from '../../../../words/review/index.ts'

const shownMost = 2_000
/** The additional part of a line at each press: a page stays quick with any line. */
const moreChars = 50_000

interface LineTextProps {
  readonly text: string
  /** The line before, or after, the change. */
  readonly other: string | undefined
}

/** The text of a line with the words that changed. A long text is cut, with a button to see all of it. */
export const LineText = memo(({ text, other }: LineTextProps) => {
  if (text.length > shownMost) return <LongLine text={text} />
  return other === undefined ? text : <MarkedWords text={text} other={other} />
})

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
          <Button variant="plain" size="small" onClick={() => save(text)}>
            {words.saveLine}
          </Button>
        </>
      ) : null}
    </>
  )
}

/** Gives a text to the person as a file, without a request. */
const save = (text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'line.txt' })
  link.click()
  URL.revokeObjectURL(address)
}
