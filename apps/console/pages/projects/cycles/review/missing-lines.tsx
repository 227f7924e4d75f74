import { useState } from 'react'
import { getProjectChangeFile } from '../../../../../../domains/delivery/repository-reads/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { askedFile } from '../../../../parts/forms/asked-file.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useReviewWords } from '../../../../words/review/index.ts'
import { filesIn, type DiffLine } from './parse-patch.ts'
import type { ReviewFile } from './review-files.ts'

export interface ReviewedChange {
  readonly projectId: string
  readonly repositoryId: string | null
  readonly branch: string
  readonly baseSha: string
  readonly headSha: string
}

interface MissingLinesProps {
  readonly file: ReviewFile
  readonly change: ReviewedChange
  readonly children: (lines: readonly DiffLine[]) => React.ReactNode
}

/** Reads on demand the change of a file that the evidence had no room for. */
export const MissingLines = ({ file, change, children }: MissingLinesProps) => {
  const words = useReviewWords()
  const [isRequested, setRequested] = useState(false)
  const { projectId, repositoryId, branch, baseSha } = change
  const query = { ...askedFile(file), ref: branch, since: baseSha, ...(repositoryId && { repo: repositoryId }) }
  const { data, error, isFetching } = useLateReply(
    getProjectChangeFile,
    { params: { id: projectId }, query },
    { enabled: isRequested },
  )
  const patch = data?.patch
  if (patch !== undefined && patch !== null) return children(filesIn(patch)[0]?.lines ?? [])
  if (data || (file.path === undefined && file.pathBase64 === undefined))
    return <Elsewhere file={file} change={change} />
  return (
    <div className="pad stack">
      <Refusal error={error} />
      <p className="soft">{words.notRead}</p>
      <Button size="small" disabled={isFetching} onClick={() => setRequested(true)}>
        {isFetching ? words.reading : words.readIt}
      </Button>
    </div>
  )
}

/** The git command that shows a change which this page cannot show: it cannot be downloaded here before the merge. */
const Elsewhere = ({ file: { path }, change }: Pick<MissingLinesProps, 'file' | 'change'>) => {
  const words = useReviewWords()
  const { repositoryId, baseSha, headSha } = change
  const pathArgument = path === undefined ? '' : ` -- ${quoted(path)}`
  return (
    <div className="pad stack soft">
      <p>{path === undefined ? words.noName : words.tooLong}</p>
      {/* The command pulls the repository of the project itself. */}
      <p>{repositoryId === null ? words.wholeMerged : words.wholeOnServer}</p>
      <code className="command mono">{`git diff ${baseSha} ${headSha}${pathArgument}`}</code>
    </div>
  )
}

/** Quotes a name for a shell. */
const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`
