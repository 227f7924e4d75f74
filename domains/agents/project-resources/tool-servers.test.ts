import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deleteProjectToolServer, importProjectMcp, listProjectToolServers } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: 'tools.corp:9000' })

const world = async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const put = (body: object) => at.owner.call(importProjectMcp, { id, body })
  const remove = (name: string) => at.owner.call(deleteProjectToolServer, { id, name })
  const list = async () => (await at.owner.call(listProjectToolServers, { id })).body as Record<string, unknown>[]
  return { at, id, put, remove, list }
}

const stdio = {
  name: 'tracker',
  transport: 'stdio',
  command: 'npx',
  args: ['-y', 'tracker-mcp'],
  envKeys: ['B_KEY', 'A_KEY'],
}
const http = {
  name: 'Docs / é',
  transport: 'http',
  url: 'https://mcp.example.com/mcp?team=1',
  headers: { Authorization: 'Bearer ${DOCS_TOKEN}', 'X-Team': 'web', 'X-Both': '${DOCS_TOKEN}:${DOCS_USER}' },
}

test('201 adds and replaces by name, 200 lists by name and deletes, and the log has neither arguments nor headers', async () => {
  const { at, id, put, remove, list } = await world()
  const first = await put(stdio)
  expect(first).toMatchObject({ status: 201, body: { name: 'tracker', secrets: ['A_KEY', 'B_KEY'], isActive: true } })
  const { name, ...remote } = http
  const second = await put(http)
  expect(second.body).toEqual({
    ...remote,
    name,
    isActive: true,
    secrets: ['DOCS_TOKEN', 'DOCS_USER'],
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  const again = await put({ name: 'tracker', transport: 'sse', url: 'http://tools.corp:9000/sse' })
  expect(again.body).toMatchObject({ transport: 'sse', headers: {}, secrets: [], createdAt: first.body.createdAt })
  expect(again.body).not.toHaveProperty('command')
  expect(await list()).toEqual([second.body, again.body])
  expect([await remove(name), await remove(name), await remove('x'.repeat(300))]).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 200, body: { deleted: true } })),
  )
  expect(await list()).toHaveLength(1)
  const rows = (await auditOf(server, at.workspace, id)).filter(({ action }) => action.startsWith('tool_server.'))
  expect(rows.map(({ action }) => action.slice('tool_server.'.length))).toEqual([
    'import',
    'import',
    'import',
    'delete',
    'delete',
    'delete',
  ])
  expect(rows[1]!.details).toMatchObject({ name, transport: 'http', secrets: ['DOCS_TOKEN', 'DOCS_USER'] })
  expect(JSON.stringify(rows)).not.toMatch(/Bearer|tracker-mcp/)
})

const broken: readonly (readonly [string, object, string])[] = [
  ['no command', { transport: 'stdio', command: undefined }, 'command'],
  ['a command that is an option', { command: '-c' }, 'command'],
  ['an address with stdio', { url: 'https://mcp.example.com' }, 'url'],
  ['headers with stdio', { headers: {} }, 'headers'],
  ['a secret that the sandbox sets itself', { envKeys: ['PATH'] }, 'envKeys'],
  ['a secret that loads code', { envKeys: ['LD_PRELOAD'] }, 'envKeys'],
  ['NODE_OPTIONS', { envKeys: ['NODE_OPTIONS'] }, 'envKeys'],
  ['a secret twice', { envKeys: ['A', 'A'] }, 'envKeys'],
  ['a NUL byte in an argument', { args: ['a\0b'] }, 'args.0'],
  ['a name of two lines', { name: 'a\nb' }, 'name'],
  ['another transport', { transport: 'websocket' }, 'transport'],
  ['what it does not know', { cwd: '/' }, 'cwd'],
]
const brokenRemote: readonly (readonly [string, object, string])[] = [
  ['no address', { url: undefined }, 'url'],
  ['a command with http', { command: 'npx' }, 'command'],
  ['secrets as variables with http', { envKeys: ['A'] }, 'envKeys'],
  ['an address without https', { url: 'http://mcp.example.com/' }, 'url'],
  ['a key in clear', { headers: { authorization: 'Bearer abc' } }, 'headers.authorization'],
  ['a token in clear', { headers: { 'X-Api-Token': 'abc' } }, 'headers.X-Api-Token'],
  ['a header of the connection', { headers: { Host: 'internal' } }, 'headers.Host'],
  ['a header of the protocol', { headers: { 'Mcp-Session-Id': '1' } }, 'headers.Mcp-Session-Id'],
  ['a name that is none', { headers: { 'a b': '1' } }, 'headers.a b'],
  ['a second header in a value', { headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers.X-A'],
  ['a reference without an end', { headers: { 'X-A': '${A' } }, 'headers.X-A'],
  ['a header twice', { headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a'],
  ['a value that is no text', { headers: { 'X-A': 1 } }, 'headers.X-A'],
]

test('400 for each field that no run could honour, and nothing is written', async () => {
  const { put } = await world()
  await unchanged(server, async () => {
    const tries = [
      ...broken.map((row) => [stdio, ...row] as const),
      ...brokenRemote.map((row) => [http, ...row] as const),
    ]
    for (const [good, name, change, path] of tries) {
      const reply = await put({ ...good, ...change })
      expect([name, reply.status, reply.body.fields?.map((field: { path: string }) => field.path)]).toEqual([
        name,
        400,
        [path],
      ])
    }
  })
})

test('409 for the eleventh, while one of the ten may still be replaced', async () => {
  const { put, list } = await world()
  for (let at = 0; at < 10; at += 1) await put({ ...stdio, name: `server ${at}` })
  expectError(await put({ ...stdio, name: 'one more' }), 409, 'too_many_tool_servers')
  expect(await put({ ...http, name: 'server 7' })).toMatchObject({ status: 201, body: { transport: 'http' } })
  expect(await list()).toHaveLength(10)
})

test('404 for a project that is not there, and a tool server of another project stays', async () => {
  const here = await world()
  const there = await world()
  await there.put(stdio)
  expectError(await here.at.owner.call(importProjectMcp, { id: uuidv7(), body: stdio }), 404, 'not_found')
  const reply = await here.at.owner.call(deleteProjectToolServer, { id: there.id, name: stdio.name })
  expectError(reply, 404, 'not_found')
  await here.remove(stdio.name)
  expect(await there.list()).toHaveLength(1)
})

test('409 for an archived project: its tool servers can only be read', async () => {
  const { id, put, remove, list } = await world()
  await put(stdio)
  await asOwner(server, 'update project set archived_at = now(), archived_by = workspace_id where id = $1', [id])
  await unchanged(server, async () => {
    for (const reply of [await put(http), await remove(stdio.name)]) expectError(reply, 409, 'project_archived')
  })
  expect(await list()).toHaveLength(1)
})
