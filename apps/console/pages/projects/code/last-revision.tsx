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

/** The last change of the listed files with its author and date, and the address to clone them from. */
export const LastRevisionBar = ({ projectId, commitSha }: Readonly<Record<'projectId' | 'commitSha', string>>) => {
  const { code: words } = useProjectWords()
  const { sources, copyCommit } = useRevisionWords()
  const newest = useNewestRevision(projectId, undefined)
  const revision = newest?.commitSha === commitSha ? newest : undefined
  return (
    <div className="panel rows last-revision">
      <div className="row">
        <GitCommitHorizontal className="i quiet" aria-hidden="true" />
        {revision ? (
          <Link className="t cut grow" dir="auto" to={paths.revision(projectId, revision.revisionId)}>
            {revision.cycleTitle ?? sources[revision.source]}
          </Link>
        ) : (
          <span className="grow quiet">{words.commit}</span>
        )}
        {revision?.author ? (
          <span className="m cut hide-s" dir="auto">
            {revision.author}
          </span>
        ) : null}
        <span className="mono quiet">{commitSha.slice(0, 7)}</span>
        <CopyButton text={commitSha} label={copyCommit} />
        {revision ? <Age at={revision.createdAt} className="m num age" /> : null}
      </div>
      <CloneCommand projectId={projectId} />
    </div>
  )
}
