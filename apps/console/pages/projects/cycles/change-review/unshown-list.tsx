import { unshownOf } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { AlikeFindings, FindingText } from '../../../../parts/finding/finding-text.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { dot } from '../../../../parts/text/joined.tsx'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import type { Evidence } from '../review/review-files.ts'
import { firstEntries, type FileEntries } from './first-entries.ts'
import './unshown-list.css'

interface UnshownListProps {
  readonly verdict: NonNullable<Evidence['verdict']>
  /** Sentences that the reader has just above the list. */
  readonly said?: readonly string[]
  /** Whether the file that the change has is named above the list. */
  readonly isOneFile?: boolean
  /** Whether the page has the sentences of a file at their lines. */
  readonly isAtLines?: (path: string) => boolean
}

/** The list of what no test shows of a change, by file; entries that ask come first. */
export const UnshownList = ({ verdict, said, isOneFile = false, isAtLines }: UnshownListProps) => {
  const words = useChangeReviewWords()
  const { worded } = useServerWords()
  const { files, values, notProbed, count } = unshownOf(verdict, said)
  const listed = isAtLines ? files.filter(({ path }) => !isAtLines(path)) : files
  const { first, rest, restCount } = firstEntries(listed)
  const reasons = notProbed.filter((reason) => reason !== '').map(worded)
  const account = isAtLines ? null : verdict.account
  if (listed.length + values.length + notProbed.length === 0 && !account) return null
  return (
    <section className="unshown" aria-label={words.unshown}>
      {isOneFile || isAtLines ? null : (
        <h3>
          {words.unshown} {count > 0 ? <span className="quiet">{count}</span> : null}
        </h3>
      )}
      {account && account.unseen < account.parts ? <p className="quiet">{words.account(account)}</p> : null}
      {first.map((file) => (
        <FileSentences key={file.path} file={file} isNamed={!isOneFile} />
      ))}
      {rest.length > 0 ? (
        <details>
          <summary>{words.moreUnshown(restCount)}</summary>
          {rest.map((file) => (
            <FileSentences key={file.path} file={file} isNamed={!isOneFile} />
          ))}
        </details>
      ) : null}
      {values.length > 0 ? <p dir="auto">{words.untested(values.join(dot))}</p> : null}
      {notProbed.length > 0 ? <p className="quiet">{words.notProbed(reasons)}</p> : null}
    </section>
  )
}

interface FileSentencesProps {
  readonly file: FileEntries
  readonly isNamed: boolean
}

const FileSentences = ({ file: { path, entries }, isNamed }: FileSentencesProps) => (
  <div>
    {isNamed ? (
      <p className="mono" title={path}>
        {path}
      </p>
    ) : null}
    <ul>
      {entries.map((alike, at) => (
        <EntryRow key={at} alike={alike} />
      ))}
    </ul>
  </div>
)

const EntryRow = ({ alike }: { readonly alike: FileEntries['entries'][number] }) => {
  const { kind, line, reason, text, asks } = alike[0]!
  return (
    <li className={asks ? undefined : 'quiet'}>
      {alike.length > 1 || line === undefined ? null : <span className="mono quiet num">{line}</span>}
      {asks ? <Glyph name="doubt" /> : null}
      {alike.length > 1 ? <AlikeFindings found={alike} /> : <FindingText kind={kind} reason={reason} short={text} />}
    </li>
  )
}
