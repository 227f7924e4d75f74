import { isAgency, type Caller } from '../../../../platform/access/index.ts'
import type { Action, Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { grantedProjectIds } from '../../../code/projects/index.ts'
import { streamEvents, type ActivityEvent } from '../contract.ts'
import { followEvents, positionOf } from '../follow.ts'
import { presentEvent } from '../present.ts'
import { isToldToClients, payloadForClients } from '../rules.ts'
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
    condition: shared?.join() ?? 'all',
    holds: async (tx) => String(await sharedWith(tx, caller)) === String(shared),
  })
})

/** The projects that a client follows; undefined for the agency, which follows all of them. */
const sharedWith = async (tx: Transaction, { role, userId }: Caller): Promise<readonly string[] | undefined> =>
  isAgency(role) ? undefined : grantedProjectIds(tx, userId)

/** The frames of one event, which are the same for all readers of one kind. */
interface Told {
  readonly projectId: string | null
  readonly agency: Frame
  readonly client: Frame | undefined
}

const framesOf = (row: EventRow): Told => ({
  projectId: row.projectId,
  agency: frameOf(presentEvent(row)),
  client: isToldToClients(row) ? frameOf(presentEvent({ ...row, payload: payloadForClients(row) })) : undefined,
})

type Frame = ReturnType<typeof frameOf>
const frameOf = (data: Static<typeof ActivityEvent>) => ({
  // Every event is recorded under the name of an action.
  ...{ event: data.eventType as Action, id: String(data.position), data },
})

async function* framesFor(
  { projectIds }: Caller,
  shared: readonly string[] | undefined,
  told: AsyncIterable<Told>,
  after: number,
) {
  yield { event: 'ready', id: String(after), data: { position: after } } as const
  const [mine, named] = [shared && new Set(shared), projectIds && new Set(projectIds)]
  for await (const { projectId, agency, client } of told) {
    const frame = mine ? client : agency
    const isMine = (projects: ReadonlySet<string> | undefined) => !projects || projects.has(projectId ?? '')
    if (frame && isMine(mine) && isMine(named)) yield frame
  }
}
