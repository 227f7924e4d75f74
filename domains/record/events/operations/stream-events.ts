import { isAgency, type Caller } from '../../../../platform/access/index.ts'
import type { Action, Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { seatsOf } from '../../../accounts/clients/index.ts'
import { grantedProjects } from '../../../code/projects/index.ts'
import { streamEvents, type ActivityEvent } from '../contract.ts'
import { followEvents, positionOf } from '../follow.ts'
import { presentEvent } from '../present.ts'
import { accountOfEvent, levelForClients, payloadForClients } from '../rules.ts'
import { eventsAfter, newestPosition } from '../store.ts'
import type { EventRow } from '../tables.ts'

/** The events of the workspace from now on, from a position on, or from where the reader left off. */
export default handle(streamEvents, async ({ query, workspace, caller, lastEventId, read, signal, ok }) => {
  const [newest, shared] = await read((tx) => Promise.all([newestPosition(tx), sharedWith(tx, caller)]))
  // Behind the newest there is nothing: a workspace that came out of a backup counts from an earlier one.
  const after = Math.min(positionOf(lastEventId) ?? query.after ?? newest, newest)
  const told = followEvents({
    workspace,
    subject: 'streamEvents',
    after,
    signal,
    read,
    frame: framesOf,
    page: eventsAfter,
    over: async () => false,
  })
  return ok({
    frames: framesFor(caller, shared, told, after),
    condition: nameOf(shared),
    holds: async (tx) => nameOf(await sharedWith(tx, caller)) === nameOf(shared),
  })
})

interface Shared {
  readonly projects: Awaited<ReturnType<typeof grantedProjects>>
  /** The client accounts in which the person has a seat. */
  readonly accounts: readonly string[]
}

/** The projects and the accounts that a client follows; undefined for the agency, which follows all of them. */
const sharedWith = async (tx: Transaction, { role, userId }: Caller): Promise<Shared | undefined> => {
  if (isAgency(role)) return undefined
  const [projects, seats] = await Promise.all([grantedProjects(tx, userId), seatsOf(tx, userId)])
  return { projects, accounts: seats.map(({ clientAccountId }) => clientAccountId) }
}

const nameOf = (shared: Shared | undefined) => {
  if (!shared) return 'all'
  const projects = shared.projects.map(({ id, isSteered }) => `${id}${isSteered ? ' steer' : ''}`)
  return [...projects, ...shared.accounts.toSorted().map((id) => `account ${id}`)].join()
}

/** The frames of one event, which are the same for all readers of one kind. */
interface EventFrames {
  readonly projectId: string | null
  readonly agency: Frame
  readonly client: Frame | undefined
  /** The level that a client needs for its frame. */
  readonly needs: 'view' | 'steer' | undefined
  /** The client account whose people get it. */
  readonly account: string | undefined
}

const framesOf = (row: EventRow): EventFrames => {
  const needs = levelForClients(row)
  const account = accountOfEvent(row)
  const isForClients = needs !== undefined || account !== undefined
  return {
    projectId: row.projectId,
    needs,
    account,
    agency: frameOf(presentEvent(row)),
    client: isForClients ? frameOf(presentEvent({ ...row, payload: payloadForClients(row) })) : undefined,
  }
}

type Frame = ReturnType<typeof frameOf>
const frameOf = (data: Static<typeof ActivityEvent>) => ({
  // Every event is recorded under the name of an action.
  event: data.eventType as Action,
  id: String(data.position),
  data,
})

async function* framesFor(
  { projectIds }: Caller,
  shared: Shared | undefined,
  told: AsyncIterable<EventFrames>,
  after: number,
) {
  yield { event: 'ready', id: String(after), data: { position: after } } as const
  const named = projectIds && new Set(projectIds)
  const viewed = new Set(shared?.projects.map(({ id }) => id))
  const steered = new Set(shared?.projects.flatMap(({ id, isSteered }) => (isSteered ? [id] : [])))
  const held = new Set(shared?.accounts)
  const isToldOf = ({ needs, projectId, account }: EventFrames) =>
    account === undefined ? (needs === 'steer' ? steered : viewed).has(projectId ?? '') : held.has(account)
  for await (const one of told) {
    const frame = shared ? one.client : one.agency
    if (frame && (!shared || isToldOf(one)) && (!named || named.has(one.projectId ?? ''))) yield frame
  }
}
