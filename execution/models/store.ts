import { table, type RowOf } from '../../platform/db/table.ts'
import { statement, type Transaction } from '../../platform/db/transaction.ts'
import type { Budget, CallIdentity, Scope, ScopeKind } from './budget.ts'
import { scopesOf } from './budget.ts'
import type { Usage } from './price.ts'

export const budgetTable = table('budget', {
  scopeKind: 'text',
  scopeId: 'uuid',
  capMicros: 'int8?',
  spentMicros: 'int8',
  reservedMicros: 'int8',
})

export const modelCallTable = table('model_call', {
  workspaceId: 'uuid',
  id: 'uuid',
  projectId: 'uuid',
  cycleId: 'uuid',
  taskId: 'uuid?',
  runId: 'uuid',
  step: 'text',
  nth: 'int4',
  provider: 'text',
  model: 'text',
  status: 'text',
  reservedMicros: 'int8',
  costMicros: 'int8?',
  inputTokens: 'int8?',
  outputTokens: 'int8?',
  failure: 'jsonb?',
  sentAt: 'timestamptz',
  endedAt: 'timestamptz?',
})

/** One stored call, without what was answered. */
export type ModelCall = RowOf<
  typeof modelCallTable,
  { status: 'open' | 'finished' | 'failed' | 'abandoned'; failure: { code: string; message: string } | null }
>

/** A cap that does not cover a call: thrown inside the transaction, so that what was claimed before it rolls back. */
export class CapReached extends Error {
  override readonly name = 'CapReached'
  readonly scope: Scope

  constructor(scope: Scope) {
    super(`${scope.kind} cap reached`)
    this.scope = scope
  }
}

// Rows are locked in the order of the arrays, which is the same for every call.
const claim = statement<{ scope_kind: ScopeKind }>(
  'models.claim',
  `insert into budget (scope_kind, scope_id, reserved_micros)
   select kind, id, $3 from unnest($1::text[], $2::uuid[]) with ordinality as scope (kind, id, place) order by place
   on conflict (scope_kind, scope_id) do update set reserved_micros = budget.reserved_micros + excluded.reserved_micros
   where budget.cap_micros is null
     or budget.spent_micros + budget.reserved_micros + excluded.reserved_micros <= budget.cap_micros
   returning scope_kind`,
)

/** Holds `micros` back in every budget of the call, or throws CapReached for the first that does not cover it. */
const claimAll = async (tx: Transaction, identity: CallIdentity, micros: number) => {
  if (micros === 0) return
  const scopes = scopesOf(identity)
  const claimed = await claim(tx, [scopes.map(({ kind }) => kind), scopes.map(({ id }) => id), micros])
  const refused = scopes.find(({ kind }) => !claimed.some(({ scope_kind }) => scope_kind === kind))
  if (refused) throw new CapReached(refused)
}

const openCall = statement(
  'models.open-call',
  `insert into model_call (workspace_id, id, project_id, cycle_id, task_id, run_id, step, request_hash, nth, provider,
     model, status, reserved_micros, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'open', $12, now() + make_interval(secs => $13))`,
)

export interface NewCall {
  readonly id: string
  readonly identity: CallIdentity
  readonly requestHash: Buffer
  /** How often this attempt of the step has sent this very request, from 1. */
  readonly nth: number
  readonly provider: string
  readonly model: string
  readonly worstMicros: number
  /** No call of a living process is open for longer. */
  readonly longestMs: number
}

/** Reserves a call's worst case and records it as open. Throws CapReached. */
export const reserveCall = async (tx: Transaction, call: NewCall): Promise<void> => {
  await Promise.all([
    claimAll(tx, call.identity, call.worstMicros),
    openCall(tx, [...keyOf(call), call.provider, call.model, call.worstMicros, call.longestMs / 1000]),
  ])
}

const keyOf = ({ id, identity, requestHash, nth }: NewCall) => {
  const { workspaceId, projectId, cycleId, taskId, runId, step } = identity
  return [workspaceId, id, projectId, cycleId, taskId ?? null, runId, step, requestHash, nth]
}

const recordRefused = statement(
  'models.record-refused',
  `insert into model_call (workspace_id, id, project_id, cycle_id, task_id, run_id, step, request_hash, nth, provider,
     model, status, reserved_micros, cost_micros, failure, expires_at, ended_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'failed', 0, 0, $12, now(), now())`,
)

/** Records a call that a cap refused: it was never sent and cost nothing. */
export const insertRefusedCall = async (tx: Transaction, call: NewCall, failure: object): Promise<void> => {
  await recordRefused(tx, [...keyOf(call), call.provider, call.model, JSON.stringify(failure)])
}

const finished = statement<{ id: string; request_hash: Buffer; nth: number }>(
  'models.finished',
  `select id, request_hash, nth from model_call
   where workspace_id = $1 and run_id = $2 and step = $3 and status = 'finished' order by id desc`,
)

/** The ids of a step's finished calls by `hash nth`; of two for one key the older one. */
export const finishedCalls = async (tx: Transaction, identity: CallIdentity): Promise<Map<string, string>> => {
  const rows = await finished(tx, [identity.workspaceId, identity.runId, identity.step])
  return new Map(rows.map(({ id, request_hash, nth }) => [`${request_hash.toString('base64')} ${nth}`, id]))
}

const answer = statement<{ response: Buffer }>(
  'models.answer',
  `select response from model_call where workspace_id = $1 and id = $2 and status = 'finished'`,
)

/** What a finished call answered. */
export const findAnswer = async (tx: Transaction, id: string): Promise<Buffer | undefined> =>
  (await answer(tx, [tx.workspace, id])).at(0)?.response

const endCall = statement<{ reserved_micros: number; cost_micros: number }>(
  'models.end-call',
  `update model_call
   set status = $3, cost_micros = least($4, reserved_micros), input_tokens = $5, output_tokens = $6,
     response = $7, failure = $8, ended_at = now()
   where workspace_id = $1 and id = $2 and status = 'open'
   returning reserved_micros, cost_micros`,
)

export type CallEnd =
  | {
      readonly status: 'finished'
      readonly costMicros: number
      readonly usage: Usage | undefined
      readonly response: Buffer
    }
  | { readonly status: 'failed'; readonly costMicros: number; readonly failure: object }

/**
 * Ends an open call and turns its reservation into what it cost, at most the reservation: a provider that reports
 * more than is possible passes no cap. False when the call was settled by someone else, a take-over for instance.
 */
export const settleCall = async (
  tx: Transaction,
  id: string,
  identity: CallIdentity,
  end: CallEnd,
): Promise<boolean> => {
  const usage = end.status === 'finished' ? end.usage : undefined
  const rows = await endCall(tx, [
    identity.workspaceId,
    id,
    end.status,
    end.costMicros,
    usage?.inputTokens ?? null,
    usage?.outputTokens ?? null,
    end.status === 'finished' ? end.response : null,
    end.status === 'failed' ? JSON.stringify(end.failure) : null,
  ])
  const ended = rows.at(0)
  if (!ended) return false
  await settleAll(tx, [{ ...identity, reservedMicros: ended.reserved_micros, costMicros: ended.cost_micros }])
  return true
}

const settle = statement(
  'models.settle',
  `with held as materialized (
     select scope_kind, scope_id, reserved, cost
     from unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[]) with ordinality as sum (kind, id, reserved, cost, place)
     join budget on scope_kind = kind and scope_id = id
     order by place for update of budget)
   update budget set reserved_micros = reserved_micros - held.reserved, spent_micros = spent_micros + held.cost
   from held where budget.scope_kind = held.scope_kind and budget.scope_id = held.scope_id`,
)

interface Settled extends Pick<CallIdentity, 'workspaceId' | 'projectId' | 'cycleId'> {
  readonly reservedMicros: number
  readonly costMicros: number
}

const kindOrder: readonly ScopeKind[] = ['cycle', 'project', 'workspace', 'instance']

/** Settles any number of calls at once, each budget once, in the order in which `claimAll` locks them. */
const settleAll = async (tx: Transaction, calls: readonly Settled[]) => {
  const sums = new Map<string, { scope: Scope; reservedMicros: number; costMicros: number }>()
  for (const call of calls.filter(({ reservedMicros }) => reservedMicros > 0)) {
    for (const scope of scopesOf(call)) {
      const key = `${kindOrder.indexOf(scope.kind)} ${scope.id}`
      const sum = sums.get(key) ?? { scope, reservedMicros: 0, costMicros: 0 }
      sum.reservedMicros += call.reservedMicros
      sum.costMicros += call.costMicros
      sums.set(key, sum)
    }
  }
  if (sums.size === 0) return
  const ordered = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
  await settle(tx, [
    ordered.map(({ scope }) => scope.kind),
    ordered.map(({ scope }) => scope.id),
    ordered.map(({ reservedMicros }) => reservedMicros),
    ordered.map(({ costMicros }) => costMicros),
  ])
}

const settledColumns = `workspace_id as "workspaceId", project_id as "projectId", cycle_id as "cycleId",
  reserved_micros as "reservedMicros", cost_micros as "costMicros"`

const abandonRun = statement<Settled>(
  'models.abandon-run',
  `update model_call set status = 'abandoned', cost_micros = reserved_micros, ended_at = now()
   where workspace_id = $1 and run_id = $2 and ($3::text is null or step = $3) and status = 'open'
   returning ${settledColumns}`,
)

/**
 * Settles what a dead or superseded attempt left open, at its worst case, since the provider may have billed it.
 * Without `step` it settles the whole run. Gives the number of calls. Call it before any other lock of the transaction.
 */
export const releaseReservations = async (tx: Transaction, runId: string, step?: string): Promise<number> => {
  const abandoned = await abandonRun(tx, [tx.workspace, runId, step ?? null])
  await settleAll(tx, abandoned)
  return abandoned.length
}

const abandonExpired = statement<Settled>(
  'models.abandon-expired',
  `update model_call set status = 'abandoned', cost_micros = reserved_micros, ended_at = now()
   where workspace_id = $1 and status = 'open' and expires_at < now()
   returning ${settledColumns}`,
)

/** Settles the workspace's calls that are older than any call of a living process can be. */
export const releaseExpired = async (tx: Transaction): Promise<number> => {
  const abandoned = await abandonExpired(tx, [tx.workspace])
  await settleAll(tx, abandoned)
  return abandoned.length
}

const holding = statement<{ scope_id: string }>(
  'models.workspaces-holding',
  `select scope_id from budget where scope_kind = 'workspace' and reserved_micros > 0`,
)

/** Workspaces with money held back. An instance transaction. */
export const workspacesHolding = async (tx: Transaction): Promise<string[]> =>
  (await holding(tx)).map(({ scope_id }) => scope_id)

const cap = statement(
  'models.cap',
  `insert into budget (scope_kind, scope_id, cap_micros) values ($1, $2, $3)
   on conflict (scope_kind, scope_id) do update set cap_micros = excluded.cap_micros`,
)

/** Sets a cap in micro-dollars; null takes it away. A cap below what is spent stops every further call. */
export const setCap = async (tx: Transaction, scope: Scope, capMicros: number | null): Promise<void> => {
  await cap(tx, [scope.kind, scope.id, capMicros])
}

const budgetOf = statement<RowOf<typeof budgetTable>>(
  'models.budget',
  `select ${budgetTable.columns} from budget where scope_kind = $1 and scope_id = $2`,
)

/** A scope's budget; one that nothing was ever set or spent for has no cap. */
export const findBudget = async (tx: Transaction, scope: Scope): Promise<Budget> =>
  (await budgetOf(tx, [scope.kind, scope.id])).at(0) ?? { capMicros: null, spentMicros: 0, reservedMicros: 0 }

const callsOfRun = statement<ModelCall>(
  'models.calls-of-run',
  `select ${modelCallTable.columns} from model_call where workspace_id = $1 and run_id = $2 and id > $3 order by id limit $4`,
)

const firstId = '00000000-0000-0000-0000-000000000000'

/** A run's calls in the order in which they were sent, after the call `after`. */
export const callsPage = async (tx: Transaction, runId: string, limit: number, after = firstId): Promise<ModelCall[]> =>
  callsOfRun(tx, [tx.workspace, runId, after, limit])
