import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import {
  createProjectEnvironment,
  deleteProjectEnvironment,
  listProjectEnvironments,
  updateProjectEnvironment,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const create = (body: object) => at.owner.call(createProjectEnvironment, { projectId, body })
  const update = (id: string, body: object) => at.owner.call(updateProjectEnvironment, { projectId, id, body })
  const remove = (id: string) => at.owner.call(deleteProjectEnvironment, { projectId, id })
  const list = async () =>
    (await at.owner.call(listProjectEnvironments, { projectId })).body as Record<string, unknown>[]
  return { at, projectId, create, update, remove, list }
}

test('201 adds, 200 lists the oldest first, changes and deletes, and the log names no value', async () => {
  const { at, create, update, remove, list } = await world()
  const variables = { PORT: '4000', REGION: 'named-nowhere', API_URL: 'http://127.0.0.1', NODE_ENV: 'tést\n' }
  const first = await create({ label: 'Staging', config: { variables, secrets: ['STRIPE_API_KEY', 'DB_URL'] } })
  const config = { variables, secrets: ['STRIPE_API_KEY', 'DB_URL'] }
  const effect = { variables, secrets: ['DB_URL', 'STRIPE_API_KEY'] }
  expect(first).toMatchObject({ status: 201, body: { label: 'Staging', config, effect, isActive: true } })
  const second = await create({ label: 'Staging', config: {}, isActive: false })
  expect(second.body).toMatchObject({ config: {}, effect: { variables: {}, secrets: [] }, isActive: false })
  expect(await list()).toEqual([first.body, second.body])
  const id = first.body.id as string
  expect((await update(id, { isActive: false })).body).toMatchObject({ label: 'Staging', config, isActive: false })
  const changed = await update(id, { label: 'Tests', config: { variables: { PORT: '1' } } })
  expect(changed.body).toMatchObject({
    label: 'Tests',
    config: { variables: { PORT: '1' } },
    effect: { variables: { PORT: '1' }, secrets: [] },
  })
  expect([(await remove(id)).body, (await remove(id)).body]).toEqual([{ deleted: true }, { deleted: false }])
  expect(await list()).toEqual([second.body])
  const rows = await auditOf(server, at.workspace, id)
  expect(rows.map(({ action }) => action)).toEqual([
    'environment.create',
    'environment.update',
    'environment.update',
    'environment.delete',
  ])
  expect(rows[0]!.details).toMatchObject({
    variables: ['API_URL', 'NODE_ENV', 'PORT', 'REGION'],
    secrets: effect.secrets,
  })
  expect(JSON.stringify(rows)).not.toContain('named-nowhere')
  const told = ['environment.created', 'environment.updated', 'environment.updated', 'environment.deleted']
  expect(await at.eventNames(id)).toEqual(told)
  expect(JSON.stringify(await at.rows('activity_event'))).not.toMatch(/named-nowhere|Staging|STRIPE/)
})

test('400 for the label of another active environment, also when an inactive one becomes active', async () => {
  const { create, update } = await world()
  await create({ label: 'Staging', config: {} })
  const second = await create({ label: 'Staging', config: {}, isActive: false })
  const fields = [{ path: 'label', message: 'must not be the label of another active environment', rule: 'unique' }]
  for (const refused of [
    await create({ label: 'Staging', config: {} }),
    await update(second.body.id as string, { isActive: true }),
  ])
    expect(refused).toMatchObject({ status: 400, body: { fields } })
  expect((await update(second.body.id as string, { label: 'Tests', isActive: true })).status).toBe(200)
})

const broken: readonly (readonly [string, object, string])[] = [
  ['PATH', { variables: { PATH: '/tmp' } }, 'config.variables.PATH'],
  ['a loader’s variable', { variables: { ld_preload: 'x' } }, 'config.variables.ld_preload'],
  ['NODE_OPTIONS as a secret', { secrets: ['OK', 'NODE_OPTIONS'] }, 'config.secrets.1'],
  ['one name for both', { variables: { KEY: 'x' }, secrets: ['KEY'] }, 'config.secrets.0'],
  ['a secret twice', { secrets: ['KEY', 'KEY'] }, 'config.secrets'],
  ['GIT_SSH_COMMAND', { variables: { GIT_SSH_COMMAND: 'x' } }, 'config.variables.GIT_SSH_COMMAND'],
  ['a prototype', { variables: JSON.parse('{ "__proto__": "x" }') as object }, 'config.variables.__proto__'],
  ['a name with a dash', { variables: { 'A-B': 'x' } }, 'config.variables.A-B'],
  ['an empty name', { variables: { '': 'x' } }, 'config.variables.'],
  ['a NUL byte', { variables: { A: 'a\0b' } }, 'config.variables.A'],
  ['too much', { variables: { A: 'x'.repeat(16_384), B: 'x'.repeat(16_384) } }, 'config.variables'],
  ['a value too long', { variables: { A: 'x'.repeat(16_385) } }, 'config.variables.A'],
  ['more than 64 KiB', { nested: { text: 'x'.repeat(65_536) } }, 'config'],
  ['more than 16 levels', JSON.parse(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`) as object, 'config'],
]

test('400 for each config that a run could not honour, with the field, and nothing is written', async () => {
  const { create, update } = await world()
  const { id } = (await create({ label: 'Good', config: {} })).body as { id: string }
  await unchanged(server, async () => {
    for (const [name, config, path] of broken)
      for (const reply of [await create({ label: 'Bad', config }), await update(id, { config })]) {
        expect([name, reply.status, reply.body.fields?.map((field: { path: string }) => field.path)]).toEqual([
          name,
          400,
          [path],
        ])
      }
  })
})

test('201 keeps a config of any shape as it was written, with its texts as variables', async () => {
  const { create, update, list } = await world()
  const shapes: [object, Record<string, string>, string[]][] = [
    [{ A: '1' }, { A: '1' }, []],
    [{ CI: '1', 'A-B': 'x', PATH: '/tmp', GIT_DIR: '/tmp', B: '2' }, { B: '2' }, []],
    [{ A: '1', variables: { B: '2', n: 3 }, secrets: ['KEY', 4] }, { A: '1', B: '2' }, ['KEY']],
    [{ region: { name: 'eu', zones: [1, null, 'x'] }, replicas: 2, on: true, secrets: {}, variables: [] }, {}, []],
  ]
  for (const [at, [config, variables, secrets]] of shapes.entries()) {
    const { status, body } = await create({ label: `Any ${at}`, config })
    expect([status, body.config, body.effect]).toEqual([201, config, { variables, secrets }])
    expect((await update(body.id as string, { isActive: true })).body).toMatchObject({ config })
  }
  expect((await list()).map(({ config }) => config)).toEqual(shapes.map(([config]) => config))
})

test('404 for an environment of another project and for an invalid id, although a delete answers 200', async () => {
  const here = await world()
  const there = await world()
  const { id } = (await there.create({ label: 'Theirs', config: {} })).body as { id: string }
  for (const each of [id, uuidv7(), 'nonsense']) {
    expectError(await here.update(each, { isActive: false }), 404, 'not_found')
    expect(await here.remove(each)).toMatchObject({ status: 200, body: { deleted: false } })
  }
  expect(await there.list()).toMatchObject([{ id, isActive: true }])
})

test('409 for one more than 20, also when they come at once', async () => {
  const { create, list } = await world()
  const replies = await Promise.all(Array.from({ length: 22 }, (_, at) => create({ label: `${at}`, config: {} })))
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(201), 409, 409])
  expect(await list()).toHaveLength(20)
})

test('409 for an archived project: its environments can only be read', async () => {
  const { create, update, remove, list, projectId } = await world()
  const { id } = (await create({ label: 'Kept', config: {} })).body as { id: string }
  await asOwner(server, 'update project set archived_at = now(), archived_by = workspace_id where id = $1', [projectId])
  await unchanged(server, async () => {
    for (const reply of [await create({ label: 'New', config: {} }), await update(id, {}), await remove(id)])
      expectError(reply, 409, 'project_archived')
  })
  expect(await list()).toHaveLength(1)
})
