import { validate } from 'uuid'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { endingTokens, namedConnections, takenDeliveries } from '../connections/index.ts'
import { codeHostsMost } from './rules.ts'
import { codeHost, codeHostDelivery, type CodeHostRow } from './tables.ts'

export const {
  list: codeHosts,
  find: findCodeHost,
  remove: removeCodeHost,
  lock: lockCodeHosts,
  refusalOf: refusalOfHost,
} = namedConnections<CodeHostRow>('code-host', codeHost, { lockName: 'code hosts of ', most: codeHostsMost })

export const endingHosts = endingTokens('code-host', 'code_host')

const deliveries = takenDeliveries('code-host', {
  table: 'code_host',
  idColumn: 'code_host_id',
  keptAs: 'codeHostDeliveries',
})
export const { byHook: codeHostByHook, retention: deliveryRetention } = deliveries

/** Finds a code host, and locks it against removal until the transaction ends. */
export const shareLockCodeHost = rowStatement<{ id: string }, CodeHostRow>(
  'code-host.hold',
  selectById(codeHost, 'for share'),
)

const lock = statement<{ id: string }, CodeHostRow>('code-host.lock', selectById(codeHost, 'for update'))
export const lockCodeHost = async (tx: Transaction, id: string) =>
  validate(id) ? (await lock(tx, { id })).at(0) : undefined

const givenFields = ['id', 'kind', 'name', 'baseUrl', 'appId', 'installationId', 'keyVersion', 'ciphertext'] as const
export const insertCodeHost = oneRowStatement<
  Pick<CodeHostRow, (typeof givenFields)[number]> & { expiresAt: Date | null; now: Date; userId: string },
  CodeHostRow
>(
  'code-host.insert',
  insertInto(
    codeHost,
    givenFields,
    { workspaceId: ':workspace', tokenExpiresAt: ':expiresAt', createdAt: ':now', createdBy: ':userId' },
    `returning ${codeHost.columns}`,
  ),
)

type Renewed = Pick<CodeHostRow, 'id' | 'appId' | 'installationId' | 'keyVersion' | 'ciphertext'>
/** Updates the token or app; undefined if the connection was deleted. */
export const renewCodeHost = rowStatement<Renewed & { expiresAt: Date | null }, CodeHostRow>(
  'code-host.renew',
  `update code_host set app_id = :appId, installation_id = :installationId, key_version = :keyVersion,
     ciphertext = :ciphertext, token_expires_at = :expiresAt, warned_at = null
   where workspace_id = :workspace and id = :id returning ${codeHost.columns}`,
)

/** Stores the webhook keys of a connection that has none. The caller holds `lockCodeHost`. */
export const setHookOnce = statement<{
  id: string
  hookTokenHash: Buffer
  hookKeyVersion: number
  hookCiphertext: Uint8Array
}>(
  'code-host.set-hook',
  `update code_host set hook_token_hash = :hookTokenHash, hook_key_version = :hookKeyVersion,
     hook_ciphertext = :hookCiphertext
   where workspace_id = :workspace and id = :id and hook_token_hash is null`,
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
/** Records that a webhook came; false for a webhook that came before. */
export const recordHostDelivery = async (tx: Transaction, delivery: Parameters<typeof insertDelivery>[1]) => {
  await deliveries.keepTime(tx, delivery.codeHostId, delivery.now)
  return (await insertDelivery(tx, delivery)).length > 0
}
