import type { ReactNode } from 'react'
import { NavLink, useSearchParams } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import './code.css'

/** The shown code by the address; the server chooses missing parts. */
export const useCodeLocation = () => {
  const [query, setQuery] = useSearchParams()
  const told = (name: string) => {
    const value = query.get(name)
    return value === null || value === '' ? {} : { [name]: value }
  }
  const of = { ...told('repo'), ...told('ref') } as { repo?: string; ref?: string }
  return { of, path: query.get('path') ?? '', query, setQuery }
}

/** The pages of a project's code, with the choice of the repository if there are several. */
export const CodeFrame = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => {
  const words = useProjectWords().code
  return (
    <ProjectFrame id={id}>
      <div className="filters">
        <nav className="seg code-parts" aria-label={words.parts}>
          <NavLink to={paths.code(id)} end>
            {words.files}
          </NavLink>
          <NavLink to={paths.branches(id)}>{words.branches}</NavLink>
          <NavLink to={paths.repositories(id)}>{words.repositories}</NavLink>
          <NavLink to={paths.imageBuilds(id)}>{words.imageBuilds}</NavLink>
          <NavLink to={paths.terminal(id)}>{words.terminal}</NavLink>
          <NavLink to={paths.desktop(id)}>{words.desktop}</NavLink>
        </nav>
      </div>
      {children}
    </ProjectFrame>
  )
}

/** Chooses among the repositories of a project; renders nothing for a single one. */
export const RepositoryChoice = ({ id }: { readonly id: string }) => {
  const words = useProjectWords().code
  const { repositories } = useReply(getProject, { params: { id } })
  const { query, setQuery } = useCodeLocation()
  if (repositories.length < 2) return null
  const chosen = query.get('repo') ?? repositories.find(({ primary }) => primary)?.id
  return (
    <select
      className="input pick"
      aria-label={words.repository}
      value={chosen}
      onChange={(event) => setQuery({ repo: event.target.value })}
    >
      {repositories.map((one) => (
        <option key={one.id} value={one.id}>
          {one.label ?? one.fullName ?? words.unnamed}
        </option>
      ))}
    </select>
  )
}
