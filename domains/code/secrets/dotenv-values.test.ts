import { expect, test } from 'vitest'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createProject } from '../projects/contract.ts'
import { getProjectProtectedFiles } from '../revisions/contract.ts'
import {
  deleteProjectSecretEntry,
  exportProjectSecrets,
  importProjectSecretFiles,
  listProjectSecretEntries,
  upsertProjectSecretEntries,
} from './contract.ts'
import { resolveSecrets } from './resolve.ts'

const server = await testServer()

const world = async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  const projectId = body.id as string
  const exported = async (body: object) => (await at.owner.open(exportProjectSecrets, { projectId, body })).text()
  const imported = (path: string, text: string) => {
    const file = { path, contentBase64: Buffer.from(text).toString('base64') }
    return at.owner.call(importProjectSecretFiles, { projectId, body: { files: [file] } })
  }
  const put = (...entries: { key: string; source: string; value: string }[]) =>
    at.owner.call(upsertProjectSecretEntries, { projectId, body: { entries } })
  const named = (...names: string[]) =>
    resolveSecrets(server.parts, { workspaceId: at.workspace, projectId, names, environment: null })
  return { at, projectId, exported, imported, put, named }
}

const command = `touch pwned '' ""`

test('200 stores a value that a dotenv file cannot hold; checks get it, and the export names it', async () => {
  const { at, projectId, exported, imported, put, named } = await world()
  await imported('.env', 'A=1\nB=old # why\nC=3')
  expect(await put({ key: 'B', source: '.env', value: command })).toMatchObject({
    status: 200,
    body: { written: 1, refused: [] },
  })
  const note = '# B is not written: programs would read its value differently here.\n'
  expect(await exported({ source: '.env' })).toBe(`A=1\nC=3\n${note}`)
  expect(await exported({ source: '.env', format: 'dotenv' })).toBe(`A=1\nC=3\n${note}`)
  expect(JSON.parse(await exported({ source: '.env', format: 'json' }))).toEqual({ A: '1', C: '3', B: command })
  expect((await named('A', 'B')).values.get('B')).toBe(command)
  const { body } = await at.owner.call(listProjectSecretEntries, { projectId })
  expect((body.entries as { key: string }[]).map(({ key }) => key)).toEqual(['A', 'B', 'C'])
  await put({ key: 'B', source: '.env', value: 'plain' })
  expect(await exported({ source: '.env' })).toBe('A=1\nC=3\nB=plain\n')
})

test('200 for such a value of a file that is not kept, and for its removal', async () => {
  const { at, projectId, exported, put } = await world()
  await put({ key: 'A', source: 'new.env', value: 'a value' }, { key: 'B', source: 'new.env', value: 'A\nC=evil' })
  expect(await exported({ source: 'new.env' })).toBe(
    "A='a value'\n# B is not written: programs would read its value differently here.\n",
  )
  const kept = (await at.owner.call(getProjectProtectedFiles, { id: projectId })).body
  expect(kept.secrets).toMatchObject({ entries: [{ key: 'A' }, { key: 'B', value: 'A\nC=evil' }] })
  await at.owner.call(deleteProjectSecretEntry, { projectId, key: 'B', query: { source: 'new.env' } })
  expect(await exported({ source: 'new.env' })).toBe("A='a value'\n")
})

test('200 imports .env.override.with.default, and skips .env.default and paths that turn the text around', async () => {
  const { imported } = await world()
  expect((await imported('.env.override.with.default', 'A=1\n')).body).toMatchObject({ files: [{ entryCount: 1 }] })
  for (const [path, rule] of [
    ['.env.default', 'example-file'],
    ['.env.defaults', 'example-file'],
    ['.env.production.example', 'example-file'],
    ['\u202egnp.env', 'path-not-allowed'],
  ] as const)
    expect((await imported(path, 'A=1\n')).body).toMatchObject({ files: [], skipped: [{ path, rule }] })
})

test('200 imports and changes a file of 10,000 entries, each key with the value that counts', async () => {
  const { at, exported, imported, put, named } = await world()
  const lines = Array.from({ length: 10_000 }, (_, at) => `KEY_${at}=value-${at}\n`).join('')
  expect((await imported('.env', lines)).body).toMatchObject({ files: [{ entryCount: 10_000 }] })
  expect(await at.rows('secret_entry')).toHaveLength(10_000)
  await put({ key: 'KEY_9999', source: '.env', value: 'changed' })
  expect((await named('KEY_0', 'KEY_9999')).values).toEqual(
    new Map([
      ['KEY_0', 'value-0'],
      ['KEY_9999', 'changed'],
    ]),
  )
  expect(await exported({ source: '.env' })).toBe(lines.replace('value-9999', 'changed'))
})
