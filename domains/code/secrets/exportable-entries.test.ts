import { expect, test } from 'vitest'
import { wholeChain } from '../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createProject } from '../projects/contract.ts'
import { exportProjectSecrets, importProjectSecretFiles, upsertProjectSecretEntries } from './contract.ts'

const server = await testServer()
const world = async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  const projectId = body.id as string
  const put = (...entries: { key: string; source: string; value?: string }[]) =>
    at.owner.call(upsertProjectSecretEntries, {
      projectId,
      body: { entries: entries.map((entry) => ({ value: 'a value', ...entry })) },
    })
  const exported = (body: object) => at.owner.open(exportProjectSecrets, { projectId, body })
  return { at, projectId, put, exported }
}

test.each([
  ['n.env', 'bad key'],
  ['conf.xml', 'server'],
  ['.pgpass', 'PASSWORD'],
])(
  '400 for an entry of %s that its format cannot hold, which names the entry and keeps the others out',
  async (source, key) => {
    const { put, exported } = await world()
    const good = { key: 'GOOD', source: 'good.env' }
    const reply = await unchanged(server, () => put(good, { key, source }))
    expectError(reply, 400, 'invalid_request', [
      { path: 'entries.1', message: expect.stringContaining(key) as string, rule: 'format' },
    ])
    expect(await put(good)).toMatchObject({ status: 200, body: { written: 1, refused: [] } })
    expect(await (await exported({ source: 'good.env' })).text()).toBe("GOOD='a value'\n")
  },
)

test('200 exports the stored entries, in the format of its path and as JSON', async () => {
  const { put, exported } = await world()
  expect(await put({ key: 'A', source: 'n.env', value: 'one' }, { key: 'a.b', source: 'n.json' })).toMatchObject({
    status: 200,
    body: { written: 2 },
  })
  expect(await (await exported({ source: 'n.env', format: 'json' })).json()).toEqual({ A: 'one' })
  expect(await (await exported({ source: 'n.json' })).json()).toEqual({ a: { b: 'a value' } })
})

test('200 exports the only file to a request without a body', async () => {
  const { at, projectId, put } = await world()
  await put({ key: 'A', source: 'n.env', value: 'one' })
  const reply = await at.owner.open(exportProjectSecrets, { projectId })
  expect([reply.status, await reply.text()]).toEqual([200, 'A=one\n'])
})

test('400 for a file without entries in a format, with an audit row about the failure', async () => {
  const { at, projectId, exported } = await world()
  const key = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n'
  const contentBase64 = Buffer.from(key).toString('base64')
  await at.owner.call(importProjectSecretFiles, { projectId, body: { files: [{ path: 'key.pem', contentBase64 }] } })
  expect(await (await exported({ source: 'key.pem' })).text()).toBe(key)
  const refused: [object, string][] = [
    [{ source: 'key.pem', format: 'json' }, 'opaque'],
    [{ source: 'key.pem', format: 'docx' }, 'enum'],
  ]
  for (const [body, rule] of refused) {
    const reply = await exported(body)
    expect([reply.status, await reply.json()]).toMatchObject([400, { fields: [{ path: 'format', rule }] }])
  }
  const rows = (await wholeChain(server, at.workspace)).filter(({ action }) => action === 'secrets.exported')
  expect(rows.map(({ outcome, details }) => [outcome, (details as { reason?: string }).reason])).toEqual([
    ['success', undefined],
    ['failure', 'opaque'],
    ['failure', 'enum'],
  ])
  expect(JSON.stringify(rows)).not.toContain('MIIB')
})
