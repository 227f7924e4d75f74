import { keepPreviousData } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { search } from '../../../../domains/record/search/contract.ts'
import { folded, hitsMost, searchedKinds, snippetOf } from '../../../../domains/record/search/rules.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { prefetchPages, useLateRows } from '../../api/use-pages.ts'
import { LinkButton } from '../../parts/forms/button.tsx'
import { EmptyPanel } from '../../parts/feedback/empty.tsx'
import { searchTextOf } from '../../parts/list/search-hit.ts'
import { Head, useTitle } from '../../parts/page.tsx'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { useChoice } from '../../parts/forms/segments.tsx'
import { paths, withParam } from '../../paths.ts'
import { matching } from '../../shell/palette/match-text.ts'
import { usePlaces } from '../../shell/palette/use-commands.ts'
import { useSearchWords } from '../../words/search/index.ts'
import { DocumentRow, HitRow, NamedHitRow } from './search-hit-row.tsx'
import { serverNames, type NamedRow } from './named-rows.ts'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { NamedOptions, Options } from '../../parts/forms/options.tsx'
import './search.css'

export const loader = () => prefetchPages(listProjects)

/** Where a person is, and the field that they got there by. */
interface SearchLocation {
  readonly key: string
  readonly state: { readonly field?: string } | null
}

/** The server's results for a text, which is in the address with its filters. */
export default function SearchPage() {
  const { key, state } = useLocation() as SearchLocation
  const words = useSearchWords().page
  const [query] = useSearchParams()
  const q = searchTextOf(query.get('q') ?? '')
  const kind = useChoice('kind', ['all', 'page', ...searchedKinds])
  const projectId = query.get('project') ?? ''
  const isFiltered = kind !== 'all' || projectId !== ''
  const places = usePlaceRows(q)
  // The server knows no pages of the console.
  const ofServer = kind === 'all' || kind === 'page' ? {} : { kind }
  const { data, error, refetch, isPlaceholderData } = useLateReply(
    search,
    { query: { q, ...ofServer, ...(projectId !== '' && { projectId }), limit: hitsMost } },
    { enabled: q !== '' && kind !== 'page', placeholderData: keepPreviousData },
  )
  const found = q === '' || error ? undefined : kind === 'page' ? noneFound : data
  const named = [...serverNames(found), ...(kind === 'page' || !isFiltered ? places : [])]
  const count = found === undefined ? 0 : found.hits.length + found.documents.length + named.length
  const title = found && count > 0 ? words.count(count, found.isCut) : words.title
  useTitle(...(q === '' ? [] : [q]), words.title)
  // Typing continues in the present field; a visitor from elsewhere gets one with the text of the address.
  const field = state?.field ?? key
  return (
    <div className="page">
      <Head title={title} {...(found?.isCut && { text: words.best })} />
      <Filters key={field} field={field} q={q} />
      <Refusal error={error} onRetry={() => void refetch()} />
      <div role="status" className="sr">
        {found ? words.count(count, found.isCut) : ''}
      </div>
      {q === '' ? <EmptyPanel title={words.begin} text={words.beginText} /> : null}
      {found && count === 0 ? (
        <EmptyPanel title={words.none(q)} text={isFiltered ? words.noneHere : words.noneText(wordsOf(q).length)}>
          {isFiltered ? (
            <LinkButton to={paths.search(q)} replace>
              {words.everywhere}
            </LinkButton>
          ) : null}
        </EmptyPanel>
      ) : null}
      {found && count > 0 ? (
        <ul className={isPlaceholderData ? 'panel rows found stale' : 'panel rows found'}>
          {named.map((row) => (
            <NamedHitRow key={`${row.kind} ${row.id}`} row={row} parts={snippetOf(row.name, wordsOf(q))} />
          ))}
          {found.hits.map((hit) => (
            <HitRow key={hit.id} hit={hit} title={snippetOf(hit.title, wordsOf(q))} />
          ))}
          {found.documents.map((document) => (
            <DocumentRow key={document.id} document={document} title={snippetOf(document.title, wordsOf(q))} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const noneFound = { hits: [], documents: [], named: [], isCut: false }
const placesMost = 20

/** The pages of the console and the settings that a text names. */
const usePlaceRows = (q: string): readonly NamedRow[] => {
  const places = usePlaces()
  if (q === '') return []
  return matching(places, q)
    .slice(0, placesMost)
    .map(({ id, name, note }) => ({ id, kind: 'page', name, also: note ?? '', to: id }))
}

const wordsOf = (q: string) => (q.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).map(folded)

/** After so long without a key, a person has stopped typing. */
const typingMs = 150
const kinds = ['all', 'page', ...searchedKinds] as const

interface FiltersProps {
  /** Names this field in the history, so that typing in it does not begin another entry. */
  readonly field: string
  readonly q: string
}

/** The words and places of the search: all of it in the address. */
const Filters = ({ field, q }: FiltersProps) => {
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
