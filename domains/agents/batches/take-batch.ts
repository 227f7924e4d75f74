import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { v7 as uuidv7 } from 'uuid'
import { ModelFailure, providerBatches, type ModelGateway, type NewCall } from '../../../execution/models/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { areCapsSet, capCalls, type ListedModel, withChosen } from '../models/index.ts'
import { applyProjectCap, openLedger, type PayerLedger } from '../spending/index.ts'
import type { NoModel, BatchParts } from './choose-model.ts'
import type { SubmitBatch } from './contract.ts'
import { payerOf } from './end-batch.ts'
import { batchRun } from './graph.ts'
import { judgeBatch, type JudgedBatch, BatchRefusal } from './judge-batch.ts'
import { repeatedIds, reservedMs, type BatchRoute } from './rules.ts'
import { insertBatch, insertItems, readBatch, setBatchRun, type BatchView } from './store.ts'

type Body = Static<typeof SubmitBatch>
/** The hash of a body, independent of the order of its fields. */
export const payloadHash = (body: object): string => createHash('sha256').update(canonicalize(body)!).digest('hex')

/** Returns faults that the schema cannot find: an unknown model, and customIds that occur twice. */
export const faultsOf = ({ items }: Pick<Body, 'items'>, model: ListedModel | NoModel) => [
  ...(model === 'unknown'
    ? [{ path: 'model', message: 'is no name of the table of models, and neither auto nor pareto-code', rule: 'model' }]
    : []),
  ...repeatedIds(items.map(({ customId }) => customId))
    .slice(0, 20)
    .map((at) => ({ path: `items.${at}.customId`, message: 'names an item that is there already', rule: 'unique' })),
]

export const refuseModel = ({ model, endpoint }: Pick<Body, 'model' | 'endpoint'>, why: NoModel): never => {
  throw new BatchRefusal(
    'capability',
    why === 'undecided'
      ? 'No default model is chosen that can be called. Name a model or `pareto-code`, or let an administrator choose that of the coder in Settings, Models.'
      : `The model ${model} cannot answer requests of ${endpoint}.`,
  )
}

/** A batch that passed all checks, before it is stored; `call` is reserved in the budgets of `ledger`. */
interface PreparedBatch extends JudgedBatch {
  readonly body: Body
  readonly model: ListedModel
  readonly route: BatchRoute
  readonly ledger: PayerLedger
  readonly call: NewCall
  /** Replaces the refusal of a cap by the refusal of a batch; returns other errors unchanged. */
  refused(error: unknown): Promise<unknown>
}

interface BatchRequest {
  readonly workspace: string
  readonly userId: string
  readonly model: ListedModel
  readonly body: Body
  readonly signal: AbortSignal
}

/** Checks a batch and chooses who sends its items. Throws BatchRefusal, and ModelFailure for an unusable answer. */
export const prepareBatch = async (
  parts: BatchParts,
  read: InTransaction,
  { workspace, userId, model, body, signal }: BatchRequest,
): Promise<PreparedBatch> => {
  const { projectId = null, policy } = body
  return withChosen(parts, read, model, async (gateway) => {
    const checked = await judgeBatch(gateway, body)
    const route = await chooseRoute(gateway, body, signal)
    if (policy.route === 'provider' && route === 'queue')
      throw new BatchRefusal('policy', 'The endpoint of the model has no batches: choose the route `queue` or `any`.')
    // The caps of the configuration have to be in the database before money is reserved.
    if (!(await read((tx) => areCapsSet(tx, parts, workspace)))) await capCalls(parts, workspace)
    const payer = payerOf(workspace, { projectId, endpointId: model.endpoint?.id ?? null })
    const ledger = openLedger(parts.database, { ...payer, calledBy: userId })
    const call: NewCall = {
      id: uuidv7(),
      requestHash: createHash('sha256').update(payloadHash(body)).digest(),
      nth: 1,
      provider: gateway.provider.name,
      model: gateway.provider.model,
      isPriced: checked.isPriced,
      worstMicros: checked.worstMicros,
      longestMs: reservedMs,
    }
    const refused = async (error: unknown) => {
      const failure = await ledger.refused(call, error).catch((other: unknown) => other)
      if (!(failure instanceof ModelFailure) || failure === error) return failure
      return new BatchRefusal(failure.code === 'provider_price_unknown' ? 'price_unknown' : 'budget', failure.message)
    }
    return { ...checked, body, model, route, ledger, call, refused }
  })
}

/** Chooses the provider's batch API if the policy and the endpoint allow it, else our queue. */
const chooseRoute = async (
  gateway: ModelGateway,
  { policy, endpoint }: Body,
  signal: AbortSignal,
): Promise<BatchRoute> => {
  if (policy.route === 'queue') return 'queue'
  const batches = providerBatches(gateway.provider, endpoint)
  return batches && (await batches.isServed(signal)) ? 'provider' : 'queue'
}

/** Inserts a batch, reserves its highest possible cost, and starts its run; undefined if its key is taken. */
export const beginBatch = async (
  tx: Transaction,
  { engine, caps }: BatchParts,
  { body, model, route, ledger, call, items }: PreparedBatch,
  { hash, userId, now }: { readonly hash: string; readonly userId: string; readonly now: Date },
): Promise<BatchView | undefined> => {
  const { projectId = null, endpoint, kind, policy, idempotencyKey } = body
  const id = uuidv7()
  const price = model.listed?.price
  const batchPercent = price?.per === 'million tokens' ? price.batchPercent : undefined
  const isNew = await insertBatch(tx, {
    id,
    projectId,
    payloadHash: hash,
    endpoint,
    kind,
    model: body.model,
    calledModel: model.id,
    endpointId: model.endpoint?.id ?? null,
    pricePercent: route === 'provider' ? (batchPercent ?? 100) : 100,
    route,
    callId: call.id,
    reservedMicros: call.worstMicros,
    idempotencyKey,
    policy,
    userId,
    now,
  })
  if (!isNew) return undefined
  await insertItems(tx, id, items)
  const first = route === 'provider' ? batchRun.at.submit : batchRun.at.work
  const start = { workspaceId: tx.workspace!, kind: first.graph, subjectId: id, first: first.name }
  const run = await engine.start(tx, start)
  await setBatchRun(tx, { id, runId: run.id })
  if (projectId !== null) await applyProjectCap(tx, caps, projectId)
  await ledger.reserveIn(tx, call)
  return readBatch(tx, id)
}
