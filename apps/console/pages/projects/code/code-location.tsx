import { useSearchParams } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useProjectWords } from '../../../words/project/index.ts'
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
