import { statement, type Nothing } from '../../platform/db/statement.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type ScopeKind, scopesOf } from './budget.ts'
import { insertOpenCall, type NewCall, type Settled, settleAll } from './store.ts'

interface NewHold {
  readonly id: string
  readonly endpointId: string | null
  readonly provider: string
  readonly model: string
  readonly micros: number
  readonly kinds: ScopeKind[]
  readonly ids: string[]
  readonly roomMicros: number
  readonly longestSeconds: number
}

const hold = statement<NewHold, { id: string }>(
  'models.hold',
  `with drawn as (
     select scope_kind, scope_id, cap_micros is null or spent_micros + reserved_micros + :roomMicros <= cap_micros as has_room
     from unnest(:kinds::text[], :ids::uuid[]) as scope (kind, id) join budget on scope_kind = kind and scope_id = id),
   held as (
     update budget set reserved_micros = reserved_micros + :micros from drawn
     where budget.scope_kind = drawn.scope_kind and budget.scope_id = drawn.scope_id
       and (select count(*) = cardinality(:kinds) and bool_and(has_room) from drawn)
     returning budget.scope_id)
   insert into model_hold (workspace_id, id, endpoint_id, provider, model, micros, expires_at)
   select :workspace, :id, :endpointId, :provider, :model, :micros, now() + make_interval(secs => :longestSeconds)
   where exists (select from held)
   returning id`,
)

/** So many calls of the size have to fit into what is left of a cap: near one, nothing is held ahead. */
const roomOf = 10

/**
 * Holds `micros` for a call that is not made yet, in every budget that `call` drew on, and calls `onHeld` once that is
 * certain; holds nothing where one of them has little room. In the transaction that settles `call`, and behind it.
 */
export const holdAhead = (
  tx: Transaction,
  { identity, provider, model }: Pick<NewCall, 'identity' | 'provider' | 'model'>,
  { id, micros, longestMs }: { readonly id: string; readonly micros: number; readonly longestMs: number },
  onHeld: () => void,
): void => {
  const scopes = scopesOf(identity)
  const wanted = {
    ...{ id, micros, provider, model, endpointId: identity.endpointId ?? null },
    kinds: scopes.map(({ kind }) => kind),
    ids: scopes.map((scope) => scope.id),
    roomMicros: roomOf * micros,
    longestSeconds: longestMs / 1_000,
  }
  const send = async () => {
    if ((await hold(tx, wanted)).length > 0) tx.afterCommit(onHeld)
  }
  tx.withCommit(() => [send()])
}

const giveBack = statement<{ ids: string[] }, { endpointId: string | null; micros: number }>(
  'models.give-back',
  `delete from model_hold where workspace_id = :workspace and id = any(:ids)
   returning endpoint_id as "endpointId", micros`,
)

/** Records a call in the place of what was held for it. Throws where that is gone: it expired, and counts as spent. */
export const recordHeld = async (
  tx: Transaction,
  call: NewCall,
  { id, micros }: { readonly id: string; readonly micros: number },
): Promise<void> => {
  const [taken] = await Promise.all([giveBack(tx, { ids: [id] }), insertOpenCall(tx, call, micros)])
  if (taken.length === 0) throw new Error('What was held for a model call expired before the call was recorded')
}

/** Gives back what no call has taken. */
export const releaseHolds = async (tx: Transaction, workspaceId: string, ids: string[]): Promise<void> => {
  const returned = await giveBack(tx, { ids })
  await settleAll(
    tx,
    returned.map(({ endpointId, micros }) => ({ workspaceId, endpointId, reservedMicros: micros, costMicros: 0 })),
  )
}

// A process that died may have sent a call by it which it did not record.
const expire = statement<Nothing, Omit<Settled, 'projectId' | 'cycleId'>>(
  'models.expire-holds',
  `with lost as (
     delete from model_hold where workspace_id = :workspace and expires_at < now() returning *)
   insert into model_call (workspace_id, id, step, endpoint_id, request_hash, nth, provider, model, is_priced, status,
     reserved_micros, cost_micros, expires_at, ended_at)
   select workspace_id, id, 'held', endpoint_id, sha256(''), 1, provider, model, true, 'abandoned', micros, micros,
     expires_at, now() from lost
   returning workspace_id as "workspaceId", endpoint_id as "endpointId", reserved_micros as "reservedMicros",
     coalesce(cost_micros, 0) as "costMicros"`,
)

/** Counts what dead processes held as spent, and shows each as an abandoned call. Gives their number. */
export const expireHolds = async (tx: Transaction): Promise<number> => {
  const lost = await expire(tx)
  await settleAll(tx, lost)
  return lost.length
}
