import { Link } from 'react-router'
import { unshownOf, type UnshownList } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { FileLocation } from '../../../../parts/files/file-location.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { paths } from '../../../../paths.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { Counts } from '../review/line-counts.tsx'
import type { Evidence, FileFinding, ReviewFile } from '../review/review-files.ts'
import { changeSize, isShownByOthers, isWithoutProgram, outcomeOf } from './approve-step.ts'
import { saidOfFiles, withoutSaid, firstEntries, type FileEntries } from './first-entries.ts'
import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'
import { AlikeFindings, FindingText } from '../../../../parts/finding/finding-text.tsx'
import { quotedChange } from '../../../../parts/finding/quoted-change.ts'
import { dot } from '../../../../parts/text/joined.tsx'
import { useServerWords } from '../../../../words/server/index.ts'
import './file-rows.css'

const testsMost = 3

/** The task whose change is shown. */
export interface TaskRef {
  readonly projectId: string
  readonly cycleId: string
  readonly taskId: string
}

/** A change with all that the review found about it. */
export interface ChangeFindings extends Pick<FindingsInput, 'evidence' | 'files'> {
  readonly unshown: UnshownList | undefined
  /** The findings of each file. */
  readonly byFile: UnshownList['files']
}

interface FindingsInput {
  readonly evidence: Evidence
  readonly files: readonly ReviewFile[]
  /** Findings besides the list of unshown parts. */
  readonly findings: readonly FileFinding[]
  /** Sentences that the page has just above; undefined if the list of unshown parts is left out. */
  readonly said?: readonly string[]
  /** Whether lines of the change follow. */
  readonly areLinesBelow?: boolean
  /** Whether the change is decided, under a verdict that names the parts that only its own tests notice. */
  readonly isResult?: boolean
}

/** Findings and facts of a change, by file. */
export const findingsOfChange = (input: FindingsInput): ChangeFindings => {
  const { evidence, files, findings, said, areLinesBelow = false, isResult = false } = input
  const list = evidence.verdict && said ? unshownOf(evidence.verdict, said) : undefined
  const unshown = list && isWithoutProgram(evidence) ? { ...list, notProbed: [] } : list
  const names = files.map(({ name }) => name)
  const all = saidOfFiles(names, unshown?.files ?? [], findings)
  const change = { evidence, files, unshown }
  if (isResult && outcomeOf(evidence) === 'shown') return { ...change, byFile: withoutSaid(all, 'own') }
  return { ...change, byFile: isUnnoticed(evidence) && areLinesBelow ? withoutSaid(all, 'change') : all }
}

interface ChangeSummaryProps {
  readonly request: TaskRef
  readonly change: ChangeFindings
  /** Whether the page has the outcome of the review already. */
  readonly isOutcomeSaid?: boolean
  /** The files whose lines follow, with their findings. */
  readonly atLines?: readonly string[]
  /** Whether the change is decided, so that a file without a finding needs no row. */
  readonly isResult?: boolean
}

/** The tests that prove a change, and its files with their findings. */
export const ChangeSummary = (props: ChangeSummaryProps) => {
  const { request, change, isOutcomeSaid = false, atLines = [], isResult = false } = props
  const { evidence, files, unshown } = change
  const words = useChangeReviewWords()
  const { cycle } = useWords()
  const { additions, deletions } = changeSize(files, evidence)
  const to = paths.review(request.projectId, request.cycleId, request.taskId)
  const rows = change.byFile.filter(
    ({ path, entries }) => !atLines.includes(path) && !(isResult && entries.length === 0),
  )
  const hasUntested = unshown && unshown.values.length + unshown.notProbed.length > 0
  const nameOf = (path: string) => {
    const at = files.findIndex(({ name }) => name === path)
    if (at < 0) return <FileLocation path={path} />
    return (
      <>
        <Link className="path mono" to={`${to}#file-${at}`} title={path}>
          <bdi>{path}</bdi>
        </Link>
        <Counts file={files[at]!} />
      </>
    )
  }
  return (
    <>
      <Proof evidence={evidence} isOutcomeSaid={isOutcomeSaid} />
      {files.length === 1 && rows.length === 0 && !hasUntested ? null : (
        <section className="change-said" aria-label={words.files}>
          {files.length === 1 ? null : (
            <h3>
              {cycle.files(files.length)}{' '}
              <span className="mono quiet">
                +{additions} −{deletions}
              </span>
            </h3>
          )}
          <FileRows
            files={rows}
            nameOf={nameOf}
            isUnnoticedSaid={isUnnoticed(evidence)}
            areLinesBelow={atLines.length > 0}
          />
          {unshown ? <Untested unshown={unshown} /> : null}
        </section>
      )}
    </>
  )
}

/** True if no test notices the change. */
export const isUnnoticed = (evidence: Evidence) => outcomeOf(evidence) === 'checked'

/** The tests that prove a change, and its outcome in words. */
const Proof = ({ evidence, isOutcomeSaid }: { readonly evidence: Evidence; readonly isOutcomeSaid: boolean }) => {
  const words = useChangeReviewWords()
  const tests = evidence.verdict?.reproduced ?? []
  const more = tests.length - testsMost
  const isByOthers = outcomeOf(evidence) === 'shown' && isShownByOthers({ reproduced: tests })
  const outcome =
    isByOthers || isOutcomeSaid ? '' : words.outcomes[isWithoutProgram(evidence) ? 'noProgram' : outcomeOf(evidence)]
  return (
    <>
      {outcome === '' ? null : <p className="soft">{outcome}</p>}
      {tests.length === 0 ? null : (
        <section className="change-said" aria-label={words.proof}>
          <h3>{words.proof}</h3>
          <ul>
            {[...Map.groupBy(tests.slice(0, testsMost), ({ file }) => file)].map(([file, ofFile]) => (
              <FileRow key={file ?? ''} name={file === undefined ? null : <FileLocation path={file} />}>
                {ofFile.map(({ check, name, by }, at) => (
                  <li key={at} className="line">
                    <Glyph name="good" />
                    <span dir="auto">
                      {name ?? words.checkAlone(check)}
                      {/* The verdict names tests of the change. */}
                      {by === undefined || by === 'change' ? null : <span className="quiet"> {words.whose[by]}</span>}
                    </span>
                  </li>
                ))}
              </FileRow>
            ))}
          </ul>
          {more > 0 ? <p className="quiet">{words.moreTests(more)}</p> : null}
        </section>
      )}
    </>
  )
}

interface FileRowProps {
  readonly name: ReactNode
  /** Sentences about the file, each an item. */
  readonly children: ReactNode
}

/** A file of a change at the left, the sentences about it at the right. */
const FileRow = ({ name, children }: FileRowProps) => (
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

interface UnshownPartsProps {
  readonly verdict: NonNullable<Evidence['verdict']>
  /** Sentences that the reader has just above the list. */
  readonly said: readonly string[]
  /** Whether the page has the sentences of a file at their lines. */
  readonly isAtLines: (path: string) => boolean
}

/** The unshown parts of a change that are not at a line of the page. */
export const UnshownParts = ({ verdict, said, isAtLines }: UnshownPartsProps) => {
  const words = useChangeReviewWords()
  const unshown = unshownOf(verdict, said)
  const files = unshown.files.filter(({ path }) => !isAtLines(path))
  if (files.length + unshown.values.length + unshown.notProbed.length === 0) return null
  return (
    <section className="change-said" aria-label={words.unshown}>
      <FileRows files={files} nameOf={(path) => <FileLocation path={path} />} />
      <Untested unshown={unshown} />
    </section>
  )
}

/** Unshown parts without a file: values of the request that no test has, and probes that did not run. */
const Untested = ({ unshown: { values, notProbed } }: { readonly unshown: UnshownList }) => {
  const words = useChangeReviewWords()
  const { worded } = useServerWords()
  const reasons = notProbed.filter((reason) => reason !== '').map(worded)
  return (
    <>
      {values.length > 0 ? <p dir="auto">{words.untested(values.join(dot))}</p> : null}
      {notProbed.length > 0 ? <p className="quiet">{words.notProbed(reasons)}</p> : null}
    </>
  )
}
