import { useSearchParams } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import './code.css'

/** The repository, the branch and the path that the address names; the server chooses missing parts. */
export const useCodeLocation = () => {
  const [query, setQuery] = useSearchParams()
  return { of: codeRef(query), path: query.get('path') ?? '', query, setQuery }
}

/** The repository and the branch in the parameters of an address. */
export const codeRef = (query: URLSearchParams): { readonly repo?: string; readonly ref?: string } =>
  Object.fromEntries(['repo', 'ref'].flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])))

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
