import GitCommitHorizontal from 'lucide-react/icons/git-commit-horizontal'
import { Link } from 'react-router'
import { listProjectHistory } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { Age } from '../../../parts/text/age.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { CloneCommand } from '../revisions/clone-command.tsx'

export type LastRevision = Reply<typeof listProjectHistory>[number]

/** The newest revision of a project, if it is in this repository. */
export const useNewestRevision = (projectId: string, repositoryId: string | undefined): LastRevision | undefined => {
  const { data } = useFirstRowsLater(listProjectHistory, { params: { id: projectId }, query: { limit: 1 } })
  const newest = data?.[0]
  return repositoryId === undefined || newest?.repositoryId === repositoryId ? newest : undefined
}

/** The last change of the files that are shown, with its author and date, and the address to clone them from. */
export const LastRevisionBar = ({
  projectId,
  commitSha,
}: {
  readonly projectId: string
  readonly commitSha: string
}) => {
  const { code: words } = useProjectWords()
  const { sources, copyCommit } = useRevisionWords()
  const newest = useNewestRevision(projectId, undefined)
  const shown = newest?.commitSha === commitSha ? newest : undefined
  return (
    <div className="panel rows last-revision">
      <div className="row">
        <GitCommitHorizontal className="i quiet" aria-hidden="true" />
        {shown ? (
          <Link className="t cut grow" dir="auto" to={paths.revision(projectId, shown.revisionId)}>
            {shown.cycleTitle ?? sources[shown.source]}
          </Link>
        ) : (
          <span className="grow quiet">{words.commit}</span>
        )}
        {shown?.author ? (
          <span className="m cut hide-s" dir="auto">
            {shown.author}
          </span>
        ) : null}
        <span className="mono quiet">{commitSha.slice(0, 7)}</span>
        <CopyButton text={commitSha} label={copyCommit} />
        {shown ? <Age at={shown.createdAt} className="m num age" /> : null}
      </div>
      <CloneCommand projectId={projectId} />
    </div>
  )
}
