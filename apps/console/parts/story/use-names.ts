import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { listNames } from '../../../../domains/record/names/contract.ts'
import { namesMost } from '../../../../domains/record/names/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { call } from '../../api/client.ts'
import { cachedAs } from '../../api/stale.ts'
import type { NamedThing } from './things.ts'

type Names = Reply<typeof listNames>
export type TraceActor = Names['actors'][number]

const batchSize = namesMost
const staleMs = 60_000

interface NameQuery<Found> {
  readonly id: string
  readonly resolve: (found: Found | null) => void
  readonly reject: (error: unknown) => void
}

/** Looks up all ids from the same moment in a call, or in a call for each `batchSize` ids. */
const batched = <Found>(parameter: 'ids' | 'traceIds', foundIn: (names: Names, id: string) => Found | undefined) => {
  let waiting: NameQuery<Found>[] = []
  const send = () => {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += batchSize) void answer(all.slice(at, at + batchSize))
  }
  const answer = async (asked: readonly NameQuery<Found>[]) => {
    try {
      const names = await call(listNames, { query: { [parameter]: asked.map(({ id }) => id).join(',') } })
      for (const { id, resolve } of asked) resolve(foundIn(names, id) ?? null)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  return (id: string) =>
    new Promise<Found | null>((resolve, reject) => {
      if (waiting.length === 0) setTimeout(send)
      waiting.push({ id, resolve, reject })
    })
}

const thingOf = batched<NamedThing>('ids', ({ names }, id) => names.find((one) => one.id === id))
const actorOf = batched<TraceActor>('traceIds', ({ actors }, id) => actors.find(({ traceId }) => traceId === id))

const unique = (ids: readonly (string | null | undefined)[]) => [...new Set(ids.filter((id) => id != null))]

const thingQuery = (id: string) => ({ ...cachedAs(listNames, { id }), queryFn: () => thingOf(id), staleTime: staleMs })
const actorQuery = (traceId: string) => ({
  ...cachedAs(listNames, { traceId }),
  queryFn: () => actorOf(traceId),
  staleTime: staleMs,
})

/** The names of things by id: undefined until it is known, null for a missing thing. */
export const useThings = (ids: readonly (string | null | undefined)[]): ReadonlyMap<string, NamedThing | null> => {
  const asked = unique(ids)
  return useQueries({
    queries: asked.map(thingQuery),
    combine: (found) => new Map(found.flatMap(({ data }, at) => (data === undefined ? [] : [[asked[at]!, data]]))),
  })
}

/** The beginner of each trace: undefined until it is known, null if it was no person. */
export const useTraceActors = (ids: readonly (string | null)[]): ReadonlyMap<string, TraceActor | null> => {
  const asked = unique(ids)
  return useQueries({
    queries: asked.map(actorQuery),
    combine: (found) => new Map(found.flatMap(({ data }, at) => (data === undefined ? [] : [[asked[at]!, data]]))),
  })
}

/** Whether the names of the first rows were looked up; rows that are drawn before would move when they arrive. */
export const useAreNamed = (ids: readonly (string | null | undefined)[], traceIds: readonly (string | null)[] = []) => {
  const [wereNamed, setNamed] = useState(false)
  const asked = [...unique(ids).map(thingQuery), ...unique(traceIds).map(actorQuery)]
  const areNamed = useQueries({ queries: asked, combine: (found) => found.every(({ isPending }) => !isPending) })
  if (areNamed && asked.length > 0 && !wereNamed) setNamed(true)
  return areNamed || wereNamed
}
