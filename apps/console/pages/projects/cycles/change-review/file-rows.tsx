import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'
import type { UnshownList } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { AlikeFindings, FindingText } from '../../../../parts/finding/finding-text.tsx'
import { quotedChange } from '../../../../parts/finding/quoted-change.ts'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { firstEntries, type FileEntries } from './first-entries.ts'
import './file-rows.css'

interface FileRowProps {
  readonly name: ReactNode
  /** Sentences about the file, each an item. */
  readonly children: ReactNode
}

/** A file of a change at the left, the sentences about it at the right. */
export const FileRow = ({ name, children }: FileRowProps) => (
  <li className="said-row">
    <div className="line">{name}</div>
    <ul>{children}</ul>
  </li>
)

interface FileRowsProps {
  readonly files: UnshownList['files']
  readonly nameOf: (path: string) => ReactNode
  /** Whether the reader has it above that no test notices the change. */
  readonly isUnnoticedSaid?: boolean
  /** Whether the lines of the change follow. */
  readonly areLinesBelow?: boolean
}

/** Files, each named once, with the findings about it; the first ones are open. */
export const FileRows = ({ files, nameOf, isUnnoticedSaid = false, areLinesBelow = false }: FileRowsProps) => {
  const words = useChangeReviewWords()
  const { first, rest, restCount } = firstEntries(files)
  const rowOf = ({ path, entries }: FileEntries) => (
    <FileRow key={path} name={nameOf(path)}>
      {entries.map((alike, at) => (
        <EntryRow key={at} alike={alike} isUnnoticedSaid={isUnnoticedSaid} areLinesBelow={areLinesBelow} />
      ))}
    </FileRow>
  )
  return (
    <>
      {first.length > 0 ? <ul>{first.map(rowOf)}</ul> : null}
      {rest.length > 0 ? (
        <details>
          <summary>{words.moreUnshown(restCount)}</summary>
          <ul>{rest.map(rowOf)}</ul>
        </details>
      ) : null}
    </>
  )
}

interface EntryRowProps extends Required<Pick<FileRowsProps, 'isUnnoticedSaid' | 'areLinesBelow'>> {
  readonly alike: FileEntries['entries'][number]
}

const EntryRow = ({ alike, isUnnoticedSaid, areLinesBelow }: EntryRowProps) => {
  const { kind, line, reason, text, asks } = alike[0]!
  return (
    <li className={asks ? 'line' : 'line quiet'}>
      {asks ? (
        <Glyph name="doubt" />
      ) : quotedChange(kind, reason) && !areLinesBelow ? null : (
        <Info className="i" aria-hidden="true" />
      )}
      {alike.length > 1 ? (
        <AlikeFindings found={alike} />
      ) : (
        <FindingText
          kind={kind}
          reason={reason}
          short={text}
          line={line}
          isUnnoticedSaid={isUnnoticedSaid}
          isAtLines={areLinesBelow}
        />
      )}
    </li>
  )
}
