import { Link } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages, type MorePages } from '../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../format.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { More } from '../../../parts/show-more.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { paths } from '../../../paths.ts'
import { newestCycles } from '../../../shell/use-waiting-count.ts'
import { projectGlyph } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { CycleRow, ProjectRow } from '../../home/waiting-items.ts'

export const loader = () => {
  prefetchPages(listProjects)
  return prefetch(listCycles, newestCycles)
}

export default function ProjectsPage() {
  const words = useWords()
  const { rows: projects, ...rest } = usePages(listProjects)
  const cycles = useReply(listCycles, newestCycles)
  useTitle(words.projects)
  const running = projects.reduce((all, { counts }) => all + counts.activeCycles, 0)
  const withRunning = projects.filter(({ counts }) => counts.activeCycles > 0).length
  return (
    <div className="page">
      <Head
        title={words.projects}
        count={rest.more ? undefined : projects.length}
        text={[
          words.projectList.title(withRunning, running),
          ...(rest.more ? [words.home_.partly(projects.length)] : []),
        ].join(' ')}
        actions={<LinkButton to={paths.importProject}>{words.projectList.bringIn}</LinkButton>}
      />
      <div className="panel">
        {projects.length === 0 ? <NoProjects /> : <ProjectTable projects={projects} rest={rest} cycles={cycles} />}
      </div>
    </div>
  )
}

interface TableProps {
  readonly projects: readonly ProjectRow[]
  readonly cycles: readonly CycleRow[]
  readonly rest: MorePages
}

const ProjectTable = ({ projects, cycles, rest }: TableProps) => {
  const words = useWords().projectList
  const { shown, more } = useMore(projects, 0, rest)
  return (
    <>
      <table className="grid">
        <thead>
          <tr>
            <th>{words.name}</th>
            <th className="hide-m">{words.stack}</th>
            <th className="num">{words.cycles}</th>
            <th className="num hide-s">{words.revisions}</th>
            <th className="num hide-s">{words.changed}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((project) => (
            <ProjectLine
              key={project.id}
              project={project}
              cycles={cycles.filter(({ projectId }) => projectId === project.id)}
            />
          ))}
        </tbody>
      </table>
      <More onMore={more} rest={rest} />
    </>
  )
}

const ProjectLine = ({ project, cycles }: { readonly project: ProjectRow; readonly cycles: readonly CycleRow[] }) => {
  const words = useWords().projectList
  const { whole, number } = useFormat()
  const { ago } = useAges()
  const { id, name, stack, counts, updatedAt, archivedAt } = project
  return (
    <tr>
      <td className="main" title={name}>
        <Link className="line whole" to={paths.project(id)}>
          <Glyph name={archivedAt === null ? projectGlyph(cycles) : 'stopped'} />
          <b className="cut" dir="auto">
            {name}
          </b>
          {archivedAt === null ? null : <span className="tag">{words.archived}</span>}
        </Link>
      </td>
      <td className="hide-m soft stack" title={stack ?? undefined}>
        {stack}
      </td>
      <td className="num">{number(counts.cycles)}</td>
      <td className="num hide-s">{number(counts.revisions)}</td>
      <td className="num quiet hide-s" title={whole(updatedAt)}>
        {ago(updatedAt)}
      </td>
    </tr>
  )
}

const NoProjects = () => {
  const words = useWords().projectList
  return (
    <Empty title={words.none} text={words.noneText}>
      <LinkButton variant="primary" to={paths.importProject}>
        {words.bringIn}
      </LinkButton>
    </Empty>
  )
}
