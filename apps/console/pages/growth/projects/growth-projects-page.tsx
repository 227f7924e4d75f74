import { Link } from 'react-router'
import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { listGrowthProjects } from '../../../../../domains/growth/research/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Empty } from '../../../parts/empty.tsx'
import { FilteredRows } from '../../../parts/filtered-rows.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useNearViewport } from '../../../parts/use-near-viewport.ts'
import { useOpener } from '../../../parts/use-opener.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { NewGrowthProjectSection } from './new-growth-project-section.tsx'

export const loader = () => prefetchPages(listGrowthProjects)

/** Growth projects, newest first. */
export default function GrowthProjectsPage() {
  const words = useGrowthProjectWords()
  const { rows, ...rest } = usePages(listGrowthProjects)
  const { isOpen, opener } = useOpener(words.create, rows.length === 0)
  useTitle(words.title)
  return (
    <GrowthFrame>
      <Head title={words.title} count={rest.total} text={words.text} actions={rows.length > 0 ? opener : undefined} />
      {isOpen && rows.length > 0 ? <NewGrowthProjectSection /> : null}
      {rows.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText} />
        </div>
      ) : (
        <FilteredRows
          rows={rows.toSorted((a, b) => Number(a.archivedAt !== null) - Number(b.archivedAt !== null))}
          rest={rest}
          textOf={({ name, websiteUrl }) => `${name} ${websiteUrl}`}
          label={words.filter}
        >
          {(row) => <ProjectRow key={row.id} project={row} />}
        </FilteredRows>
      )}
      {rows.length === 0 ? <NewGrowthProjectSection /> : null}
    </GrowthFrame>
  )
}

type Project = Reply<typeof listGrowthProjects>[number]

/** A project with its website, whether that was read, and its plays. */
const ProjectRow = ({ project: { id, name, websiteUrl, createdAt, archivedAt } }: { readonly project: Project }) => {
  const words = useGrowthProjectWords()
  const { day } = useFormat()
  const { box, wasNear } = useNearViewport<HTMLLIElement>()
  const { data } = useLateReply(getGrowthProject, { params: { projectId: id } }, { enabled: wasNear })
  const run = data?.lastRun
  const count = (status: string) => data?.plays.filter((play) => play.status === status).length ?? 0
  return (
    <li ref={box} className="row person">
      <div className="who">
        <Link className="cut" dir="auto" to={paths.growthProject(id)}>
          <b>{name}</b>
        </Link>
        <span className="quiet cut">
          {[websiteUrl, day(createdAt), ...(archivedAt === null ? [] : [words.archived])].join(' · ')}
        </span>
      </div>
      <span className="m">
        {data === undefined ? '\u00a0' : words.playsOf(data.plays.length - count('archived'), count('active'))}
        {run?.status === 'failed' ? ` · ${words.notRead}` : ''}
      </span>
    </li>
  )
}
