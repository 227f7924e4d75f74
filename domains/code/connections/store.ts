import type { QueryResultRow } from 'pg'
import { validate } from 'uuid'
import { linkTokenHash } from '../../../platform/crypto/index.ts'
import { hasName } from '../../../platform/db/fragments.ts'
import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Table } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import { retention } from '../../../platform/retention/index.ts'

type Columns = Pick<Table<Readonly<Record<string, never>>>, 'name' | 'columns'>

/**
 * Connections of a kind of which a workspace has several, each with a name. One at a time adds or removes them under
 * the lock `lockName`, so that they can be counted.
 */
export const namedConnections = <Row extends QueryResultRow>(
  kind: string,
  { name: table, columns }: Columns,
  { lockName, most }: { readonly lockName: string; readonly most: number },
) => {
  const list = statement<NoValues, Row>(
    `${kind}.every-connection`,
    `select ${columns} from ${table} where workspace_id = :workspace order by created_at, id`,
  )
  const named = statement<{ name: string }, { id: string }>(
    `${kind}.connection-named`,
    `select id from ${table} where workspace_id = :workspace and ${hasName('name')} limit 1`,
  )
  const find = statement<{ id: string }, Row>(
    `${kind}.one-connection`,
    `select ${columns} from ${table} where workspace_id = :workspace and id = :id`,
  )
  const remove = statement<{ id: string }, Row>(
    `${kind}.remove-connection`,
    `delete from ${table} where workspace_id = :workspace and id = :id returning ${columns}`,
  )
  const renew = statement<{ id: string; keyVersion: number; ciphertext: Uint8Array }, Row>(
    `${kind}.renew-connection`,
    `update ${table} set key_version = :keyVersion, ciphertext = :ciphertext
     where workspace_id = :workspace and id = :id returning ${columns}`,
  )
  const lock = (tx: Transaction) => lockInWorkspace(tx, lockName)
  return {
    /** Updates the sealed credential; undefined if the connection was deleted. */
    renew: async (tx: Transaction, sealed: Parameters<typeof renew>[1]) => (await renew(tx, sealed)).at(0),
    /** Oldest first. */
    list: (tx: Transaction) => list(tx),
    lock,
    find: async (tx: Transaction, id: string) => (validate(id) ? (await find(tx, { id })).at(0) : undefined),
    remove: async (tx: Transaction, id: string) => (validate(id) ? (await remove(tx, { id })).at(0) : undefined),
    /** Why the workspace takes no further connection of this name; it takes the lock. */
    refusalOf: async (tx: Transaction, name: string) => {
      await lock(tx)
      if ((await named(tx, { name })).length > 0) return 'nameTaken'
      return (await list(tx)).length >= most ? 'full' : undefined
    },
  }
}

/** A connection of a kind of which a workspace has one. Rows of ended ones stay. */
export const soleConnection = <Row extends QueryResultRow>(
  kind: string,
  { name: table, columns }: Columns,
  lockName: string,
) => {
  const current = `select ${columns} from ${table} where workspace_id = :workspace and disconnected_at is null`
  const find = statement<NoValues, Row>(`${kind}.current-connection`, current)
  const lock = statement<NoValues, Row>(`${kind}.lock-connection`, `${current} for update`)
  const share = statement<NoValues, Row>(`${kind}.share-connection`, `${current} for share`)
  const byId = statement<{ id: string }, Row>(
    `${kind}.connection-by-id`,
    `select ${columns} from ${table} where workspace_id = :workspace and id = :id`,
  )
  const noticed = statement<{ id: string; now: Date }>(
    `${kind}.notice-came`,
    `update ${table} set notice_at = greatest(notice_at, :now::timestamptz)
     where workspace_id = :workspace and id = :id`,
  )
  return {
    /** One at a time of those who connect it. */
    lockConnecting: (tx: Transaction) => lockInWorkspace(tx, lockName),
    findConnection: async (tx: Transaction) => (await find(tx)).at(0),
    /** Reads the connection, locked against every other change of it. */
    holdConnection: async (tx: Transaction) => (await lock(tx)).at(0),
    /** Reads the connection, share-locked until the transaction ends: no disconnection and no change. */
    keepConnection: async (tx: Transaction) => (await share(tx)).at(0),
    /** A connection, ended ones too. */
    connectionOf: async (tx: Transaction, id: string) => (await byId(tx, { id })).at(0),
    /** A webhook came whose signature was right. */
    keepNoticeTime: (tx: Transaction, id: string, now: Date) => noticed(tx, { id, now }),
  }
}

/** The tokens of a kind of connection that have a known end, of which people are warned once, a week before. */
export const endingTokens = (kind: string, table: 'code_host' | 'tracker') => {
  const due = statement<{ rows: number }, { workspaceId: string; id: string }>(
    `${kind}.ending`,
    `select workspace_id as "workspaceId", id from ${table}
     where token_expires_at < now() + interval '7 days' and warned_at is null
       ${table === 'tracker' ? 'and next_renewal_at is null' : ''}
     order by token_expires_at limit :rows`,
  )
  const warned = statement<{ id: string; now: Date }, { name: string; expiresAt: Date | null }>(
    `${kind}.warned`,
    `update ${table} set warned_at = :now where workspace_id = :workspace and id = :id and warned_at is null
       and token_expires_at is not null returning name, token_expires_at as "expiresAt"`,
  )
  return {
    /** Connections among all workspaces. */
    due: (tx: Transaction, rows: number) => due(tx, { rows }),
    /** Marks a connection as warned of; undefined if it was before. */
    warn: async (tx: Transaction, id: string, now: Date) => (await warned(tx, { id, now })).at(0),
  }
}

/**
 * The connection that receives webhooks under a token, and the ids of received webhooks, which are stored for some
 * days.
 */
export const takenDeliveries = (
  kind: string,
  {
    table,
    idColumn,
    keptAs,
  }: { readonly table: string; readonly idColumn: string; readonly keptAs: DeliveryRetention },
) => {
  const { days } = retention[keptAs]
  const byHook = statement<{ tokenHash: Buffer }, { id: string; workspaceId: string }>(
    `${kind}.by-hook`,
    `select id, workspace_id as "workspaceId" from ${table} where hook_token_hash = :tokenHash`,
  )
  const seen = statement<{ id: string; now: Date }>(
    `${kind}.delivered`,
    `update ${table} set last_delivery_at = :now where workspace_id = :workspace and id = :id`,
  )
  const oldDue = statement<{ days: number; limit: number }, { workspaceId: string }>(
    `${kind}.old-deliveries-due`,
    `select distinct workspace_id as "workspaceId" from ${table}_delivery
     where received_at < now() - make_interval(days => :days) limit :limit`,
  )
  const removal = statement<{ days: number; limit: number }>(
    `${kind}.remove-old-deliveries`,
    `with old as materialized (select ${idColumn}, delivery_id from ${table}_delivery
       where workspace_id = :workspace and received_at < now() - make_interval(days => :days) limit :limit)
     delete from ${table}_delivery where (${idColumn}, delivery_id) in (select ${idColumn}, delivery_id from old)
     returning 1`,
  )
  return {
    /** The connection whose webhooks come to this token, among all workspaces. */
    byHook: async (tx: Transaction, token: string) => {
      const tokenHash = linkTokenHash(token)
      return tokenHash && (await byHook(tx, { tokenHash })).at(0)
    },
    /** A webhook of the connection came. */
    keepTime: (tx: Transaction, id: string, now: Date) => seen(tx, { id, now }),
    retention: {
      kind: keptAs,
      /** Workspaces with webhooks that came long ago. */
      dueIn: async (tx: Transaction, limit: number) =>
        (await oldDue(tx, { days, limit })).map(({ workspaceId }) => workspaceId),
      /** Deletes the ids of at most `limit` old webhooks; returns their number. */
      remove: async (tx: Transaction, limit: number) => (await removal(tx, { days, limit })).length,
    },
  }
}

type DeliveryRetention = 'codeHostDeliveries' | 'trackerDeliveries'
