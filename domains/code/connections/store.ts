import type { QueryResultRow } from 'pg'
import { validate } from 'uuid'
import { linkTokenHash } from '../../../platform/crypto/index.ts'
import { hasName } from '../../../platform/db/fragments.ts'
import { matchStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Table } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import { retention } from '../../../platform/retention/index.ts'

type Columns = Pick<Table<Readonly<Record<string, never>>>, 'name' | 'columns'>

/** Named connections, several in a workspace; the lock `lockName` orders changes, so that they can be counted. */
export const namedConnections = <Row extends QueryResultRow>(
  kind: string,
  { name: table, columns }: Columns,
  { lockName, most }: { readonly lockName: string; readonly most: number },
) => {
  const list = statement<NoValues, Row>(
    `${kind}.every-connection`,
    `select ${columns} from ${table} where workspace_id = :workspace order by created_at, id`,
  )
  const isNamed = matchStatement<{ name: string }, { id: string }>(
    `${kind}.connection-named`,
    `select id from ${table} where workspace_id = :workspace and ${hasName('name')} limit 1`,
  )
  const find = rowStatement<{ id: string }, Row>(
    `${kind}.one-connection`,
    `select ${columns} from ${table} where workspace_id = :workspace and id = :id`,
  )
  const remove = rowStatement<{ id: string }, Row>(
    `${kind}.remove-connection`,
    `delete from ${table} where workspace_id = :workspace and id = :id returning ${columns}`,
  )
  const lock = (tx: Transaction) => lockInWorkspace(tx, lockName)
  return {
    /** Updates the sealed credential; undefined if the connection was deleted. */
    renew: rowStatement<{ id: string; keyVersion: number; ciphertext: Uint8Array }, Row>(
      `${kind}.renew-connection`,
      `update ${table} set key_version = :keyVersion, ciphertext = :ciphertext
       where workspace_id = :workspace and id = :id returning ${columns}`,
    ),
    /** Oldest first. */
    list,
    lock,
    find: async (tx: Transaction, id: string) => (validate(id) ? find(tx, { id }) : undefined),
    remove: async (tx: Transaction, id: string) => (validate(id) ? remove(tx, { id }) : undefined),
    /** Why the workspace takes no further connection of this name; it takes the lock. */
    refusalOf: async (tx: Transaction, name: string) => {
      await lock(tx)
      if (await isNamed(tx, { name })) return 'nameTaken'
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
  const byId = rowStatement<{ id: string }, Row>(
    `${kind}.connection-by-id`,
    `select ${columns} from ${table} where workspace_id = :workspace and id = :id`,
  )
  const noticed = statement<{ id: string; now: Date }>(
    `${kind}.notice-came`,
    `update ${table} set notice_at = greatest(notice_at, :now::timestamptz)
     where workspace_id = :workspace and id = :id`,
  )
  return {
    /** Locks connecting: one transaction at a time connects. */
    lockConnecting: (tx: Transaction) => lockInWorkspace(tx, lockName),
    findConnection: rowStatement<NoValues, Row>(`${kind}.current-connection`, current),
    /** Reads the connection, locked against every other change of it. */
    holdConnection: rowStatement<NoValues, Row>(`${kind}.lock-connection`, `${current} for update`),
    /** Reads the connection, share-locked until the transaction ends: no disconnection and no change. */
    keepConnection: rowStatement<NoValues, Row>(`${kind}.share-connection`, `${current} for share`),
    /** A connection, ended ones too. */
    connectionOf: (tx: Transaction, id: string) => byId(tx, { id }),
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
  const warned = rowStatement<{ id: string; now: Date }, { name: string; expiresAt: Date | null }>(
    `${kind}.warned`,
    `update ${table} set warned_at = :now where workspace_id = :workspace and id = :id and warned_at is null
       and token_expires_at is not null returning name, token_expires_at as "expiresAt"`,
  )
  return {
    /** Connections among all workspaces. */
    due: (tx: Transaction, rows: number) => due(tx, { rows }),
    /** Marks a connection as warned of; undefined if it was before. */
    warn: (tx: Transaction, id: string, now: Date) => warned(tx, { id, now }),
  }
}

/** The connection that receives webhooks under a token, and the ids of webhooks, which are stored for some days. */
export const takenDeliveries = (
  kind: string,
  { table, idColumn, keptAs }: { table: string; idColumn: string; keptAs: 'codeHostDeliveries' | 'trackerDeliveries' },
) => {
  const byHook = rowStatement<{ tokenHash: Buffer }, { id: string; workspaceId: string }>(
    `${kind}.by-hook`,
    `select id, workspace_id as "workspaceId" from ${table} where hook_token_hash = :tokenHash`,
  )
  const seen = statement<{ id: string; now: Date }>(
    `${kind}.delivered`,
    `update ${table} set last_delivery_at = :now where workspace_id = :workspace and id = :id`,
  )
  const isOld = `received_at < now() - interval '${retention[keptAs].days} days'`
  const removal = statement<{ limit: number }>(
    `${kind}.remove-old-deliveries`,
    `with old as materialized (select ${idColumn}, delivery_id from ${table}_delivery
       where workspace_id = :workspace and ${isOld} limit :limit)
     delete from ${table}_delivery where (${idColumn}, delivery_id) in (select ${idColumn}, delivery_id from old)
     returning 1`,
  )
  return {
    /** The connection whose webhooks come to this token, among all workspaces. */
    byHook: async (tx: Transaction, token: string) => {
      const tokenHash = linkTokenHash(token)
      return tokenHash && byHook(tx, { tokenHash })
    },
    /** A webhook of the connection came. */
    keepTime: (tx: Transaction, id: string, now: Date) => seen(tx, { id, now }),
    retention: {
      kind: keptAs,
      dueIn: workspacesDue(`${kind}.old-deliveries`, `${table}_delivery where ${isOld}`),
      /** Deletes the ids of at most `limit` old webhooks; returns their number. */
      remove: async (tx: Transaction, limit: number) => (await removal(tx, { limit })).length,
    },
  }
}
