import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Link } from 'react-router'
import type { listProjectHistory } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Age } from '../../../parts/text/age.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { paths } from '../../../paths.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { DownloadRevision } from './download-revision.tsx'
import './revisions.css'

export type Revision = Reply<typeof listProjectHistory>[number]

interface RevisionRowProps {
  readonly project: { readonly id: string; readonly name: string }
  readonly revision: Revision
  readonly newest: Revision
  readonly canGoBack: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
}

/** A revision: its change, author, lines and age, and its actions. */
export const RevisionRow = ({ project, revision, newest, canGoBack, isSelected, onSelect }: RevisionRowProps) => {
  const words = useRevisionWords()
  const { number } = useFormat()
  const { revisionId, generation, cycleTitle, author, source, createdAt, additions, deletions } = revision
  const isNewest = revisionId === newest.revisionId
  const title = cycleTitle ?? words.sources[source]
  return (
    <li className={isSelected ? 'row revision-row on' : 'row revision-row'}>
      <input type="checkbox" checked={isSelected} aria-label={words.select(number(generation))} onChange={onSelect} />
      <Link className="open" to={paths.revision(project.id, revisionId)}>
        <span className="t cut" dir="auto" title={title}>
          {title}
        </span>
        <span className="m cut" dir="auto">
          {words.number(number(generation))}
          <span className="only-s">
            {dot}
            <Age at={createdAt} />
          </span>
        </span>
      </Link>
      <span className="m cut hide-s" dir="auto">
        {author}
      </span>
      <span className="m mono num lines-changed">
        {additions === null ? '' : `+${number(additions)} −${number(deletions ?? 0)}`}
      </span>
      <Age at={createdAt} className="m num age hide-s" />
      <span className="revision-acts">
        {isNewest || !canGoBack || revision.repositoryId !== newest.repositoryId ? null : (
          <LinkButton
            variant="plain"
            size="small"
            icon={RotateCcw}
            aria-label={words.goBackTo(number(generation))}
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
