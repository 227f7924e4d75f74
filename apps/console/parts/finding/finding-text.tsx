import type { ReactNode } from 'react'
import { useServerWords } from '../../words/server/index.ts'
import { linesOf } from './alike-findings.ts'
import { MarkedWords } from './marked-words.tsx'
import { quotedChange, shortened } from './quoted-change.ts'
import './finding-text.css'

interface FindingTextProps {
  readonly kind?: string | undefined
  /** The whole sentence of the server. */
  readonly reason: string
  /** The English sentence without the parts beside it. */
  readonly short?: string
  /** The line that it is about, unless the page shows the finding at it. */
  readonly line?: number | undefined
  /** Whether the lines that it is about are shown just above it. */
  readonly isAtLines?: boolean
  /** Whether the page says above that no test notices the change: its lines follow alone. */
  readonly isUnnoticedSaid?: boolean
  /** Follows the sentence: the place in the change. */
  readonly place?: ReactNode
}

/** A finding in words; lines of code that the change replaced are shown as lines, the removed above the added one. */
export const FindingText = (props: FindingTextProps) => {
  const { kind, reason, short = reason, line, isAtLines = false, isUnnoticedSaid = false, place } = props
  const { finding, unnoticed } = useServerWords()
  const change = quotedChange(kind, reason)
  if (change === undefined || isAtLines) {
    const sentence = change ? `${unnoticed[change.said]}.` : finding({ kind, reason })
    return (
      <span dir="auto">
        <QuotedCode text={sentence === reason ? short : sentence} />
        {line === undefined ? null : <span className="quiet"> {unnoticed.line(line)}</span>}
        {place}
      </span>
    )
  }
  const { was, is, said } = change
  return (
    <span className="finding-change" dir="auto">
      {isUnnoticedSaid && said === 'change' ? null : (
        <span>
          {unnoticed[said]}:{place}
        </span>
      )}
      <code className="finding-lines" dir="ltr">
        <Line line={is === undefined ? line : undefined} sign="−" text={was} other={is} className="del" />
        <Line line={line} sign="+" text={is} other={was} className="add" />
      </code>
    </span>
  )
}

interface AlikeFindingsProps {
  readonly found: readonly { readonly kind?: string; readonly line?: number | undefined; readonly reason: string }[]
}

/** Findings of a file that are read the same: one sentence, and behind a press each with its line. */
export const AlikeFindings = ({ found }: AlikeFindingsProps) => {
  const { unnoticed } = useServerWords()
  return (
    <details className="alike-findings">
      <summary>
        {unnoticed.alike(found[0]?.kind, found.length, linesOf(found))} <span className="link">{unnoticed.each}</span>
      </summary>
      <ul>
        {found.map(({ kind, line, reason }, at) => (
          <li key={at}>
            <FindingText kind={kind} reason={reason} line={line} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface LineProps {
  readonly line: number | undefined
  readonly sign: string
  readonly text: string | undefined
  readonly other: string | undefined
  readonly className: string
}

const Line = ({ line, sign, text, other, className }: LineProps) =>
  text === undefined ? null : (
    <span className={className} title={text}>
      <span className="sg num">{line}</span>
      <span className="sg">{sign}</span>
      <span>
        {other === undefined ? text : <MarkedWords text={shortened(text, other)} other={shortened(other, text)} />}
      </span>
    </span>
  )

const quotes = /([“„])([^“”„]+)([”“])/g

/** A sentence of the server that quotes code: text between its quotation marks is set as code, without them. */
const QuotedCode = ({ text }: { readonly text: string }) => {
  const pieces: ReactNode[] = []
  let behind = 0
  for (const { 0: whole, 2: code, index } of text.matchAll(quotes)) {
    pieces.push(text.slice(behind, index), <code key={index}>{code}</code>)
    behind = index + whole.length
  }
  return [...pieces, text.slice(behind)]
}
