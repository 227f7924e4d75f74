import { useState } from 'react'
import { useParams, useSearchParams, type LoaderFunctionArgs, Link } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectHistory } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Head } from '../../../parts/page.tsx'
import { paths, withParam } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { CloneCommand } from './clone-command.tsx'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Age } from '../../../parts/text/age.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { DownloadRevision } from './download-revision.tsx'
import { toggleSelected, selectedIn } from './selected-revisions.ts'
import './revisions.css'

const historyOf = (id: string) => ({ params: { id } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  return prefetchPages(listProjectHistory, historyOf(id))
}

export default function RevisionsPage() {
  const id = useParams().projectId!
  const words = useRevisionWords()
  const { number } = useFormat()
  const { home_, cycles } = useWords()
  const { overview } = useProjectWords()
  const { project, canSteer } = useReply(getProject, { params: { id } })
  const { rows, ...rest } = usePages(listProjectHistory, historyOf(id))
  const { selected, toggle, clear } = useSelected()
  const newest = rows[0]
  const pair = rows.filter(({ generation }) => selected.includes(generation))
  return (
    <ProjectFrame id={id}>
      <Head title={words.title} count={newest?.generation} text={rows.length > 1 ? words.about : undefined} />
      {rows.length > 1 ? <CompareBar id={id} pair={pair} onClear={clear} /> : null}
      <ListPage
        rows={rows}
        rest={rest}
        textOf={({ cycleTitle, author, source, generation, manifestSha256 }) =>
          [cycleTitle ?? words.sources[source], author, words.number(number(generation)), manifestSha256].join(' ')
        }
        label={words.filter}
        head={() => (
          <li className="row revision-row row-heads hide-s" aria-hidden="true">
            <span />
            <span>{words.revision}</span>
            <span>{cycles.heads.author}</span>
            <span className="num">{words.changedFiles}</span>
            <span className="age">{overview.when}</span>
          </li>
        )}
        none={
          <Empty title={words.none} text={words.noneText}>
            {project.archivedAt === null && canSteer ? (
              <LinkButton variant="primary" to={paths.newCycle(id)}>
                {home_.newCycle}
              </LinkButton>
            ) : null}
          </Empty>
        }
      >
        {(revision) => (
          <RevisionRow
            key={revision.revisionId}
            project={project}
            revision={revision}
            newest={newest!}
            canGoBack={project.archivedAt === null}
            isSelected={selected.includes(revision.generation)}
            onSelect={() => toggle(revision.generation)}
          />
        )}
      </ListPage>
      {newest ? (
        <div className="panel rows clone-panel">
          <CloneCommand projectId={id} />
        </div>
      ) : null}
    </ProjectFrame>
  )
}

/** The revisions that the address selects for comparison. */
const useSelected = () => {
  const [query, setQuery] = useSearchParams()
  // The address changes a little later, and a checkbox that waited for it would flicker.
  const [selected, setSelected] = useState(() => selectedIn(query.get('with')))
  const select = (next: readonly number[]) => {
    setSelected(next)
    setQuery(withParam(query, 'with', next.join(',')).search, { replace: true, preventScrollReset: true })
  }
  return {
    selected,
    toggle: (generation: number) => select(toggleSelected(selected, generation)),
    clear: () => select([]),
  }
}

interface CompareBarProps {
  readonly id: string
  /** The newer revision first; one or both are missing until they are selected. */
  readonly pair: readonly Revision[]
  readonly onClear: () => void
}

const CompareBar = ({ id, pair: [newer, older], onClear }: CompareBarProps) => {
  const words = useRevisionWords()
  const { number } = useFormat()
  return (
    <div className="line wrap compare-bar">
      {newer && older ? (
        <LinkButton variant="primary" to={paths.revision(id, newer.revisionId, older.revisionId)}>
          {words.compare(number(older.generation), number(newer.generation))}
        </LinkButton>
      ) : (
        <>
          <Button disabled>{words.compareTwo}</Button>
          <span className="soft">{newer ? words.chooseAnother : words.compareNone}</span>
        </>
      )}
      {newer ? (
        <Button variant="plain" onClick={onClear}>
          {words.clear}
        </Button>
      ) : null}
    </div>
  )
}

type Revision = Reply<typeof listProjectHistory>[number]

interface RevisionRowProps {
  readonly project: { readonly id: string; readonly name: string }
  readonly revision: Revision
  readonly newest: Revision
  readonly canGoBack: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
}

/** A revision: its change, author, lines and age, and its actions. */
const RevisionRow = ({ project, revision, newest, canGoBack, isSelected, onSelect }: RevisionRowProps) => {
  const words = useRevisionWords()
  const { number } = useFormat()
  const { revisionId, generation, cycleTitle, author, source, createdAt, additions, deletions } = revision
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
        {revisionId === newest.revisionId || !canGoBack || revision.repositoryId !== newest.repositoryId ? null : (
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
