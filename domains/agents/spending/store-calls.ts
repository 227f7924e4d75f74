import type { CallEnd, NewCall } from '../../../execution/models/index.ts'
import { insertInto } from '../../../platform/db/table.ts'
import { json, statement, type Json, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Payer, RunPayer, Scope, ScopeIds, ScopeKind } from './budget.ts'
import { CapReached, inLockOrder, scopesOf } from './budget.ts'
import { insertWarningsOf } from './store-warnings.ts'
import { modelCallTable, type ModelCall } from './tables.ts'

// Rows are locked in the order of the arrays, which is the same for every call.
const claim = statement<{ kinds: ScopeKind[]; ids: string[]; micros: number }, { scope_kind: ScopeKind }>(
  'spending.claim',
  `insert into budget (scope_kind, scope_id, reserved_micros)
   select kind, id, :micros from unnest(:kinds::text[], :ids::uuid[]) with ordinality as scope (kind, id, place) order by place
   on conflict (scope_kind, scope_id) do update set reserved_micros = budget.reserved_micros + excluded.reserved_micros
   where budget.cap_micros is null
     or budget.spent_micros + budget.reserved_micros + excluded.reserved_micros <= budget.cap_micros
   returning scope_kind`,
)

/** Reserves `micros` in every budget of the call, or throws CapReached for the first budget that does not cover it. */
const claimAll = async (tx: Transaction, identity: Payer, micros: number) => {
  if (micros === 0) return
  const scopes = scopesOf(identity)
  const claimed = await claim(tx, { kinds: scopes.map(({ kind }) => kind), ids: scopes.map(({ id }) => id), micros })
  const refused = scopes.find(({ kind }) => !claimed.some(({ scope_kind }) => scope_kind === kind))
  if (refused) throw new CapReached(refused)
}

const sentColumns = [
  'workspaceId',
  'id',
  'projectId',
  'cycleId',
  'taskId',
  'runId',
  'calledBy',
  'step',
  'endpointId',
  'insteadOf',
  'requestHash',
  'nth',
  'provider',
  'model',
  'isPriced',
] as const
const openCall = statement<SentCall & { worstMicros: number; longestSeconds: number }>(
  'spending.open-call',
  insertInto(modelCallTable, [...sentColumns], {
    status: "'open'",
    reservedMicros: ':worstMicros',
    expiresAt: 'now() + make_interval(secs => :longestSeconds)',
  }),
)

/** Reserves a call's worst case and records it as open. Throws CapReached. */
export const reserveCall = async (tx: Transaction, payer: Payer, call: NewCall): Promise<void> => {
  const { worstMicros, longestMs } = call
  await Promise.all([
    claimAll(tx, payer, worstMicros),
    openCall(tx, { ...sentOf(payer, call), worstMicros, longestSeconds: longestMs / 1000 }),
  ])
}

type SentCall = Payer & { readonly insteadOf: string | null } & Pick<
    NewCall,
    'id' | 'requestHash' | 'nth' | 'provider' | 'model' | 'isPriced'
  >
const sentOf = (payer: Payer, call: NewCall): SentCall => {
  const { id, insteadOf = null, requestHash, nth, provider, model, isPriced } = call
  return { ...payer, id, insteadOf, requestHash, nth, provider, model, isPriced }
}

const recordRefused = statement<SentCall & { failure: Json }>(
  'spending.record-refused',
  insertInto(modelCallTable, [...sentColumns, 'failure'], {
    status: "'failed'",
    reservedMicros: '0',
    costMicros: '0',
    expiresAt: 'now()',
    endedAt: 'now()',
  }),
)

/** Records a call that a cap refused: it was never sent and cost nothing. */
export const insertRefusedCall = async (
  tx: Transaction,
  payer: Payer,
  call: NewCall,
  failure: object,
): Promise<void> => {
  await recordRefused(tx, { ...sentOf(payer, call), failure: json(failure) })
}

const finished = statement<
  { workspaceId: string; runId: string; step: string },
  { id: string; request_hash: Buffer; nth: number }
>(
  'spending.finished',
  `select id, request_hash, nth from model_call
   where workspace_id = :workspaceId and run_id = :runId and step = :step and status = 'finished' order by id desc`,
)

/** The ids of a step's finished calls by `hash nth`; of two for one key the older one. */
export const finishedCalls = async (tx: Transaction, identity: RunPayer): Promise<Map<string, string>> => {
  const rows = await finished(tx, identity)
  return new Map(rows.map(({ id, request_hash, nth }) => [`${request_hash.toString('base64')} ${nth}`, id]))
}

const answer = statement<{ id: string }, { response: Buffer | null }>(
  'spending.answer',
  `select response from model_call where workspace_id = :workspace and id = :id and status = 'finished'`,
)

/** The answer of a finished call. */
export const findAnswer = async (tx: Transaction, id: string): Promise<Buffer | undefined> =>
  (await answer(tx, { id })).at(0)?.response ?? undefined

const endCall = statement<
  {
    workspaceId: string
    id: string
    status: string
    costMicros: number
    inputTokens: number | null
    outputTokens: number | null
    cacheReadTokens: number | null
    cacheWriteTokens: number | null
    reasoningTokens: number | null
    isEstimate: boolean
    response: Buffer | null
    failure: Json | null
  },
  { reserved_micros: number; cost_micros: number }
>(
  'spending.end-call',
  `update model_call
   set status = :status, cost_micros = least(:costMicros, reserved_micros), input_tokens = :inputTokens, output_tokens = :outputTokens,
     cache_read_tokens = :cacheReadTokens, cache_write_tokens = :cacheWriteTokens, reasoning_tokens = :reasoningTokens,
     is_estimate = :isEstimate, response = :response, failure = :failure, ended_at = now()
   where workspace_id = :workspaceId and id = :id and status = 'open'
   returning reserved_micros, coalesce(cost_micros, 0) as cost_micros`,
)

/**
 * Ends an open call and replaces its reservation by its cost, with COMMIT, so that the rows of its budgets are locked
 * for no answer: at most the reservation, since a provider that reports more than is possible passes no cap. False if
 * the call was settled elsewhere, by a take-over for instance.
 */
export const settleCall = async (tx: Transaction, id: string, payer: Payer, end: CallEnd): Promise<boolean> => {
  const usage = end.status === 'finished' ? end.usage : undefined
  const rows = await endCall(tx, {
    workspaceId: payer.workspaceId,
    id,
    status: end.status,
    costMicros: end.costMicros,
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    cacheReadTokens: usage?.cacheReadTokens ?? null,
    cacheWriteTokens: usage?.cacheWriteTokens ?? null,
    reasoningTokens: usage?.reasoningTokens ?? null,
    isEstimate: usage?.isEstimate ?? false,
    response: end.status === 'finished' ? end.response : null,
    failure: end.status === 'failed' ? json(end.failure) : null,
  })
  const ended = rows.at(0)
  if (!ended) return false
  const settled = { ...payer, reservedMicros: ended.reserved_micros, costMicros: ended.cost_micros }
  tx.withCommit(() => settling(tx, [settled]))
  return true
}

const settle = statement<{ kinds: ScopeKind[]; ids: string[]; reserved: number[]; costs: number[] }>(
  'spending.settle',
  `with held as materialized (
     select scope_kind, scope_id, reserved, cost, spent_micros + cost as spent, warned_percent as warned
     from unnest(:kinds::text[], :ids::uuid[], :reserved::bigint[], :costs::bigint[]) with ordinality as sum (kind, id, reserved, cost, place)
     join budget on scope_kind = kind and scope_id = id
     order by place for update of budget),
   settled as (
     update budget set reserved_micros = reserved_micros - held.reserved, spent_micros = held.spent,
       warned_percent = greatest(held.warned, budget_level(held.spent, cap_micros))
     from held where budget.scope_kind = held.scope_kind and budget.scope_id = held.scope_id
     returning budget.scope_kind as kind, budget.scope_id as id, warned_percent::int as level, held.warned,
       coalesce(cap_micros, 0) as "capMicros", spent_micros as "spentMicros")
   ${insertWarningsOf('settled')}`,
)

interface Settled extends ScopeIds {
  readonly reservedMicros: number
  readonly costMicros: number
}

/** Settles calls together, each budget once in the lock order of `claimAll`, and records reached warning levels. */
const settling = (tx: Transaction, calls: readonly Settled[]): readonly Promise<unknown>[] => {
  const sums = new Map<string, { scope: Scope; reservedMicros: number; costMicros: number }>()
  for (const call of calls.filter(({ reservedMicros }) => reservedMicros > 0)) {
    for (const scope of scopesOf(call)) {
      const key = `${scope.kind} ${scope.id}`
      const sum = sums.get(key) ?? { scope, reservedMicros: 0, costMicros: 0 }
      sum.reservedMicros += call.reservedMicros
      sum.costMicros += call.costMicros
      sums.set(key, sum)
    }
  }
  if (sums.size === 0) return []
  const ordered = inLockOrder([...sums.values()])
  return [
    settle(tx, {
      kinds: ordered.map(({ scope }) => scope.kind),
      ids: ordered.map(({ scope }) => scope.id),
      reserved: ordered.map(({ reservedMicros }) => reservedMicros),
      costs: ordered.map(({ costMicros }) => costMicros),
    }),
  ]
}

const settledColumns = `workspace_id as "workspaceId", project_id as "projectId", cycle_id as "cycleId",
  endpoint_id as "endpointId", reserved_micros as "reservedMicros", coalesce(cost_micros, 0) as "costMicros"`

const abandonRun = statement<{ runId: string; step: string | null }, Settled>(
  'spending.abandon-run',
  `update model_call set status = 'abandoned', cost_micros = reserved_micros, ended_at = now()
   where workspace_id = :workspace and run_id = :runId and (:step::text is null or starts_with(step, :step)) and status = 'open'
   returning ${settledColumns}`,
)

/**
 * Settles the open calls of a dead or superseded attempt, at their worst case, since the provider may have billed them.
 * With `step` only steps whose names begin so, else the whole run. Returns the number of calls. Call it before any
 * other lock of the transaction.
 */
export const releaseReservations = async (tx: Transaction, runId: string, step?: string): Promise<number> => {
  const abandoned = await abandonRun(tx, { runId, step: step ?? null })
  await Promise.all(settling(tx, abandoned))
  return abandoned.length
}

const abandonExpired = statement<NoValues, Settled>(
  'spending.abandon-expired',
  `update model_call set status = 'abandoned', cost_micros = reserved_micros, ended_at = now()
   where workspace_id = :workspace and status = 'open' and expires_at < now()
   returning ${settledColumns}`,
)

/** Settles the workspace's calls that are older than any call of a living process can be. */
export const releaseExpired = async (tx: Transaction): Promise<number> => {
  const abandoned = await abandonExpired(tx)
  await Promise.all(settling(tx, abandoned))
  return abandoned.length
}

const holding = statement<NoValues, { scope_id: string }>(
  'spending.workspaces-holding',
  `select scope_id from budget where scope_kind = 'workspace' and reserved_micros > 0`,
)

/** Workspaces with money held back. An instance transaction. */
export const workspacesHolding = async (tx: Transaction): Promise<string[]> =>
  (await holding(tx)).map(({ scope_id }) => scope_id)

const callsOfRun = statement<{ runId: string; after: string; limit: number }, ModelCall>(
  'spending.calls-of-run',
  `select ${modelCallTable.columns} from model_call where workspace_id = :workspace and run_id = :runId and id > :after order by id limit :limit`,
)

const firstId = '00000000-0000-0000-0000-000000000000'

/** A run's calls in the order in which they were sent, after the call `after`. */
export const callsPage = async (tx: Transaction, runId: string, limit: number, after = firstId): Promise<ModelCall[]> =>
  callsOfRun(tx, { runId, after, limit })
