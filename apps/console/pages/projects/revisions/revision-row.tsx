import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Link } from 'react-router'
import type { listProjectHistory } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/age.tsx'
import { LinkButton } from '../../../parts/button.tsx'
import { Seal } from '../../../parts/seal.tsx'
import { paths } from '../../../paths.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { DownloadRevision } from './download-revision.tsx'

export type Revision = Reply<typeof listProjectHistory>[number]

interface RevisionRowProps {
  readonly project: { readonly id: string; readonly name: string }
  readonly revision: Revision
  readonly newest: Revision
  readonly canGoBack: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
}

export const RevisionRow = ({ project, revision, newest, canGoBack, isSelected, onSelect }: RevisionRowProps) => {
  const words = useRevisionWords()
  const { number } = useFormat()
  const { revisionId, generation, cycleTitle, author, source, manifestSha256, createdAt } = revision
  const isNewest = revisionId === newest.revisionId
  const title = cycleTitle ?? words.sources[source]
  const facts = [words.number(number(generation)), ...(author === null ? [] : [author])].join(' · ')
  return (
    <li className={isSelected ? 'row revision-row on' : 'row revision-row'}>
      <input type="checkbox" checked={isSelected} aria-label={words.select(number(generation))} onChange={onSelect} />
      <Link className="open" to={paths.revision(project.id, revisionId)}>
        <span className="t cut" dir="auto" title={title}>
          {title}
        </span>
        <span className="m cut" dir="auto">
          {facts}
          <span className="only-s">
            {' · '}
            <Age at={createdAt} />
          </span>
        </span>
      </Link>
      {isNewest ? <span className="tag hide-s">{words.newest}</span> : null}
      <LinesChanged revision={revision} />
      <Seal sha256={manifestSha256} />
      <Age at={createdAt} className="m num age hide-s" />
      <span className="revision-acts">
        {isNewest || !canGoBack || revision.repositoryId !== newest.repositoryId ? null : (
          <LinkButton
            variant="plain"
            size="small"
            icon={RotateCcw}
            aria-label={`${words.goBack}: ${words.number(number(generation))}`}
            to={paths.revision(project.id, revisionId, newest.revisionId)}
          >
            {words.goBackShort}
          </LinkButton>
        )}
        <DownloadRevision project={project} revision={revision} />
      </span>
    </li>
  )
}

const LinesChanged = ({ revision: { additions, deletions } }: { readonly revision: Revision }) => {
  const { number } = useFormat()
  return (
    <span className="m mono num lines-changed">
      {additions === null ? '' : `+${number(additions)} −${number(deletions ?? 0)}`}
    </span>
  )
}
