import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../platform/db/transaction.ts'
import { scene, type Scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

const server = await testServer()

const inWorkspace = async (at: Scene, text: string, values: readonly unknown[] = []) =>
  server.database.within(at.workspace, async (tx: Transaction) => (await tx.query({ text, values: [...values] })).rows)

const two = async () => {
  const own = await scene(server)
  const other = await scene(server)
  const victim = await other.join('owner')
  return { own, other, victim }
}

describe('SQL run as a workspace', () => {
  test('reads no person, key or membership of another workspace', async () => {
    const { own, other, victim } = await two()
    const of = [victim.userId]
    expect(await inWorkspace(own, 'select id, email from users where id = $1', of)).toEqual([])
    expect(await inWorkspace(own, 'select id from api_key where user_id = $1', of)).toEqual([])
    expect(await inWorkspace(own, 'select role from membership where workspace_id = $1', [other.workspace])).toEqual([])
    expect(await inWorkspace(own, 'select id from workspace where id <> $1', [own.workspace])).toEqual([])
    expect(await inWorkspace(own, 'select name from workspace where id = $1', [other.workspace])).toEqual([])
  })

  test.each([
    ['a session', 'select token_hash from session'],
    ['a password', 'select password from account'],
    ['a link', 'select value from verification'],
    ['a passkey', 'select public_key from passkey'],
    ['the hash of a key', 'select secret_hash from api_key'],
    ['an erasure request', 'select email from erasure'],
    ['the verification of an address', 'select email_verified from users'],
  ])('is refused %s', async (_what, text) => {
    await expect(inWorkspace(await scene(server), text)).rejects.toThrow(/permission denied/)
  })

  test.each([
    ['an address', `update users set email = 'x', email_normal = 'x' where id = $1`],
    ['a person', `delete from users where id = $1`],
    ['the person of a key', 'update api_key set user_id = $1'],
    ['the scopes of a key', `update api_key set scopes = '{admin}' where user_id = $1`],
    ['the person of a membership', 'update membership set user_id = $1'],
    ['a session', 'update session set user_id = $1'],
    ['the time of a key’s last use', 'update api_key set last_used_at = now() where user_id = $1'],
  ])('cannot change %s', async (_what, text) => {
    const own = await scene(server)
    await expect(inWorkspace(own, text, [own.clientId])).rejects.toThrow(/permission denied/)
  })

  test('moves no row from or to another workspace', async () => {
    const { own, other, victim } = await two()
    const insert = 'insert into membership (workspace_id, user_id, role) values ($1, $2, $3)'
    await expect(inWorkspace(own, insert, [other.workspace, own.clientId, 'owner'])).rejects.toThrow(
      /row-level security/,
    )
    const moves = 'update member_invitation set workspace_id = $1'
    expect(await inWorkspace(own, moves, [other.workspace])).toEqual([])
    const key = `insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes)
      values ($1, $2, $3, 'k', $4, 'h', '{read,write,admin}')`
    const hash = Buffer.alloc(32, 1)
    await expect(inWorkspace(own, key, [uuidv7(), other.workspace, victim.userId, hash])).rejects.toThrow()
    await expect(inWorkspace(own, key, [uuidv7(), own.workspace, victim.userId, hash])).rejects.toThrow(/foreign key/)
    const removed = 'delete from membership where user_id = $1 returning user_id'
    expect(await inWorkspace(own, removed, [victim.userId])).toEqual([])
    expect(await asOwner(server, 'select role from membership where user_id = $1', [victim.userId])).toEqual([
      { role: 'owner' },
    ])
  })
})
