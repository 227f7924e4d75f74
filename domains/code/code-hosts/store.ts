import { validate } from 'uuid'
import { linkTokenHash } from '../../../platform/crypto/index.ts'
import { hasName } from '../../../platform/db/name-key.ts'
import { statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import { retention } from '../../../platform/retention/index.ts'
import { codeHost, codeHostDelivery, type CodeHostRow } from './tables.ts'

const list = statement<NoValues, CodeHostRow>(
  'code-host.list',
  `select ${codeHost.columns} from code_host where workspace_id = :workspace order by created_at, id`,
)
export const codeHosts = (tx: Transaction) => list(tx)

const named = statement<{ name: string }, { id: string }>(
  'code-host.named',
  `select id from code_host where workspace_id = :workspace and ${hasName('name')} limit 1`,
)
/** Whether one of the workspace has this name. */
export const isCodeHostNamed = async (tx: Transaction, name: string) => (await named(tx, { name })).length > 0

const find = statement<{ id: string }, CodeHostRow>(
  'code-host.find',
  `select ${codeHost.columns} from code_host where workspace_id = :workspace and id = :id`,
)
export const findCodeHost = async (tx: Transaction, id: string) =>
  validate(id) ? (await find(tx, { id })).at(0) : undefined

const hold = statement<{ id: string }, CodeHostRow>(
  'code-host.hold',
  `select ${codeHost.columns} from code_host where workspace_id = :workspace and id = :id for share`,
)
/** The same, and it is not removed until the transaction ends. */
export const holdCodeHost = async (tx: Transaction, id: string) => (await hold(tx, { id })).at(0)

const lock = statement<{ id: string }, CodeHostRow>(
  'code-host.lock',
  `select ${codeHost.columns} from code_host where workspace_id = :workspace and id = :id for update`,
)
export const lockCodeHost = async (tx: Transaction, id: string) =>
  validate(id) ? (await lock(tx, { id })).at(0) : undefined

/** One at a time adds connections to a workspace, so that they can be counted. */
export const lockCodeHosts = (tx: Transaction) => lockInWorkspace(tx, 'code hosts of ')

type GivenFields = 'id' | 'kind' | 'name' | 'baseUrl' | 'appId' | 'installationId' | 'keyVersion' | 'ciphertext'
interface NewCodeHost extends Pick<CodeHostRow, GivenFields> {
  readonly now: Date
  readonly userId: string
}
const insert = statement<NewCodeHost, CodeHostRow>(
  'code-host.insert',
  insertInto(
    codeHost,
    ['id', 'kind', 'name', 'baseUrl', 'appId', 'installationId', 'keyVersion', 'ciphertext'],
    { workspaceId: ':workspace', createdAt: ':now', createdBy: ':userId' },
    `returning ${codeHost.columns}`,
  ),
)
export const insertCodeHost = async (tx: Transaction, row: NewCodeHost) => (await insert(tx, row))[0]!

const remove = statement<{ id: string }>(
  'code-host.delete',
  'delete from code_host where workspace_id = :workspace and id = :id',
)
/** Under `lockCodeHost`. */
export const removeCodeHost = (tx: Transaction, id: string) => remove(tx, { id })

const setHook = statement<{ id: string; hookTokenHash: Buffer; hookKeyVersion: number; hookCiphertext: Uint8Array }>(
  'code-host.set-hook',
  `update code_host set hook_token_hash = :hookTokenHash, hook_key_version = :hookKeyVersion,
     hook_ciphertext = :hookCiphertext
   where workspace_id = :workspace and id = :id and hook_token_hash is null`,
)
/** Under `lockCodeHost`; the first one stays. */
export const keepHook = (tx: Transaction, hook: Parameters<typeof setHook>[1]) => setHook(tx, hook)

const byHook = statement<{ tokenHash: Buffer }, { id: string; workspaceId: string }>(
  'code-host.by-hook',
  'select id, workspace_id as "workspaceId" from code_host where hook_token_hash = :tokenHash',
)
/** The connection whose webhooks come to this token, among all workspaces. */
export const codeHostByHook = async (tx: Transaction, token: string) => {
  const tokenHash = linkTokenHash(token)
  return tokenHash && (await byHook(tx, { tokenHash })).at(0)
}

const seen = statement<{ id: string; now: Date }>(
  'code-host.delivered',
  'update code_host set last_delivery_at = :now where workspace_id = :workspace and id = :id',
)
const insertDelivery = statement<
  { codeHostId: string; deliveryId: string; event: string; now: Date },
  { deliveryId: string }
>(
  'code-host-delivery.insert',
  insertInto(
    codeHostDelivery,
    ['codeHostId', 'deliveryId', 'event'],
    { workspaceId: ':workspace', receivedAt: ':now' },
    'on conflict (code_host_id, delivery_id) do nothing returning delivery_id as "deliveryId"',
  ),
)
/** Keeps that a webhook came; false for one that came before. */
export const keepDelivery = async (tx: Transaction, delivery: Parameters<typeof insertDelivery>[1]) => {
  await seen(tx, { id: delivery.codeHostId, now: delivery.now })
  return (await insertDelivery(tx, delivery)).length > 0
}

const { days } = retention.codeHostDeliveries

const oldDue = statement<{ days: number; limit: number }, { workspaceId: string }>(
  'code-host-delivery.old-due',
  `select distinct workspace_id as "workspaceId" from code_host_delivery
   where received_at < now() - make_interval(days => :days) limit :limit`,
)
/** Workspaces with webhooks that came long ago. */
export const oldDeliveriesDueIn = async (tx: Transaction, limit: number) =>
  (await oldDue(tx, { days, limit })).map(({ workspaceId }) => workspaceId)

const removal = statement<{ days: number; limit: number }>(
  'code-host-delivery.remove-old',
  `with old as materialized (select code_host_id, delivery_id from code_host_delivery
     where workspace_id = :workspace and received_at < now() - make_interval(days => :days) limit :limit)
   delete from code_host_delivery where (code_host_id, delivery_id) in (select code_host_id, delivery_id from old) returning 1`,
)
/** Removes the ids of at most `limit` webhooks that came long ago; gives their number. */
export const removeOldDeliveries = async (tx: Transaction, limit: number) => (await removal(tx, { days, limit })).length
