import { Link } from 'react-router'
import { isFact } from '../../../../../../domains/delivery/tasks/rules/account-sentence.ts'
import { FileLocation } from '../../../../parts/files/file-location.tsx'
import { FindingText } from '../../../../parts/finding/finding-text.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { paths } from '../../../../paths.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { Counts } from '../review/line-counts.tsx'
import type { Evidence, FileFinding, ReviewFile } from '../review/review-files.ts'
import { changeSize, isShownByOthers, outcomeOf } from './approve-step.ts'
import type { TaskRef } from './task-request.ts'

const filesMost = 5
const testsMost = 3
const findingsMost = 4

interface ChangeSummaryProps {
  readonly request: TaskRef
  readonly evidence: Evidence
  readonly files: readonly ReviewFile[]
  readonly findings: readonly FileFinding[]
  /** Whether the reasons above have the outcome of the review already. */
  readonly isOutcomeSaid?: boolean
}

/** The files of a change, the tests that prove it, and the findings of the review. */
export const ChangeSummary = ({ request, evidence, files, findings, isOutcomeSaid = false }: ChangeSummaryProps) => {
  const words = useChangeReviewWords()
  return (
    <div className="change-summary">
      <FileRows request={request} evidence={evidence} files={files} />
      <div>
        <Proof evidence={evidence} isOutcomeSaid={isOutcomeSaid} />
        <Findings title={words.facts} request={request} findings={findings.filter(isFact)} />
        <Findings
          title={words.findings}
          request={request}
          findings={findings.filter((one) => !isFact(one))}
          isCounted
        />
      </div>
    </div>
  )
}

const FileRows = ({ request, evidence, files }: Pick<ChangeSummaryProps, 'request' | 'evidence' | 'files'>) => {
  const words = useChangeReviewWords()
  const { cycle } = useWords()
  const { additions, deletions } = changeSize(files, evidence)
  const to = paths.review(request.projectId, request.cycleId, request.taskId)
  const more = files.length - filesMost
  return (
    <section aria-label={words.files}>
      {files.length === 1 ? null : (
        <h3>
          {cycle.files(files.length)}{' '}
          <span className="mono quiet">
            +{additions} −{deletions}
          </span>
        </h3>
      )}
      <ul>
        {files.slice(0, filesMost).map((file, at) => (
          <li key={file.name} className="line">
            <Link className="path mono" to={`${to}#file-${at}`} title={file.name}>
              <bdi>{file.name}</bdi>
            </Link>
            <Counts file={file} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="quiet">{words.moreFiles(more)}</p> : null}
    </section>
  )
}

const Proof = ({ evidence, isOutcomeSaid }: Required<Pick<ChangeSummaryProps, 'evidence' | 'isOutcomeSaid'>>) => {
  const words = useChangeReviewWords()
  const tests = evidence.verdict?.reproduced ?? []
  const more = tests.length - testsMost
  const isByOthers = outcomeOf(evidence) === 'shown' && isShownByOthers({ reproduced: tests })
  const outcome = isByOthers || isOutcomeSaid ? '' : words.outcomes[outcomeOf(evidence)]
  return (
    <>
      {outcome === '' ? null : <p className="soft">{outcome}</p>}
      {tests.length === 0 ? null : (
        <section aria-label={words.proof}>
          <h3>{words.proof}</h3>
          <ul>
            {tests.slice(0, testsMost).map(({ check, file, name, by }, at) => (
              <li key={at} className="line">
                <Glyph name="good" />
                <span dir="auto">
                  {name ?? words.checkAlone(check)} {file === undefined ? null : <FileLocation path={file} />}
                  {by === undefined ? null : <span className="quiet"> {words.whose[by]}</span>}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 ? <p className="quiet">{words.moreTests(more)}</p> : null}
        </section>
      )}
    </>
  )
}

interface FindingsProps extends Pick<ChangeSummaryProps, 'findings' | 'request'> {
  readonly title: string
  readonly isCounted?: boolean
}

const Findings = ({ title, request, findings, isCounted = false }: FindingsProps) => {
  const words = useChangeReviewWords()
  const more = findings.length - findingsMost
  if (findings.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>
        {title} {isCounted ? <span className="quiet">{findings.length}</span> : null}
      </h3>
      <ul>
        {findings.slice(0, findingsMost).map(({ kind, path, line, reason }, at) => (
          <li key={at} className="line">
            {isFact({ kind }) ? null : <Glyph name="doubt" />}
            <FindingText
              kind={kind}
              reason={reason}
              place={
                isFact({ kind }) ? null : (
                  <>
                    {' '}
                    <FileLocation path={path} line={line} />
                  </>
                )
              }
            />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Link className="link" to={paths.review(request.projectId, request.cycleId, request.taskId)}>
          {words.moreFindings(more)}
        </Link>
      ) : null}
    </section>
  )
}
