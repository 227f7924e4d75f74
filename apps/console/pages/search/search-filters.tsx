import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useSearchParams } from 'react-router'
import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { searchedKinds } from '../../../../domains/record/search/rules.ts'
import { NamedOptions, Options } from '../../parts/forms/options.tsx'
import { useLateRows } from '../../api/use-pages.ts'
import { useChoice } from '../../parts/forms/segments.tsx'
import { withParam } from '../../paths.ts'
import { useSearchWords } from '../../words/search/index.ts'

/** After so long without a key, a person has stopped typing. */
const typingMs = 150
const kinds = ['all', 'page', ...searchedKinds] as const

interface FiltersProps {
  /** Names this field in the history, so that typing in it does not begin another entry. */
  readonly field: string
  readonly q: string
}

/** The words and places of the search: all of it in the address. */
export const Filters = ({ field, q }: FiltersProps) => {
  const words = useSearchWords().page
  const [query, setQuery] = useSearchParams()
  const [text, setText] = useState(q)
  const kind = useChoice('kind', kinds)
  const { data: projects = [], cutAt } = useLateRows(listProjects, 5_000)
  const set = (name: string, value: string) =>
    setQuery(withParam(query, name, value).search, { replace: true, state: { field } })
  const settled = useRef(set)
  useEffect(() => {
    settled.current = set
  })
  // The address follows once a person has stopped typing.
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => settled.current('q', text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text, q])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    set('q', text.trim())
  }
  return (
    <form className="filters search-filters" role="search" onSubmit={submit}>
      <input
        type="search"
        className="input"
        aria-label={words.label}
        placeholder={words.label}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <select
        className="input"
        aria-label={words.kind}
        value={kind}
        onChange={({ target }) => set('kind', target.value === 'all' ? '' : target.value)}
      >
        <Options of={kinds} names={words.kinds} />
      </select>
      <select
        className="input"
        aria-label={words.project}
        value={query.get('project') ?? ''}
        onChange={({ target }) => set('project', target.value)}
      >
        <option value="">{words.anyProject}</option>
        <NamedOptions of={projects} cutAt={cutAt} />
      </select>
    </form>
  )
}
