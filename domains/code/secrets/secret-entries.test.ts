import { expect, test } from 'vitest'
import { exportSecretFile } from '../../../packages/secret-files/secret-files.ts'
import { secretFileSamples } from '../../../packages/secret-files/testing/samples.ts'
import { auditOf, wholeChain } from '../../../testing/audit/audit-chain.ts'
import type { Operation } from '../../../platform/contract/index.ts'
import type { Caller } from '../../../testing/caller.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { createProject } from '../projects/contract.ts'
import {
  deleteProjectSecretEntry,
  deleteProjectSecretFile,
  exportProjectSecrets,
  importProjectSecretFiles,
  listProjectSecretEntries,
  upsertProjectSecretEntries,
} from './contract.ts'

const server = await testServer()
const keyless = await testServer({ SECRETS_ENCRYPTION_KEY: '' })

const world = async (on = server) => {
  const at = await scene(on)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  return { at, owner: at.owner, projectId: body.id as string }
}

const fileOf = (path: string, content: string | Buffer) => ({
  path,
  contentBase64: Buffer.from(content).toString('base64'),
})

/** To delete, the key is of the path and the source of the query; everything else is a body. */
const send = (
  caller: Caller,
  operation: Operation,
  { projectId, ...rest }: Readonly<Record<string, unknown>> & { readonly projectId: string },
) =>
  operation === deleteProjectSecretEntry
    ? caller.call(operation, {
        projectId,
        key: rest.key,
        query: rest.source === undefined ? {} : { source: rest.source },
      })
    : caller.call(operation, { projectId, body: rest })

const exported = async (caller: Caller, { projectId, ...body }: Record<string, unknown>): Promise<Buffer> => {
  const response = await caller.open(exportProjectSecrets, { projectId, body })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain'])
  return Buffer.from(await response.arrayBuffer())
}

const listed = async (caller: Caller, projectId: string) =>
  (await caller.call(listProjectSecretEntries, { projectId })).body.entries as {
    key: string
    source: string
    value: string
    shape: boolean
    updatedAt: string
  }[]

test('200 imports a file of every tool, lists it masked and exports it byte for byte or written again', async () => {
  const { at, owner, projectId } = await world()
  const files = secretFileSamples.map(({ path, text }) => fileOf(path, text))
  const reply = await send(owner, importProjectSecretFiles, { projectId, files })
  const skipped = secretFileSamples.flatMap(({ path, unread = [] }) =>
    unread.map(([rule, line]) => ({ path, rule, line })),
  )
  expect(reply).toMatchObject({ status: 200, body: { skipped } })
  expect(reply.body.files).toEqual(
    secretFileSamples.map(({ path, format, values }) => ({ path, format, entryCount: Object.keys(values).length })),
  )
  const entries = await listed(owner, projectId)
  for (const { path, format, text, values } of secretFileSamples) {
    const of = entries.filter(({ source }) => source === path)
    expect(new Set(of.map(({ key }) => key))).toEqual(new Set(Object.keys(values)))
    const isAnew = ['direnv', 'tfvars', 'netrc', 'pgpass', 'xml', 'python'].includes(format)
    expect(of.every(({ shape }) => shape === isAnew)).toBe(true)
    expect(of.filter(({ key, value }) => values[key]!.length > 4 && value.endsWith(values[key]!))).toEqual([])
    const file = await exported(owner, { projectId, source: path })
    if (!isAnew) expect(file.toString()).toBe(text)
    else expect(file).toEqual(await exportSecretFile(format, Buffer.from(text)))
  }
  const rows = await auditOf(server, at.workspace, projectId)
  expect(rows.filter(({ action }) => action === 'secrets.exported')).toHaveLength(secretFileSamples.length)
})

test('200 removes a file with its entries, one kept byte for byte, and neither; the audit row has its path', async () => {
  const { at, owner, projectId } = await world()
  const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
  const files = [fileOf('.env', 'A=1\nB=2\n'), fileOf('key.pem', key), fileOf('api/.env', 'A=3\n')]
  await send(owner, importProjectSecretFiles, { projectId, files })
  const remove = (path: string) => owner.call(deleteProjectSecretFile, { projectId, query: { path } })
  expect(await remove('.env')).toMatchObject({ status: 200, body: { files: 1, entries: 2 } })
  expect(await remove('key.pem')).toMatchObject({ status: 200, body: { files: 1, entries: 0 } })
  expect(await remove('.env')).toMatchObject({ status: 200, body: { files: 0, entries: 0 } })
  expect((await listed(owner, projectId)).map(({ source }) => source)).toEqual(['api/.env'])
  expect((await at.rows('protected_file')).map(({ path }) => path)).toEqual(['api/.env'])
  const rows = (await auditOf(server, at.workspace, projectId)).filter(({ action }) => action === 'secret.delete_file')
  expect(rows.map(({ details }) => details.path)).toEqual(['.env', 'key.pem', '.env'])
  // The third removed nothing.
  expect(await at.eventNames(projectId)).toEqual([
    'project.created',
    'secret.imported',
    'secret.file_deleted',
    'secret.file_deleted',
  ])
  expectError(await unchanged(server, () => owner.call(deleteProjectSecretFile, { projectId })), 400, 'invalid_request')
})

test('200 lists when each value was last changed; a replaced value leaves the others as they were', async () => {
  const { owner, projectId } = await world()
  await send(owner, importProjectSecretFiles, { projectId, files: [fileOf('.env', 'A=1\nB=2\n')] })
  await asOwner(server, `update secret_entry set updated_at = '2026-01-02T03:04:05Z' where project_id = $1`, [
    projectId,
  ])
  const before = Date.now() - 60_000
  const entries = [{ key: 'A', source: '.env', value: 'replaced' }]
  expect((await send(owner, upsertProjectSecretEntries, { projectId, entries })).status).toBe(200)
  const [first, second] = await listed(owner, projectId)
  expect(Date.parse(first!.updatedAt)).toBeGreaterThan(before)
  expect(second).toMatchObject({ key: 'B', updatedAt: '2026-01-02T03:04:05.000Z' })
})

test('200 masks all but the last four characters, and a value of four or fewer whole', async () => {
  const { owner, projectId } = await world()
  const entries = [
    { key: 'LONG', source: '.env', value: 'sk_live_abcd' },
    { key: 'FOUR', source: '.env', value: 'abcd' },
    { key: 'NONE', source: '.env', value: '' },
  ]
  const reply = await send(owner, upsertProjectSecretEntries, { projectId, entries })
  expect(reply).toMatchObject({ status: 200, body: { written: 3, refused: [] } })
  const shown = (await listed(owner, projectId)).map(({ key, value, shape }) => [key, value, shape])
  expect(shown).toEqual([
    ['FOUR', '••••', true],
    ['LONG', '••••abcd', true],
    ['NONE', '••••', true],
  ])
  expect((await exported(owner, { projectId })).toString()).toBe('FOUR=abcd\nLONG=sk_live_abcd\nNONE=\n')
  const json = await exported(owner, { projectId, format: 'json' })
  expect(JSON.parse(json.toString())).toEqual({ LONG: 'sk_live_abcd', FOUR: 'abcd', NONE: '' })
})

test('200 changes and removes a value only in its file, and keeps every other byte', async () => {
  const { owner, projectId } = await world()
  const text = '# shop\nexport A="one" # first\nB=two\n'
  await send(owner, importProjectSecretFiles, {
    projectId,
    files: [fileOf('.env', text), fileOf('api/.env', 'B=three\n')],
  })
  const entries = [
    { key: 'A', source: '.env', value: 'new value' },
    { key: 'C', source: '.env', value: 'added' },
    { key: 'X', source: '../outside', value: 'x' },
    { key: 'Y', source: '.git/config', value: 'x' },
    { key: 'Z', source: '.ENV', value: 'x' },
  ]
  const reply = await send(owner, upsertProjectSecretEntries, { projectId, entries })
  expect(reply).toMatchObject({ status: 200, body: { written: 2 } })
  expect((reply.body.refused as { key: string }[]).map(({ key }) => key)).toEqual(['X', 'Y', 'Z'])
  const after = '# shop\nexport A="new value" # first\nB=two\nC=added\n'
  expect((await exported(owner, { projectId, source: '.env' })).toString()).toBe(after)
  expect(await send(owner, deleteProjectSecretEntry, { projectId, key: 'A', source: 'api/.env' })).toMatchObject({
    status: 200,
    body: { removed: 0 },
  })
  expect(await send(owner, deleteProjectSecretEntry, { projectId, key: 'B' })).toMatchObject({
    status: 200,
    body: { removed: 2 },
  })
  expect((await exported(owner, { projectId, source: '.env' })).toString()).toBe(after.replace('B=two\n', ''))
  expect((await exported(owner, { projectId, source: 'api/.env' })).toString()).toBe('')
})

test('200 changes a file that is written again, which keeps its bytes until then; 400 if it has more than values', async () => {
  const { at, owner, projectId } = await world()
  const text = '# mine\nmachine api login me\n'
  await send(owner, importProjectSecretFiles, {
    projectId,
    files: [fileOf('.netrc', text), fileOf('.envrc', 'use nix\nexport A=one\n')],
  })
  const sizes = async () => (await at.rows('protected_file')).map(({ path, size_bytes: size }) => [path, Number(size)])
  expect(await sizes()).toContainEqual(['.netrc', text.length])
  const entries = [{ key: 'api.password', source: '.netrc', value: 'a secret' }]
  expect(await send(owner, upsertProjectSecretEntries, { projectId, entries })).toMatchObject({ status: 200 })
  const after = 'machine api\n  login me\n  password "a secret"\n'
  expect((await exported(owner, { projectId, source: '.netrc' })).toString()).toBe(after)
  expect(await sizes()).toContainEqual(['.netrc', after.length])
  const refused = [{ key: 'A', source: '.envrc', value: 'two' }]
  const change = () => send(owner, upsertProjectSecretEntries, { projectId, entries: refused })
  expectError(await unchanged(server, change), 400, 'invalid_request', expect.anything())
  expect((await exported(owner, { projectId, source: '.envrc' })).toString()).toBe('export A=one\n')
})

test('200 skips what cannot be read by path, line and rule, and leaves its stored entries', async () => {
  const { owner, projectId } = await world()
  await send(owner, importProjectSecretFiles, { projectId, files: [fileOf('.env', 'A=kept-value\n')] })
  const files = [
    fileOf('.env', 'A=1\nB="x'),
    fileOf('.env.example', 'A='),
    fileOf('../.env', 'A=1'),
    fileOf('ok.properties', 'a=b\n'),
    fileOf('server.key', '-----BEGIN PRIVATE KEY-----\n'),
  ]
  const { body } = await send(owner, importProjectSecretFiles, { projectId, files })
  expect(body).toEqual({
    files: [
      { path: 'ok.properties', format: 'properties', entryCount: 1 },
      { path: 'server.key', format: null, entryCount: 0 },
    ],
    skipped: [
      { path: '.env', rule: 'unterminated-quote', line: 2 },
      { path: '.env.example', rule: 'example-file', line: 1 },
      { path: '../.env', rule: 'path-not-allowed', line: 1 },
    ],
  })
  expect((await exported(owner, { projectId, source: '.env' })).toString()).toBe('A=kept-value\n')
  expect((await exported(owner, { projectId, source: 'server.key' })).toString()).toBe('-----BEGIN PRIVATE KEY-----\n')
})

test('400 for a value that the file cannot hold, an unknown format, a source that is not named, and doubles', async () => {
  const { owner, projectId } = await world()
  await send(owner, importProjectSecretFiles, {
    projectId,
    files: [fileOf('.pgpass', '*:*:*:*:x\n'), fileOf('.env', 'A=1\n')],
  })
  const calls = [
    () =>
      send(owner, upsertProjectSecretEntries, {
        projectId,
        entries: [{ key: '*:*:*:*', source: '.pgpass', value: 'a\nb' }],
      }),
    () =>
      send(owner, upsertProjectSecretEntries, {
        projectId,
        entries: times(2, { key: 'A', source: '.env', value: 'b' }),
      }),
    () => send(owner, importProjectSecretFiles, { projectId, files: times(2, fileOf('.env', 'A=2\n')) }),
    () => send(owner, importProjectSecretFiles, { projectId, files: [{ path: '.env', contentBase64: '!' }] }),
  ]
  for (const call of calls) expectError(await unchanged(server, call), 400, 'invalid_request', expect.anything())
  const none = await unchanged(server, () => send(owner, exportProjectSecrets, { projectId, source: 'none' }))
  expectError(none, 404, 'secret_source_not_found')
})

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

test('409 for changes of an archived project, which can be read and exported', async () => {
  const { owner, projectId } = await world()
  await send(owner, importProjectSecretFiles, { projectId, files: [fileOf('.env', 'A=secret\n')] })
  await asOwner(server, 'update project set archived_at = now(), archived_by = workspace_id where id = $1', [projectId])
  const calls = [
    () => send(owner, importProjectSecretFiles, { projectId, files: [fileOf('.env', 'A=2\n')] }),
    () => send(owner, upsertProjectSecretEntries, { projectId, entries: [{ key: 'A', source: '.env', value: 'b' }] }),
    () => send(owner, deleteProjectSecretEntry, { projectId, key: 'A' }),
  ]
  for (const call of calls) expectError(await unchanged(server, call), 409, 'project_archived')
  expect((await exported(owner, { projectId })).toString()).toBe('A=secret\n')
})

test('503 without a root key, in the sentence that imports use; a project without secrets lists none', async () => {
  const { owner, projectId } = await world(keyless)
  const calls = [
    () => send(owner, importProjectSecretFiles, { projectId, files: [fileOf('.env', 'A=2\n')] }),
    () => send(owner, upsertProjectSecretEntries, { projectId, entries: [{ key: 'A', source: '.env', value: 'b' }] }),
  ]
  for (const call of calls) expectError(await unchanged(keyless, call), 503, 'secrets_encryption_unavailable')
  expect(await listed(owner, projectId)).toEqual([])
})

test('of callers at once whose paths differ only by case, one has its file', async () => {
  const { owner, projectId } = await world()
  const names = ['.env', '.ENV', '.Env', '.eNV']
  const replies = await Promise.all(
    names.map((name) => send(owner, importProjectSecretFiles, { projectId, files: [fileOf(name, 'A=a value\n')] })),
  )
  expect(replies.flatMap(({ body }) => body.files)).toHaveLength(1)
  expect(replies.flatMap(({ body }) => body.skipped)).toHaveLength(3)
  expect(await listed(owner, projectId)).toHaveLength(1)
})

test('no table, audit row or list holds a value in clear, and ten callers at once lose no change', async () => {
  const { at, owner, projectId } = await world()
  await send(owner, importProjectSecretFiles, { projectId, files: [fileOf('.env', 'A=canary-4711-value\n')] })
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      send(owner, upsertProjectSecretEntries, {
        projectId,
        entries: [{ key: `K${index}`, source: '.env', value: `canary-${index}-value` }],
      }),
    ),
  )
  const won = replies.flatMap(({ status }, index) => (status === 200 ? [`K${index}`] : []))
  expect(won.length).toBeGreaterThan(0)
  expect(replies.every(({ status, body }) => status === 200 || body.code === 'secret_file_changed')).toBe(true)
  const text = (await exported(owner, { projectId })).toString()
  const keys = text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('=')[0]!]))
  expect(new Set(keys)).toEqual(new Set(['A', ...won]))
  const places = [
    await wholeChain(server, at.workspace),
    await at.rows('secret_entry'),
    await at.rows('protected_file'),
    await listed(owner, projectId),
  ]
  const everything = JSON.stringify(places, (_, value: unknown) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : value,
  )
  expect(everything).not.toContain('canary-')
  expect(everything).not.toContain(Buffer.from('canary-4711').toString('base64').slice(0, 12))
})
