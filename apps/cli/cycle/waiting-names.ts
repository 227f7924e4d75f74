import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import type { Client } from '../client/client.ts'
import { shortId } from '../ids.ts'
import type { TypedNames } from './request.ts'

interface WaitingRef {
  readonly id: string
  readonly cycleId: string
}

const cyclesMost = 5_000

/**
 * The names of waiting requests: the handle of the cycle, such as HAR-12, if nothing else waits in that cycle, else the
 * short id. A cycle that is not among the newest has its short id too.
 */
export const namesOfWaiting = async (client: Client, waiting: readonly WaitingRef[]) => {
  const handles = waiting.length === 0 ? new Map<string, string>() : await handlesOf(client, waiting)
  const counts = Map.groupBy(waiting, ({ cycleId }) => cycleId)
  return ({ id, cycleId }: WaitingRef): TypedNames => {
    const handle = handles.get(cycleId)
    const isAlone = counts.get(cycleId)?.length === 1
    return { thing: handle !== undefined && isAlone ? handle : shortId(id), cycle: handle ?? shortId(cycleId) }
  }
}

const handlesOf = async (client: Client, waiting: readonly WaitingRef[]) => {
  const wanted = new Set(waiting.map(({ cycleId }) => cycleId))
  const found = new Map<string, string>()
  let seen = 0
  for await (const { id, handle } of client.every(cycles.listCycles, {})) {
    if (wanted.has(id)) found.set(id, handle)
    seen += 1
    if (found.size === wanted.size || seen >= cyclesMost) break
  }
  return found
}
