import { keepPreviousData, useQuery } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import Search from 'lucide-react/icons/search'
import { useNavigate } from 'react-router'
import { search } from '../../../../domains/record/search/contract.ts'
import { call } from '../../api/client.ts'
import type { Command } from '../../parts/commands.ts'
import { hitIcons, namedIcons, pathOfHit, pathOfLink, searchTextOf, type Hit } from '../../parts/list/search-hit.ts'
import { paths } from '../../paths.ts'
import { useSearchWords } from '../../words/search/index.ts'

const typingMs = 150
const lettersLeast = 2
const hitsMost = 8

/** The server's results for a text, once a person has stopped typing; earlier results stay until then. */
export const useHits = (text: string) => {
  const words = useSearchWords()
  const navigate = useNavigate()
  const q = searchTextOf(text)
  const isLongEnough = q.length >= lettersLeast
  const { data, isError, isFetching } = useQuery({
    queryKey: [search.id, q],
    queryFn: async ({ signal }) => {
      await typedOut(signal)
      return call(search, { query: { q, limit: hitsMost } })
    },
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  const found = isLongEnough ? data : undefined
  const commands = (found?.hits ?? []).map((hit): Command => ({
    id: `found ${hit.id}`,
    name: nameOf(hit),
    icon: hitIcons[hit.kind],
    act: () => navigate(pathOfHit(hit)),
    note: joinNotes(words.noteOf[hit.kind], hit.handle, hit.projectName),
  }))
  const documents = (found?.documents ?? []).map(({ id, title, page, projectName }): Command => ({
    id: `found ${id}`,
    name: title,
    icon: FileText,
    act: () => navigate(paths.document(id)),
    note: joinNotes(words.document, page === null ? null : words.pageOf(page), projectName),
  }))
  const named = (found?.named ?? []).map(({ kind, id, name, also, link }): Command => ({
    id: `found ${kind} ${id}`,
    name,
    icon: namedIcons[kind],
    act: () => navigate(pathOfLink(link)),
    note: joinNotes(words.named[kind], also),
  }))
  commands.unshift(...named)
  commands.push(...documents)
  const isEmpty = commands.length === 0
  if (isLongEnough)
    commands.push({ id: 'all results', name: words.all(q), icon: Search, act: () => navigate(paths.search(q)) })
  return {
    commands,
    isEmpty,
    isCut: found?.isCut === true,
    isFailed: isLongEnough && isError,
    isAsking: isLongEnough && isFetching,
  }
}

const joinNotes = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ')

/** Waits until typing has stopped; a query without a waiting reader ends before it is sent. */
const typedOut = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, typingMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

/** A message is known by its text. */
const nameOf = ({ kind, title, snippet }: Hit) =>
  kind === 'message' ? snippet.map((part) => part.text).join('') : title
