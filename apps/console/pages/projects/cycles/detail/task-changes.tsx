import { useMemo } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '../../../../parts/forms/button.tsx'
import { paths } from '../../../../paths.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { Counts } from '../review/line-counts.tsx'
import { reviewFilesOf, type Evidence } from '../review/review-files.ts'
import { EvidenceFrame } from './evidence-frame.tsx'
import { isMerged, type Task } from './cycle-tasks.ts'

/** The files that a task changed; their lines are read in its review. */
export const TaskChanges = ({ task }: { readonly task: Task }) => (
  <EvidenceFrame task={task}>{(evidence) => <Files task={task} evidence={evidence} />}</EvidenceFrame>
)

const filesMost = 200

const Files = ({ task, evidence }: { readonly task: Task; readonly evidence: Evidence }) => {
  const words = useWords()
  const review = useReviewWords()
  const files = useMemo(() => reviewFilesOf(evidence), [evidence])
  const { filesTruncated, archive } = evidence
  const isCut = filesTruncated || archive?.truncated === true || files.length > filesMost
  const to = paths.review(task.projectId, task.cycleId, task.id)
  return (
    <div className="changes">
      <div className="pad line wrap">
        <span className="quiet">
          {words.cycle.files(files.length)}
          {archive ? `\u00a0· ${words.cycle.whole}` : ''}
          {isCut ? `\u00a0· ${words.cycle.tooMany}` : ''}
        </span>
        <span className="grow" />
        <LinkButton size="small" to={to}>
          {isMerged(task) ? review.see : review.open}
        </LinkButton>
      </div>
      <ul className="rows">
        {files.slice(0, filesMost).map((file, at) => (
          <li key={file.name}>
            <Link className="row" to={`${to}#file-${at}`}>
              <span className="path mono" title={file.name}>
                <bdi>{file.name}</bdi>
              </span>
              <span className="grow" />
              <Counts file={file} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
