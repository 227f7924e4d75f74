import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deleteProjectSkill, importProjectSkill, listProjectSkills } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const put = (body: object) => at.owner.call(importProjectSkill, { id, body })
  const remove = (slug: string) => at.owner.call(deleteProjectSkill, { id, slug })
  const list = async () => (await at.owner.call(listProjectSkills, { id })).body as Record<string, unknown>[]
  return { at, id, put, remove, list }
}

test('201 adds and replaces by slug, 200 lists by slug and deletes, and the log has no content', async () => {
  const { at, id, put, remove, list } = await world()
  const first = await put({ slug: 'tables', content: '---\nname: Tables\ndescription: How they change\n---\nHidden\n' })
  expect(first).toMatchObject({
    status: 201,
    body: { slug: 'tables', name: 'Tables', description: 'How they change', sizeBytes: 57 },
  })
  await put({ slug: 'a-1', content: 'é' })
  const again = await put({ slug: 'tables', content: '# Anew' })
  expect(again.body).toMatchObject({ name: 'tables', description: 'Anew', createdAt: first.body.createdAt })
  expect(await list()).toMatchObject([{ slug: 'a-1', sizeBytes: 2 }, again.body])
  expect([await remove('tables'), await remove('tables'), await remove('x'.repeat(300))]).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 200, body: { deleted: true } })),
  )
  expect(await list()).toHaveLength(1)
  const rows = await auditOf(server, at.workspace, id)
  expect(rows.map(({ action }) => action).filter((action) => action.startsWith('skill.'))).toEqual([
    'skill.import',
    'skill.import',
    'skill.import',
    'skill.delete',
    'skill.delete',
    'skill.delete',
  ])
  expect(JSON.stringify(rows)).not.toContain('Hidden')
})

const badSlugs = [
  '',
  '../../code',
  '../x',
  'a/b',
  'a\\b',
  'A',
  'a--b',
  '-a',
  'a.md',
  'a b',
  'a\0',
  'ä',
  'x'.repeat(101),
]

test('400 for a slug that is no name of a folder, and for an invalid content; nothing is written', async () => {
  const { put } = await world()
  await unchanged(server, async () => {
    for (const slug of badSlugs) expect([slug, (await put({ slug, content: 'x' })).status]).toEqual([slug, 400])
    for (const content of ['', 'x'.repeat(200_001), 'a\0b', 1])
      expectError(await put({ slug: 'fine', content }), 400, 'invalid_request')
  })
})

test('409 for the twenty-first, while one of the twenty may still be replaced', async () => {
  const { put, list } = await world()
  for (let at = 0; at < 20; at += 1) await put({ slug: `skill-${at}`, content: 'x' })
  expectError(await put({ slug: 'one-more', content: 'x' }), 409, 'too_many_skills')
  expect(await put({ slug: 'skill-7', content: 'new' })).toMatchObject({ status: 201, body: { description: 'new' } })
  expect(await list()).toHaveLength(20)
})

test('404 for a project that is not there, and a skill of another project stays', async () => {
  const here = await world()
  const there = await world()
  await there.put({ slug: 'theirs', content: 'x' })
  expectError(
    await here.at.owner.call(importProjectSkill, { id: uuidv7(), body: { slug: 'a', content: 'x' } }),
    404,
    'not_found',
  )
  expectError(await here.at.owner.call(deleteProjectSkill, { id: there.id, slug: 'theirs' }), 404, 'not_found')
  await here.remove('theirs')
  expect(await there.list()).toHaveLength(1)
})

test('409 for an archived project: its skills can only be read', async () => {
  const { id, put, remove, list } = await world()
  await put({ slug: 'kept', content: 'x' })
  await asOwner(server, 'update project set archived_at = now(), archived_by = workspace_id where id = $1', [id])
  await unchanged(server, async () => {
    for (const reply of [await put({ slug: 'new', content: 'x' }), await remove('kept')])
      expectError(reply, 409, 'project_archived')
  })
  expect(await list()).toHaveLength(1)
})
