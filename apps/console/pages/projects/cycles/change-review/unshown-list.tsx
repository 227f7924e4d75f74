import { unshownOf, type UnshownEntry } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { useFormat } from '../../../../format.ts'
import { FindingText } from '../../../../parts/finding/finding-text.tsx'
import { Glyph } from '../../../../parts/glyph.tsx'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import type { Evidence } from '../review/review-files.ts'
import { firstEntries, type FileEntries } from './first-entries.ts'
import './unshown-list.css'

interface UnshownListProps {
  readonly verdict: NonNullable<Evidence['verdict']>
  /** Sentences that the reader has just above the list. */
  readonly said?: readonly string[]
  /** One level below the heading that is above the list. */
  readonly heading?: 'h2' | 'h3'
  /** Where the sentences of a file are on this page, at their lines; undefined if the list has to say them. */
  readonly placeOf?: (path: string) => string | undefined
}

/** The list of what no test shows of a change, by file; entries that ask come first. */
export const UnshownList = ({ verdict, said, heading: Title = 'h3', placeOf }: UnshownListProps) => {
  const words = useChangeReviewWords()
  const { worded } = useServerWords()
  const { files, values, notProbed, isWhole, count } = unshownOf(verdict, said)
  const { first, rest, restCount } = firstEntries(files)
  const reasons = notProbed.filter((reason) => reason !== '').map(worded)
  if (count === 0 && notProbed.length === 0 && !isWhole) return null
  return (
    <section className="unshown" aria-label={words.unshown}>
      <Title>
        {words.unshown} {count > 0 ? <span className="quiet">{count}</span> : null}
      </Title>
      {first.map((file) => (
        <FileRows key={file.path} file={file} place={placeOf?.(file.path)} />
      ))}
      {rest.length > 0 ? (
        <details>
          <summary>{words.moreUnshown(restCount)}</summary>
          {rest.map((file) => (
            <FileRows key={file.path} file={file} place={placeOf?.(file.path)} />
          ))}
        </details>
      ) : null}
      {values.length > 0 ? <p dir="auto">{words.untested(values.join(', '))}</p> : null}
      {notProbed.length > 0 ? <p className="quiet">{words.notProbed(reasons)}</p> : null}
      {count === 0 && notProbed.length === 0 ? <p className="quiet">{words.nothingUnshown}</p> : null}
    </section>
  )
}

interface FileRowsProps {
  readonly file: FileEntries
  readonly place: string | undefined
}

const FileRows = ({ file, place }: FileRowsProps) =>
  place === undefined ? <FileSentences file={file} /> : <FilePlace file={file} place={place} />

/** The file and its lines alone, with a link to them. */
const FilePlace = ({ file: { path, entries }, place }: { readonly file: FileEntries; readonly place: string }) => {
  const words = useReviewWords()
  const { list } = useFormat()
  const lines = [...new Set(entries.flatMap(({ line }) => (line === undefined ? [] : [line])))]
  return (
    <p className="line wrap">
      {entries.some(({ asks }) => asks) ? <Glyph name="doubt" /> : null}
      <a className="link mono" href={place}>
        {path}
      </a>
      {lines.length > 0 ? <span className="quiet">{list(lines.map(words.line))}</span> : null}
    </p>
  )
}

const FileSentences = ({ file: { path, entries } }: { readonly file: FileEntries }) => (
  <div>
    <p className="mono" title={path}>
      {path}
    </p>
    <ul>
      {entries.map((entry, at) => (
        <EntryRow key={at} entry={entry} />
      ))}
    </ul>
  </div>
)

const EntryRow = ({ entry: { kind, line, reason, text, asks } }: { readonly entry: UnshownEntry }) => (
  <li className={asks ? undefined : 'quiet'}>
    <span className="mono quiet num">{line}</span>
    {asks ? <Glyph name="doubt" /> : null}
    <FindingText kind={kind} reason={reason} short={text} />
  </li>
)
