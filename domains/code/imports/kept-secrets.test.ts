import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { finalize, importStatus, uploadedImport } from '../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf, hashOf } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner, stateOf } from '../../../testing/database-state.ts'

const server = await testServer()
const keyless = await testServer({ SECRETS_ENCRYPTION_KEY: '' })
const bundle = await bundleOf(
  { 'a.txt': 'a' },
  {
    protected: [
      { path: '.env', reason: 'dotenv' },
      { path: 'certs/key.pem', reason: 'private key' },
    ],
  },
)
const file = '-----BEGIN a key that nobody may see-----\n'
const value = 'a value that nobody may see'
const offered = {
  protectedFiles: [
    {
      path: 'certs/key.pem',
      mode: '100600',
      contentBase64: Buffer.from(file).toString('base64'),
      sha256: hashOf(Buffer.from(file)),
    },
  ],
  secrets: { entries: [{ key: 'TOKEN', source: '.env', value }] },
}

test('201 stores protected files and secrets, which open only for their own project and key', async () => {
  const world = await scene(server)
  const { status, body } = await finalize(world.owner, await uploadedImport(world.owner, bundle), offered)
  expect(status).toBe(201)
  const projectId = body.projectId as string
  const [key] = await world.rows('data_key')
  const [kept] = await world.rows('protected_file')
  const [entry] = await world.rows('secret_entry')
  const place = { workspaceId: world.workspace, projectId, version: 1 }
  const stored = { rootKeyId: key!.root_key_id as string, wrapped: key!.wrapped as Buffer }
  const dataKey = server.parts.vault.openDataKey(place, stored)
  const fileBytes = dataKey.unseal('protected-file', 'certs/key.pem', kept!.ciphertext as Buffer)
  expect(fileBytes.toString()).toBe(file)
  expect(kept).toMatchObject({ mode: '100600', size_bytes: file.length, sha256: hashOf(Buffer.from(file)) })
  expect(dataKey.unseal('entry:.env', 'TOKEN', entry!.ciphertext as Buffer).toString()).toBe(value)
  expect(() => dataKey.unseal('entry:.env', 'OTHER', entry!.ciphertext as Buffer)).toThrow()
  const other = { ...place, projectId: place.workspaceId }
  expect(() => server.parts.vault.openDataKey(other, stored)).toThrow()
})

test('201 leaves no plaintext in a table, a file, the answer, the audit row or the event', async () => {
  const world = await scene(server)
  const reply = await finalize(world.owner, await uploadedImport(world.owner, bundle), offered)
  expect(reply.status).toBe(201)
  const [row] = await auditOf(server, world.workspace, reply.body.projectId as string)
  const everything = [JSON.stringify(reply.body), JSON.stringify(row), await allRows(), await allFiles()].join('\n')
  for (const clear of [file.trim(), value]) {
    const bytes = Buffer.from(clear)
    const base64 = bytes.toString('base64').slice(0, -4)
    for (const form of [clear, bytes.toString('hex'), base64]) expect(everything).not.toContain(form)
  }
  // The searched text is found in its place: the name of the file.
  expect(everything).toContain('certs/key.pem')
})

const allRows = async () => {
  const tables = `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'queue') and table_type = 'BASE TABLE'`
  const rows: string[] = []
  for (const { name } of await asOwner(server, tables)) {
    const found = await asOwner(server, `select to_jsonb(t)::text as row from ${String(name)} t`)
    rows.push(...found.map(({ row }) => String(row)))
  }
  return rows.join('\n')
}

const allFiles = async () => {
  const { files } = await stateOf(server)
  const paths = files.map((line) => line.slice(0, line.lastIndexOf(' ')))
  return (await Promise.all(paths.map((path) => readFile(join(path), 'latin1')))).join('\n')
}

test('201 for each project makes its own data key', async () => {
  const world = await scene(server)
  for (const at of [1, 2]) {
    const id = await uploadedImport(world.owner, bundle)
    expect((await finalize(world.owner, id, offered)).status, `import ${at}`).toBe(201)
  }
  const wrapped = (await world.rows('data_key')).map((row) => (row.wrapped as Buffer).toString('hex'))
  expect(new Set(wrapped).size).toBe(2)
  const sealed = (await world.rows('secret_entry')).map((row) => (row.ciphertext as Buffer).toString('hex'))
  expect(new Set(sealed).size).toBe(2)
})

test('201 accepts values of any text and files of any bytes', async () => {
  const world = await scene(server)
  const noise = Buffer.from(Array.from({ length: 256 }, (_none, at) => at))
  const [base] = offered.protectedFiles
  const body = {
    protectedFiles: [{ ...base, contentBase64: noise.toString('base64'), sha256: hashOf(noise) }],
    secrets: {
      entries: [
        { key: 'EMPTY', source: '.env', value: '' },
        { key: 'É', source: '.env', value: '👟\n"\\' },
      ],
    },
  }
  expect((await finalize(world.owner, await uploadedImport(world.owner, bundle), body)).status).toBe(201)
  expect(await world.rows('secret_entry')).toHaveLength(2)
})

test('503 without a root key, without a change, and 201 without secrets', async () => {
  const world = await scene(keyless)
  const id = await uploadedImport(world.owner, bundle)
  const reply = await unchanged(keyless, () => finalize(world.owner, id, offered))
  expectError(reply, 503, 'secrets_encryption_unavailable')
  expect(reply.body.error).toContain('SECRETS_ENCRYPTION_KEY')
  expect(await importStatus(world.owner, id)).toBe('uploaded')
  expect((await finalize(world.owner, id)).status).toBe(201)
})
