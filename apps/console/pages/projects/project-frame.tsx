import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { LinkButton } from '../../parts/forms/button.tsx'
import { usePageCommands } from '../../parts/commands.ts'
import { Top, useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useProjectWords } from '../../words/project/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { projectPlaces, projectTabs, type ProjectPlace } from '../../shell/project-places.ts'
import './project.css'

/** The frame of a project's pages: the top, the tabs of its places, and links to the pages of the open place. */
export const ProjectFrame = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => {
  const words = useWords()
  const { project, canSteer } = useReply(getProject, { params: { id } })
  useTitle(project.name)
  const isOpen = canSteer && project.archivedAt === null
  const { pathname } = useLocation()
  const place = projectPlaces.findLast((pages) => pages.some(({ to }) => isWithin(to(id), pathname)))!
  return (
    <>
      <Top
        crumbs={[
          { name: words.projects, to: paths.projects },
          { name: project.name, to: paths.project(id) },
        ]}
        actions={
          isOpen ? (
            <LinkButton size="small" icon={Plus} to={paths.newCycle(id)}>
              {words.home_.newCycle}
            </LinkButton>
          ) : undefined
        }
      />
      <ProjectTabs id={id} open={place} />
      <div className="page">
        <PagesOfPlace id={id} place={place} />
        {children}
      </div>
    </>
  )
}

const isWithin = (address: string, pathname: string) => `${pathname}/`.startsWith(`${address}/`)

const ProjectTabs = ({ id, open }: { readonly id: string; readonly open: ProjectPlace }) => {
  const words = useProjectWords()
  const navigate = useNavigate()
  usePageCommands(
    projectTabs.map(({ name, to, icon }) => ({
      id: `tab ${name}`,
      name: words.goTo(words.tabs[name]),
      icon,
      act: () => navigate(to(id)),
    })),
  )
  return (
    <Tabs label={words.overview.tabs}>
      {projectPlaces.map((place) => (
        <Link key={place[0].name} to={place[0].to(id)} aria-current={place === open ? 'page' : undefined}>
          {words.tabs[place[0].name]}
        </Link>
      ))}
    </Tabs>
  )
}

/** Links to the pages of a place with three or more; of two pages, the first has a link to the second. */
const PagesOfPlace = ({ id, place }: { readonly id: string; readonly place: ProjectPlace }) => {
  const { tabs } = useProjectWords()
  const { pathname } = useLocation()
  if (place.length < 3) return null
  const [first] = place
  const open = place.findLast(({ to }) => isWithin(to(id), pathname))
  return (
    <div className="filters">
      <nav className="seg project-parts" aria-label={tabs[first.name]}>
        {place.map((page) => (
          <Link key={page.name} to={page.to(id)} aria-current={page === open ? 'page' : undefined}>
            {tabs[page.within ?? page.name]}
          </Link>
        ))}
      </nav>
    </div>
  )
}
