import { memo } from 'react'
import { blocksOf, type Block, type TextSpan } from './prose.ts'

/** What a person or an agent wrote, as paragraphs, lists and code. */
export const Prose = memo(({ text }: { readonly text: string }) => (
  <>
    {blocksOf(text).map((block, at) => (
      <BlockOf key={at} block={block} />
    ))}
  </>
))

const BlockOf = ({ block }: { readonly block: Block }) => {
  if (block.is === 'code') return <pre tabIndex={0}>{block.text}</pre>
  if (block.is === 'text')
    return (
      <p dir="auto">
        {block.lines.map((line, at) => (
          <span key={at}>
            {at > 0 ? <br /> : null}
            <Pieces pieces={line} />
          </span>
        ))}
      </p>
    )
  const List = block.isNumbered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((item, at) => (
        <li key={at} dir="auto">
          <span>
            <Pieces pieces={item} />
          </span>
        </li>
      ))}
    </List>
  )
}

const Pieces = ({ pieces }: { readonly pieces: readonly TextSpan[] }) =>
  pieces.map(({ as, text }, at) => {
    if (as === 'code') return <code key={at}>{text}</code>
    return as === 'bold' ? <b key={at}>{text}</b> : <span key={at}>{text}</span>
  })
