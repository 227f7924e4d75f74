import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { Top, useTitle } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/use-words.ts'

/** The top and the tabs of a project's pages. */
export const ProjectFrame = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => {
  const words = useWords()
  const { project, canSteer } = useReply(getProject, { params: { id } })
  useTitle(project.name)
  const isOpen = canSteer && project.archivedAt === null
  return (
    <>
      <Top
        crumbs={[{ name: words.projects, to: paths.projects }, { name: project.name }]}
        actions={
          isOpen ? (
            <Link className="btn s" to={paths.newCycle(id)}>
              <Plus className="i" aria-hidden="true" />
              {words.home_.newCycle}
            </Link>
          ) : undefined
        }
      />
      <nav className="tabs" aria-label={words.project.tabs}>
        <NavLink to={paths.project(id)} end>
          {words.project.overview}
        </NavLink>
        <NavLink to={paths.cycles(id)}>{words.project.cycles}</NavLink>
      </nav>
      <div className="page">{children}</div>
    </>
  )
}
