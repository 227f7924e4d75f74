import pg from 'pg'
import { expect, test } from 'vitest'
import { sealSecrets, resolveSecrets, sealedCredentials } from '../../../../domains/code/secrets/index.ts'
import { createModelEndpoint } from '../../../../domains/agents/models/contract.ts'
import { openVault, parseRootKeys } from '../../../../platform/crypto/index.ts'
import { sealMail } from '../../../../platform/mail/envelope.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { runCli, startCli, type RunningCli } from '../../../../testing/cli/run-cli.ts'
import { eventually } from '../../../../testing/jobs/world.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { testRootKey } from '../../../../testing/people/sessions.ts'
import { asOwner } from '../../../../testing/database-state.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { database, databaseUrl, dataFolder } = server
const newKey = 'c'.repeat(64)
const [old] = parseRootKeys('old', testRootKey)
const both = parseRootKeys('both', `${newKey},${testRootKey}`)
const [fresh] = both

const wrappedBy = async () => {
  const rows = await asOwner(
    server,
    `select root_key_id as id from data_key union all select root_key_id from workspace_data_key
     union all select root_key_id from mail where root_key_id is not null
     union all select root_key_id from instance_key`,
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

/** Kills the process once it waits for this version of a project's data keys, which the test holds. */
const killAtTheKey = async (projectId: string, version: number, start: () => RunningCli) => {
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from data_key where project_id = $1 and version = $2 for update', [projectId, version])
  const running = start()
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await eventually(async () => (await asOwner(server, waiting)).length > 0)
  running.kill()
  expect((await running.ended).exitCode).toBeNull()
  await holder.query('rollback')
  await holder.end()
}

/** 126 data keys under the old root key: those of three projects, of a model endpoint, of a mail that waits and of the audit key. */
const keysOfAllKinds = async () => {
  const { vault } = server.parts
  const at = await scene(server)
  const ids = await Promise.all(Array.from({ length: 3 }, () => emptyProject(at.owner)))
  const entries = [{ source: '.env', key: 'A', value: 'a value' }]
  for (const id of ids) await database.within(at.workspace, (tx) => sealSecrets(tx, vault, id, { files: [], entries }))
  await addDataKeys(at.workspace, ids[0]!)
  const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 2, pricedOn: '2026-11-21' }
  const endpoint = {
    name: 'acme',
    baseUrl: 'https://api.example.com/v1',
    apiKey: 'sk-of-all-projects',
    models: [{ model: 'm', ...price }],
  }
  const made = await at.owner.call(createModelEndpoint, { body: endpoint })
  expect(made.status).toBe(201)
  const endpointId = made.body.id as string
  const mailId = ids[1]!
  const mail = sealMail(vault, mailId, at.workspace, {} as never)!
  await asOwner(
    server,
    `insert into mail (id, workspace_id, kind, recipient, state, next_attempt_at, expires_at, root_key_id, wrapped, sealed)
     values ($1, $2, 'test', 'a@example.com', 'queued', 'infinity', 'infinity', $3, $4, $5)`,
    [mailId, at.workspace, mail.rootKeyId, mail.wrapped, mail.sealed],
  )
  return { at, ids, endpointId, mailId }
}

test('root keys rotate in batches, continue after a process that was killed in the middle, and refuse if a key in use is missing', async () => {
  const { at, ids, endpointId, mailId } = await keysOfAllKinds()
  expect(await wrappedBy()).toEqual({ old: 126, fresh: 0, all: 126 })
  const environment = { DATABASE_URL: databaseUrl, ATELIER_DATA: dataFolder, HOME: dataFolder }
  await killAtTheKey(ids[0]!, 111, () =>
    startCli(['secrets', 'rotate-root'], dataFolder, {
      ...environment,
      SECRETS_ENCRYPTION_KEY: `${newKey},${testRootKey}`,
    }),
  )
  const afterDeath = await wrappedBy()
  expect([afterDeath.all, afterDeath.fresh >= 110, afterDeath.old > 0]).toEqual([126, true, true])
  const use = { workspaceId: at.workspace, names: ['A'], environment: null }
  const opened = async (keys: typeof both) => {
    const parts = { ...server.parts, vault: openVault(keys) }
    return Promise.all(
      ids.map(async (projectId) => (await resolveSecrets(parts, { ...use, projectId })).values.get('A')),
    )
  }
  expect(await opened(both)).toEqual(['a value', 'a value', 'a value'])

  const run = (SECRETS_ENCRYPTION_KEY: string) =>
    runCli(['secrets', 'rotate-root', '--json'], dataFolder, { ...environment, SECRETS_ENCRYPTION_KEY })
  const early = await run(newKey)
  expect(early).toMatchObject({ exitCode: 4 })
  expect(early.stderr).toContain(old.id)
  expect(await wrappedBy()).toEqual(afterDeath)
  const ended = await run(`${newKey},${testRootKey}`)
  expect([ended.exitCode, JSON.parse(ended.stdout)]).toEqual([
    0,
    { current: fresh.id, rewrapped: afterDeath.old, unused: [old.id] },
  ])
  expect(await wrappedBy()).toEqual({ old: 0, fresh: 126, all: 126 })
  expect(await opened([fresh])).toEqual(['a value', 'a value', 'a value'])
  const [kept] = await asOwner(
    server,
    'select key_version as "keyVersion", ciphertext from model_endpoint where id = $1',
    [endpointId],
  )
  const open = (keys: typeof both) =>
    database.within(at.workspace, (tx) =>
      sealedCredentials('model-endpoint').open(tx, openVault(keys), endpointId, kept as never),
    )
  expect(await open([fresh])).toBe('sk-of-all-projects')
  await expect(open([old])).rejects.toThrow()
  const [row] = await asOwner(server, 'select root_key_id as "rootKeyId", wrapped, sealed from mail where id = $1', [
    mailId,
  ])
  const stored = row as { rootKeyId: string; wrapped: Buffer; sealed: Buffer }
  const key = openVault([fresh]).openDataKey({ workspaceId: at.workspace, projectId: 'mail', version: 1 }, stored)
  expect(key.unseal('mail', mailId, stored.sealed).toString()).toBe('{}')
})
