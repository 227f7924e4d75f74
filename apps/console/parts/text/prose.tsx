import { memo } from 'react'
import { blocksOf, type Block, type TextSpan } from './prose-blocks.ts'
import './prose.css'

// Longer text is cut: no text of people here is longer, and a page stays quick.
const textMost = 60_000

/** The text of a person or an agent, as paragraphs, lists, links and code. Nothing in it is taken as HTML. */
export const Prose = memo(({ text }: { readonly text: string }) => (
  <>
    {blocksOf(text.length > textMost ? `${text.slice(0, textMost)}…` : text).map((block, at) => (
      <BlockOf key={at} block={block} />
    ))}
  </>
))

/** Prose as a block of its own. */
export const ProseBlock = ({ text, className }: { readonly text: string; readonly className?: string }) => (
  <div className={className === undefined ? 'prose' : `prose ${className}`}>
    <Prose text={text} />
  </div>
)

const BlockOf = ({ block }: { readonly block: Block }) => {
  if (block.is === 'code')
    return (
      <>
        {block.name === undefined ? null : <p className="code-name">{block.name}</p>}
        <pre tabIndex={0}>{block.text}</pre>
      </>
    )
  if (block.is === 'heading')
    return (
      <p dir="auto">
        <b>
          {block.lines.map((line, at) => (
            <Pieces key={at} pieces={line} />
          ))}
        </b>
      </p>
    )
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
  if (block.is === 'table') return <TableOf table={block} />
  const items = block.items.map((item, at) => (
    <li key={at} dir="auto">
      <span>
        <Pieces pieces={item} />
      </span>
    </li>
  ))
  return block.isNumbered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
}

type Table = Extract<Block, { readonly is: 'table' }>

const textOf = ({ pieces }: Table['head'][number]) => pieces.map(({ text }) => text).join('')

/** A short text with a digit: a number and its unit have one line. */
const isFigure = (text: string) => text.length <= 16 && /\d/.test(text)

/** A table that is wider than its place scrolls inside of it, by keyboard as well. */
const TableOf = ({ table: { head, rows } }: { readonly table: Table }) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="prose-table" role="group" tabIndex={0} aria-label={head.map(textOf).join(', ')}>
    <table>
      <thead>
        <tr>
          {head.map(({ align, pieces }, at) => (
            <th key={at} scope="col" className={align} dir="auto">
              <Pieces pieces={pieces} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column} className={cell.align} data-figure={isFigure(textOf(cell)) || undefined} dir="auto">
                <Pieces pieces={cell.pieces} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Pieces = ({ pieces }: { readonly pieces: readonly TextSpan[] }) =>
  pieces.map(({ as, text, href }, at) => {
    if (href !== undefined)
      return (
        <a key={at} href={href} target="_blank" rel="noreferrer nofollow">
          {text}
        </a>
      )
    if (as === 'code') return <code key={at}>{text}</code>
    return as === 'bold' ? <b key={at}>{text}</b> : <span key={at}>{text}</span>
  })
