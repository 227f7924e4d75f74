import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createAgent } from '../../agents/agents/contract.ts'
import { createCodeHost } from '../../code/code-hosts/contract.ts'
import { createProject, updateProject } from '../../code/projects/contract.ts'
import { createChatChannel } from '../../delivery/chat/contract.ts'
import { createTracker } from '../../delivery/trackers/contract.ts'
import { createClientAccount, updateClientAccount } from './contract/accounts.ts'

const server = await testServer()

const good = ['Acme', '漢字プロジェクト', 'Zoë & Söhne', 'O’Neill', 'مصنع', '👩‍👧', 'A\u0301']
const reported = JSON.parse(await readFile(join(import.meta.dirname, 'fixtures/names.json'), 'utf8')) as readonly {
  readonly name: string
  readonly want: unknown
}[]
const bad = [
  ...reported.flatMap(({ name, want }) => (want === 400 ? [name] : [])),
  ' Acme',
  'Acme ',
  '\u00a0Acme',
  'Acme\u3000',
  ' ',
  'a\u2028',
]

test.each(good)('“%s” is a name', (name) => expect(faultsOfName('name', name)).toEqual([]))
test.each(bad)('%j is no name, unless it is stored', (name) => {
  expect(faultsOfName('name', name)).toMatchObject([{ path: 'name', rule: 'pattern' }])
  expect(faultsOfName('name', name, [name])).toEqual([])
})

const kinds: Readonly<Record<string, (at: Scene, name: string) => ReturnType<Scene['owner']['call']>>> = {
  'client account': (at, name) => at.owner.call(createClientAccount, { body: { name } }),
  agent: (at, name) => at.owner.call(createAgent, { body: { name, runtimeKind: 'native' } }),
  'code host': (at, name) =>
    at.owner.call(createCodeHost, {
      body: { kind: 'gitea', name, baseUrl: 'https://git.example.com', token: 'a-token-of-gitea' },
    }),
  tracker: (at, name) => at.owner.call(createTracker, { body: { kind: 'linear', name, token: 'a-token-of-linear' } }),
  'chat channel': (at, name) =>
    at.owner.call(createChatChannel, {
      body: { kind: 'slack', name, webhookUrl: 'https://hooks.slack.com/services/a/b/c' },
    }),
}

test.each(Object.entries(kinds))(
  '409 for the name of another %s that differs only in capitals or in form',
  async (_, make) => {
    const at = await scene(server)
    expect(await make(at, 'Café Ä')).toMatchObject({ status: 201 })
    for (const name of ['Café Ä', 'CAFÉ ä', 'Café Ä ', 'Cafe\u0301 A\u0308', 'CAFE\u0301 a\u0308'])
      expect(await unchanged(server, () => make(at, name))).toMatchObject({
        status: 409,
        body: { code: expect.stringMatching(/_name_taken$/) as string },
      })
    expect(await make(at, 'Cafe A')).toMatchObject({ status: 201 })
  },
)

test('a double from before doubles were refused stays as it is, and a new one is refused', async () => {
  const at = await scene(server)
  const ids: string[] = []
  for (const name of ['Globex', 'Initech', 'Umbrella']) {
    const { body } = await at.owner.call(createClientAccount, { body: { name } })
    ids.push(body.id as string)
  }
  await asOwner(server, 'alter table client_account disable trigger name_key')
  const store = 'update client_account set name = $2, name_key = $3 where id = $1'
  await asOwner(server, store, [ids[1], 'GLOBEX', null])
  await asOwner(server, store, [ids[2], ' Stored ', ' stored '])
  await asOwner(server, 'alter table client_account enable trigger name_key')
  const update = (id: string, body: object) => at.owner.call(updateClientAccount, { id, body })
  expect(await update(ids[1]!, { name: 'GLOBEX', notes: 'Net 30' })).toMatchObject({ status: 200 })
  expect(await update(ids[2]!, { name: ' Stored ', notes: 'Net 30' })).toMatchObject({ status: 200 })
  expect(await update(ids[2]!, { name: ' Initech' })).toMatchObject({ status: 200, body: { name: 'Initech' } })
  expectError(await update(ids[1]!, { name: 'globex' }), 409, 'client_account_name_taken')
  await update(ids[0]!, { name: 'Hooli' })
  expectError(await kinds['client account']!(at, 'globex'), 409, 'client_account_name_taken')
  expect(await update(ids[1]!, { name: 'globex' })).toMatchObject({ status: 200, body: { name: 'globex' } })
})

test('400 for a project or a check with a name of two lines; a stored one may be repeated', async () => {
  const at = await scene(server)
  const runtime = { checks: [{ name: 'Unit', command: 'true' }] }
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop', runtime } })
  const id = body.id as string
  for (const name of bad.slice(0, 3)) {
    const checks = { runtime: { checks: [{ name, command: 'true' }] } }
    expectError(await at.owner.call(createProject, { body: { name } }), 400, 'invalid_request')
    expectError(await at.owner.call(createProject, { body: { name: 'Other', ...checks } }), 400, 'invalid_request')
    expectError(await at.owner.call(updateProject, { id, body: checks }), 400, 'invalid_request')
    expect(await unchanged(server, () => at.owner.call(updateProject, { id, body: { name } }))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'name' }] },
    })
  }
  await asOwner(server, 'update project set name = $2 where id = $1', [id, 'Shop '])
  expect(await at.owner.call(updateProject, { id, body: { name: 'Shop ', runtime } })).toMatchObject({ status: 200 })
})
