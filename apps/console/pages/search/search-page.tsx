import { keepPreviousData } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { search } from '../../../../domains/record/search/contract.ts'
import { folded, soughtKinds, hitsMost, snippetOf } from '../../../../domains/record/search/rules.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { prefetchPages } from '../../api/use-pages.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { searchTextOf } from '../../parts/search-hit.ts'
import { Head, useTitle } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChoice } from '../../parts/segments.tsx'
import { paths, settingsPages } from '../../paths.ts'
import { useSearchWords } from '../../words/search/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { Filters } from './search-filters.tsx'
import { DocumentRow, HitRow, NamedHitRow } from './search-hit-row.tsx'
import { namedRows, serverNames, type NamedRow } from './named-rows.ts'
import './search.css'

export const loader = () => prefetchPages(listProjects)

/** The query in the address. */
const useAsked = () => {
  const [query] = useSearchParams()
  const q = searchTextOf(query.get('q') ?? '')
  const kind = useChoice('kind', ['all', ...soughtKinds])
  const projectId = query.get('project') ?? ''
  return { q, ...(kind !== 'all' && { kind }), ...(projectId !== '' && { projectId }) }
}

/** Where a person is, and the field that they got there by. */
interface SearchLocation {
  readonly key: string
  readonly state: { readonly field?: string } | null
}

/** The server's results for a text, which is in the address with its filters. */
export default function SearchPage() {
  const { key, state } = useLocation() as SearchLocation
  const words = useSearchWords().page
  const asked = useAsked()
  const { q } = asked
  const isFiltered = Object.keys(asked).length > 1
  const { data, error, refetch, isPlaceholderData } = useLateReply(
    search,
    { query: { ...asked, limit: hitsMost } },
    { enabled: q !== '', placeholderData: keepPreviousData },
  )
  const found = q === '' || error ? undefined : data
  const settings = useSettingsRows()
  const named = [...serverNames(found), ...(isFiltered ? [] : namedRows(settings, q))]
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
      {q === '' ? <Empty title={words.begin} text={words.beginText} /> : null}
      {found && count === 0 ? <Nothing q={q} isFiltered={isFiltered} /> : null}
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

const useSettingsRows = () => {
  const { settingsPages: names } = useWords()
  return settingsPages.map((page): NamedRow => ({
    id: page,
    kind: 'settings',
    name: names[page],
    also: '',
    to: paths.settingsOf(page),
  }))
}

const wordsOf = (q: string) => (q.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).map(folded)

const Nothing = ({ q, isFiltered }: { readonly q: string; readonly isFiltered: boolean }) => {
  const words = useSearchWords().page
  return (
    <Empty title={words.none(q)} text={isFiltered ? words.noneHere : words.noneText}>
      {isFiltered ? (
        <LinkButton to={paths.search(q)} replace>
          {words.everywhere}
        </LinkButton>
      ) : null}
    </Empty>
  )
}
