import { expect, test } from 'vitest'
import { rotateRootKeys } from '../../server/rotate-root-keys.ts'
import { keepSecrets, openForWorkspace, resolveSecrets, sealForWorkspace } from '../../../domains/code/secrets/index.ts'
import { openVault, parseRootKeys } from '../../../platform/crypto/index.ts'
import { sealMail } from '../../../platform/mail/envelope.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { runCli } from '../../../testing/cli/run-cli.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { testRootKey } from '../../../testing/sessions.ts'
import { asOwner } from '../../../testing/state.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { database, databaseUrl, dataFolder } = server
const newKey = 'c'.repeat(64)
const [old] = parseRootKeys('old', testRootKey)
const both = parseRootKeys('both', `${newKey},${testRootKey}`)
const [fresh] = both
const signal = new AbortController().signal

const wrappedBy = async () => {
  const rows = await asOwner(
    server,
    `select root_key_id as id from data_key union all select root_key_id from workspace_data_key
     union all select root_key_id from mail where root_key_id is not null`,
  )
  const count = (id: string) => rows.filter((row) => row.id === id).length
  return { old: count(old.id), fresh: count(fresh.id), all: rows.length }
}

/** A batch and more of them: versions 2 to 121 of a project's. */
const addDataKeys = async (workspaceId: string, projectId: string) => {
  const insert = `insert into data_key (workspace_id, project_id, version, root_key_id, wrapped, created_at)
    values ($1, $2, $3, $4, $5, now())`
  for (let version = 2; version <= 121; version += 1) {
    const { stored } = server.parts.vault.createDataKey({ workspaceId, projectId, version })
    await asOwner(server, insert, [workspaceId, projectId, version, stored.rootKeyId, stored.wrapped])
  }
}

test('root keys rotate in batches, go on after an end in the middle, and refuse where a key in use is missing', async () => {
  const { vault } = server.parts
  const at = await scene(server)
  const ids = await Promise.all(Array.from({ length: 3 }, () => emptyProject(at.owner)))
  const entries = [{ source: '.env', key: 'A', value: 'a value' }]
  for (const id of ids) await database.within(at.workspace, (tx) => keepSecrets(tx, vault, id, { files: [], entries }))
  await addDataKeys(at.workspace, ids[0]!)
  const place = { kind: 'test', name: 'key' }
  const own = await database.within(at.workspace, (tx) => sealForWorkspace(tx, vault, place, 'of all'))
  const mailId = ids[1]!
  const mail = sealMail(vault, mailId, at.workspace, {} as never)!
  await asOwner(
    server,
    `insert into mail (id, workspace_id, kind, recipient, state, next_attempt_at, expires_at, root_key_id, wrapped, sealed)
     values ($1, $2, 'test', 'a@example.com', 'queued', 'infinity', 'infinity', $3, $4, $5)`,
    [mailId, at.workspace, mail.rootKeyId, mail.wrapped, mail.sealed],
  )
  expect(await wrappedBy()).toEqual({ old: 125, fresh: 0, all: 125 })
  const dying = () => {
    throw new Error('killed')
  }
  await expect(rotateRootKeys({ database, rootKeys: both, signal, progress: dying })).rejects.toThrow('killed')
  expect(await wrappedBy()).toEqual({ old: 25, fresh: 100, all: 125 })
  const use = { workspaceId: at.workspace, names: ['A'], environment: null }
  const opened = async (keys: typeof both) => {
    const parts = { ...server.parts, vault: openVault(keys) }
    return Promise.all(
      ids.map(async (projectId) => (await resolveSecrets(parts, { ...use, projectId })).values.get('A')),
    )
  }
  expect(await opened(both)).toEqual(['a value', 'a value', 'a value'])

  const environment = { DATABASE_URL: databaseUrl, ATELIER_DATA: dataFolder, HOME: dataFolder }
  const run = (SECRETS_ENCRYPTION_KEY: string) =>
    runCli(['secrets', 'rotate-root', '--json'], dataFolder, { ...environment, SECRETS_ENCRYPTION_KEY })
  const early = await run(newKey)
  expect(early).toMatchObject({ exitCode: 4 })
  expect(early.stderr).toContain(old.id)
  expect(await wrappedBy()).toEqual({ old: 25, fresh: 100, all: 125 })
  const ended = await run(`${newKey},${testRootKey}`)
  expect([ended.exitCode, JSON.parse(ended.stdout)]).toEqual([
    0,
    { current: fresh.id, rewrapped: 25, unused: [old.id] },
  ])
  expect(await wrappedBy()).toEqual({ old: 0, fresh: 125, all: 125 })
  expect(await opened([fresh])).toEqual(['a value', 'a value', 'a value'])
  expect(await database.within(at.workspace, (tx) => openForWorkspace(tx, openVault([fresh]), place, own))).toBe(
    'of all',
  )
  const [row] = await asOwner(server, 'select root_key_id as "rootKeyId", wrapped, sealed from mail where id = $1', [
    mailId,
  ])
  const stored = row as { rootKeyId: string; wrapped: Buffer; sealed: Buffer }
  const key = openVault([fresh]).openDataKey({ workspaceId: at.workspace, projectId: 'mail', version: 1 }, stored)
  expect(key.unseal('mail', mailId, stored.sealed).toString()).toBe('{}')
})
