import { isAgency, type Caller } from '../../../../platform/access/index.ts'
import type { Action, Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { grantedProjects } from '../../../code/projects/index.ts'
import { streamEvents, type ActivityEvent } from '../contract.ts'
import { followEvents, positionOf } from '../follow.ts'
import { presentEvent } from '../present.ts'
import { neededByClients, payloadForClients } from '../rules.ts'
import { eventsAfter, newestPosition } from '../store.ts'
import type { EventRow } from '../tables.ts'

/** What happens in the workspace from now on, from a position on, or from where the reader left off. */
export default handle(streamEvents, async ({ query, workspace, caller, lastEventId, read, signal, ok }) => {
  const [newest, shared] = await read((tx) => Promise.all([newestPosition(tx), sharedWith(tx, caller)]))
  // Behind the newest there is nothing: a workspace that came out of a backup counts from an earlier one.
  const after = Math.min(positionOf(lastEventId) ?? query.after ?? newest, newest)
  const told = followEvents({
    ...{ workspace, subject: 'streamEvents', after, signal, read, frame: framesOf },
    page: eventsAfter,
    over: async () => false,
  })
  return ok({
    frames: framesFor(caller, shared, told, after),
    condition: nameOf(shared),
    holds: async (tx) => nameOf(await sharedWith(tx, caller)) === nameOf(shared),
  })
})

type Shared = Awaited<ReturnType<typeof grantedProjects>>

/** The projects that a client follows; undefined for the agency, which follows all of them. */
const sharedWith = async (tx: Transaction, { role, userId }: Caller): Promise<Shared | undefined> =>
  isAgency(role) ? undefined : grantedProjects(tx, userId)

const nameOf = (shared: Shared | undefined) =>
  shared?.map(({ id, isSteered }) => `${id}${isSteered ? ' steer' : ''}`).join() ?? 'all'

/** The frames of one event, which are the same for all readers of one kind. */
interface Told {
  readonly projectId: string | null
  readonly agency: Frame
  readonly client: Frame | undefined
  /** What a client needs for its frame. */
  readonly needs: 'view' | 'steer' | undefined
}

const framesOf = (row: EventRow): Told => {
  const needs = neededByClients(row)
  return {
    ...{ projectId: row.projectId, needs },
    agency: frameOf(presentEvent(row)),
    client: needs && frameOf(presentEvent({ ...row, payload: payloadForClients(row) })),
  }
}

type Frame = ReturnType<typeof frameOf>
const frameOf = (data: Static<typeof ActivityEvent>) => ({
  // Every event is recorded under the name of an action.
  ...{ event: data.eventType as Action, id: String(data.position), data },
})

async function* framesFor(
  { projectIds }: Caller,
  shared: Shared | undefined,
  told: AsyncIterable<Told>,
  after: number,
) {
  yield { event: 'ready', id: String(after), data: { position: after } } as const
  const named = projectIds && new Set(projectIds)
  const viewed = new Set(shared?.map(({ id }) => id))
  const steered = new Set(shared?.flatMap(({ id, isSteered }) => (isSteered ? [id] : [])))
  const isToldOf = ({ needs, projectId }: Told) => (needs === 'steer' ? steered : viewed).has(projectId ?? '')
  for await (const one of told) {
    const frame = shared ? one.client : one.agency
    if (frame && (!shared || isToldOf(one)) && (!named || named.has(one.projectId ?? ''))) yield frame
  }
}
