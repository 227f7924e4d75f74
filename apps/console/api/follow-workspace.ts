import { Refused } from '../../../platform/client/index.ts'
import { streamEvents } from '../../../domains/record/events/contract.ts'
import { open } from './client.ts'
import { coalesce } from './coalesce.ts'
import { concernsOf, isConcerned, type Concern } from './concerns.ts'
import { connection } from './connection.ts'
import { live, type News } from './live.ts'
import { queries, tellEnd } from './queries.ts'
import { chosenWorkspace, type Me } from './workspace.ts'

let followed: { readonly name: string; readonly leaving: AbortController } | undefined

/** Follows the workspace of this tab from now on, and reads again what its events concern. A second call changes nothing. */
export const followWorkspace = (me: Me): void => {
  const workspace = chosenWorkspace(me)
  const name = workspace && `atelier ${me.id} ${workspace.id}`
  if (name === followed?.name) return
  followed?.leaving.abort()
  followed = name === undefined ? undefined : { name, leaving: new AbortController() }
  if (followed) void followAs(followed)
}

const followAs = async ({ name, leaving: { signal } }: NonNullable<typeof followed>) => {
  try {
    await live({ name, signal, tell, open: (last) => open(streamEvents, {}, last ? { 'last-event-id': last } : {}) })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    connection.isBack()
    // What else is refused, pages are refused too and say so.
    if (error.status !== 401) return
    // Somebody may sign in again on this page.
    followed = undefined
    tellEnd()
  }
}

const tell = (news: News) => {
  switch (news.is) {
    case 'lost':
      connection.isLost()
      break
    case 'back':
      connection.isBack()
      break
    case 'begun':
      void queries.invalidateQueries()
      break
    case 'event':
      for (const concern of concernsOf(news.happening)) stale(concern)
  }
}

/** Reads again what is concerned, each operation by itself: a slow answer keeps no other waiting. */
const stale = (concern: Concern) => {
  const refresher = refreshers.get(concern.operation) ?? refresherOf()
  refreshers.set(concern.operation, refresher)
  refresher(concern)
}
const refreshers = new Map<string, (concern: Concern) => void>()

const refresherOf = () => {
  let concerns: Concern[] = []
  const ask = coalesce(() => {
    const now = concerns
    concerns = []
    return queries.invalidateQueries({ predicate: ({ queryKey }) => now.some((one) => isConcerned(one, queryKey)) })
  })
  return (concern: Concern) => {
    concerns.push(concern)
    ask()
  }
}
