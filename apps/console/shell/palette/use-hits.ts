import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import Folder from 'lucide-react/icons/folder'
import GitMerge from 'lucide-react/icons/git-merge'
import ListChecks from 'lucide-react/icons/list-checks'
import MessageSquare from 'lucide-react/icons/message-square'
import { search } from '../../../../domains/delivery/search/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { call } from '../../api/client.ts'
import type { Command } from '../../parts/commands.ts'
import { paths } from '../../paths.ts'
import { useSearchWords } from '../../words/search/use-words.ts'

type Hit = Reply<typeof search>['hits'][number]

const typingMs = 150
const lettersLeast = 2
const hitsMost = 8

const icons = { project: Folder, cycle: GitMerge, task: ListChecks, message: MessageSquare }

/** What the server finds for a text, once a person has stopped typing; what was found before stays meanwhile. */
export const useHits = (text: string) => {
  const words = useSearchWords()
  const navigate = useNavigate()
  const q = text.trim().slice(0, 200)
  const isAsked = q.length >= lettersLeast
  const { data, isError, isFetching } = useQuery({
    queryKey: [search.id, q],
    queryFn: async ({ signal }) => {
      await typedOut(signal)
      return call(search, { query: { q, limit: hitsMost } })
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const found = isAsked ? data : undefined
  const commands = (found?.hits ?? []).map((hit): Command => {
    const to = pathOf(hit)
    return {
      ...{ id: `found ${hit.id}`, name: nameOf(hit), icon: icons[hit.kind], act: () => navigate(to) },
      note: `${words.noteOf[hit.kind]} · ${hit.projectName}`,
    }
  })
  return { commands, isCut: found?.isCut === true, isFailed: isAsked && isError, isAsking: isAsked && isFetching }
}

/** A query that nobody waits for any more ends before it is sent. */
const typedOut = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, typingMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

/** A message is known by what it says. */
const nameOf = ({ kind, title, snippet }: Hit) =>
  kind === 'message' ? snippet.map((part) => part.text).join('') : title

const pathOf = ({ projectId, cycleId, taskId }: Hit) => {
  if (cycleId === null) return paths.project(projectId)
  return `${paths.cycle(projectId, cycleId)}${taskId === null ? '' : `?task=${taskId}`}`
}
