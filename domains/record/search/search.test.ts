import { beforeAll, expect, test } from 'vitest'
import { addedTaskIn, cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { documentIn } from '../../../testing/ai/document-rows.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import type { Caller } from '../../../testing/caller.ts'
import { deleteProject, updateProject } from '../../code/projects/contract.ts'
import { makeAccount, seatOf } from '../../../testing/clients/portals.ts'
import { playIn } from '../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { sendCycleMessage, sendProjectMessage } from '../../delivery/conversation/contract.ts'
import { deleteCycle, updateCycle } from '../../delivery/cycles/contract.ts'
import { search } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

let at: Scene
let projectId: string
let hiddenId: string
let cycleId: string
let taskId: string

interface Hit {
  readonly kind: string
  readonly id: string
  readonly snippet: readonly { readonly text: string; readonly isHit: boolean }[]
}

const ask = (caller: Caller, query: Readonly<Record<string, string>>) => caller.call(search, { query })
const found = async (q: string, caller = at.member, query = {}) => {
  const { status, body } = await ask(caller, { q, ...query })
  expect([q, status]).toEqual([q, 200])
  return (body.hits as Hit[]).map(({ kind, id }) => [kind, id])
}

const cycleCalled = async (project: string, title: string, description: string) => {
  const id = await cycleIn(server, at, project)
  await asOwner(server, 'update cycle set title = $2, description = $3 where id = $1', [id, title, description])
  return id
}
const say = async (caller: Caller, id: string, content: string) => {
  const { status, body } = await caller.call(sendCycleMessage, { id, body: { content } })
  expect(status).toBe(200)
  return body.message.id as string
}

beforeAll(async () => {
  at = await scene(server)
  ;[projectId, hiddenId] = [await emptyProject(at.owner), await emptyProject(at.owner)]
  await at.owner.call(updateProject, { id: projectId, body: { name: 'Überweisung' } })
  await at.owner.call(updateProject, { id: hiddenId, body: { name: 'Nobody shares plantedhidden' } })
  cycleId = await cycleCalled(projectId, 'Round the sums', 'The checkout rounds plantedcycle too late.')
  taskId = await addedTaskIn(server, at, { projectId, cycleId })
  await asOwner(server, `update task set title = 'Checkout', description = 'Of sums' where id = $1`, [taskId])
})

const names = async (q: string, caller = at.member, query = {}) =>
  ((await ask(caller, { q, ...query })).body.named as { kind: string; link: string }[]).map(({ kind, link }) => [
    kind,
    link,
  ])

const secretIn = async (project: string, key: string) => {
  await asOwner(
    server,
    `insert into data_key (workspace_id, project_id, version, root_key_id, wrapped, created_at)
     values ($1, $2, 1, 'k', '', now()) on conflict do nothing`,
    [at.workspace, project],
  )
  await asOwner(
    server,
    `insert into secret_entry (workspace_id, project_id, source, key, key_version, ciphertext, updated_at)
     values ($1, $2, '.env', $3, 1, 'plantedvalue', now()), ($1, $2, '.env.test', $3, 1, 'plantedvalue', now())`,
    [at.workspace, project, key],
  )
}

test('200 finds names of things by any part, in any case and with any accents', async () => {
  const client = await makeAccount(at, 'Globex Müller')
  const growth = await growthProjectIn(server, at)
  const lead = await leadIn(server, at, { projectId: growth, address: 'liam59@globexwerke.example' })
  const play = await playIn(server, at, growth)
  await asOwner(server, `update growth_play set name = 'Shops like globex' where id = $1`, [play])
  await asOwner(server, `update growth_project set name = 'Globexx' where id = $1`, [growth])
  await secretIn(projectId, 'GLOBEX_KEY')
  expect(await names('LOBEX')).toEqual([
    ['client', `/console/clients/${client}`],
    ['growth', `/console/growth/projects/${growth}`],
    ['play', `/console/growth/plays/${play}`],
    ['lead', `/console/growth/projects/${growth}/inbox/${lead}`],
    ['secret', `/console/projects/${projectId}/environments`],
  ])
  expect(await names('globex MULLER')).toEqual([['client', `/console/clients/${client}`]])
  expect(await names('globex shops')).toEqual([['play', `/console/growth/plays/${play}`]])
  expect(await names('bex_k')).toEqual([['secret', `/console/projects/${projectId}/environments`]])
  // Signs of patterns are no signs here.
  expect(await names('globex%key')).toEqual([['secret', `/console/projects/${projectId}/environments`]])
  expect(await names('gl_bex')).toEqual([])
  expect(await names('plantedvalue')).toEqual([])
  expect((await names('example')).map(([kind]) => kind)).toContain('person')
})

test('200 finds leads by the name and company in their evidence, and no longer by replaced values', async () => {
  const growth = await growthProjectIn(server, at)
  const lead = await leadIn(server, at, { projectId: growth, address: 'ceo@initech.example' })
  const evidence = { firstName: { value: 'Zoë' }, lastName: { value: 'Plantedlead' }, company: { value: '東京銀行' } }
  await asOwner(server, 'update growth_lead set evidence = $2 where id = $1', [lead, JSON.stringify(evidence)])
  const { body } = await ask(at.member, { q: 'zoe antedlead 銀行' })
  const [found] = body.named as Record<string, unknown>[]
  expect(found).toMatchObject({
    kind: 'lead',
    id: lead,
    name: 'Zoë Plantedlead',
    also: 'ceo@initech.example · 東京銀行',
  })
  await asOwner(server, `update growth_lead set evidence = '{}' where id = $1`, [lead])
  expect(await names('plantedlead')).toEqual([])
})

test('200 names nothing to clients, to a key that names projects, to a neighbour, and within a project or kind', async () => {
  await makeAccount(at, 'Plantedname')
  await secretIn(projectId, 'PLANTEDNAME')
  const gone = await emptyProject(at.owner)
  await secretIn(gone, 'PLANTEDNAME_OF_A_DELETED_PROJECT')
  await at.owner.call(deleteProject, { id: gone })
  expect((await names('plantedname')).map(([kind]) => kind)).toEqual(['client', 'secret'])
  const client = await at.join('client')
  await at.grant(projectId, client.userId, 'steer')
  expect(await names('plantedname', client.caller)).toEqual([])
  expect(await names('plantedname', (await at.join('member', { projectIds: [projectId] })).caller)).toEqual([])
  expect(await names('plantedname', (await scene(server)).member)).toEqual([])
  expect(await names('plantedname', at.member, { projectId })).toEqual([])
  expect(await names('plantedname', at.member, { kind: 'task' })).toEqual([])
  expect((await names('plantedname', at.member, { kind: 'client' })).map(([kind]) => kind)).toEqual(['client'])
  expect(await found('checkout', at.member, { kind: 'client' })).toEqual([])
})

test('200 finds a client by a person in it, and names that person', async () => {
  const account = await makeAccount(at, 'Marlow Bakery')
  await seatOf(server, at, account, at.clientId)
  await asOwner(server, `update users set name = 'Gracie Planted' where id = $1`, [at.clientId])
  const { body } = await ask(at.member, { q: 'racie' })
  expect(body.named).toEqual([
    {
      kind: 'client',
      id: account,
      name: 'Marlow Bakery',
      also: expect.stringMatching(/^Gracie Planted · .+@/) as string,
      link: `/console/clients/${account}`,
    },
  ])
  expect((await ask(at.member, { q: 'marlow' })).body.named).toMatchObject([{ id: account, also: null }])
})

test('200 names 8 of a kind at most, and reports that there are more', async () => {
  for (const number of Array.from({ length: 9 }, (_, index) => index + 1))
    await makeAccount(at, `Manyclients ${number}`)
  const { body } = await ask(at.member, { q: 'anyclients' })
  expect(body).toMatchObject({ named: { length: 8 }, isCut: true })
})

test('200 finds beginnings of words, in any case and with any accents, in all kinds, the best first', async () => {
  expect(await found('uberweis')).toEqual([['project', projectId]])
  expect(await found('ÜBERWEISUNG')).toEqual([['project', projectId]])
  // In a title it counts more than in a text, and a whole word more than a beginning.
  expect(await found('checkout')).toEqual([['task', taskId]])
  expect(await found('sums rounds')).toEqual([['cycle', cycleId]])
  expect(await found('sums nothere')).toEqual([])
  expect(await found('eckout')).toEqual([])
})

// https://github.com/bndct-devops/tome/issues/206, https://github.com/emdash-cms/emdash/issues/2775
test('200 finds words anywhere in texts of scripts without spaces', async () => {
  const id = await emptyProject(at.owner)
  await at.owner.call(updateProject, { id, body: { name: '漢字プロジェクト' } })
  const cycle = await cycleCalled(id, '새프로젝트 v2', 'สนามบินและท่าอากาศยาน')
  const all = async () => [
    await found('プロジェクト'),
    await found('漢字プロジェクト'),
    await found('ﾌﾟﾛｼﾞｪ'),
    await found('프로젝트'),
    await found('อากาศยาน'),
    await found('プロジェクトの計画書を作る'),
    await found('ロジク'),
  ]
  const hits = [[['project', id]], [['project', id]], [['project', id]], [['cycle', cycle]], [['cycle', cycle]], [], []]
  expect(await all()).toEqual(hits)
})

test('200 has a snippet in parts, a link into the console, and the project', async () => {
  const { body } = await ask(at.member, { q: 'plantedcycle' })
  expect(body).toEqual({
    isCut: false,
    documents: [],
    named: [],
    hits: [
      {
        kind: 'cycle',
        id: cycleId,
        title: 'Round the sums',
        handle: expect.stringMatching(/^[A-Z]{2,4}-[1-9]\d*$/) as string,
        projectId,
        projectName: 'Überweisung',
        cycleId,
        taskId: null,
        link: `/console/projects/${projectId}/cycles/${cycleId}`,
        snippet: [
          { text: 'The checkout rounds ', isHit: false },
          { text: 'plantedcycle', isHit: true },
          { text: ' too late.', isHit: false },
        ],
      },
    ],
  })
})

test('200 finds messages, follows each change of a text, and forgets deleted texts', async () => {
  const id = await cycleCalled(projectId, 'Short-lived', 'It goes.')
  const message = await say(at.owner, id, 'We said plantedtalk here')
  const own = await at.owner.call(sendProjectMessage, { id: projectId, body: { content: 'In all: plantedtalk' } })
  expect(await found('plantedtalk')).toEqual([
    ['message', own.body.id],
    ['message', message],
  ])
  expect((await ask(at.member, { q: 'plantedtalk' })).body.hits).toMatchObject([
    { title: 'Überweisung', cycleId: null },
    { title: 'Short-lived', cycleId: id },
  ])
  await at.owner.call(updateCycle, { id, body: { title: 'Renamed' } })
  expect([await found('short-lived'), await found('renam')]).toEqual([[], [['cycle', id]]])
  expect((await at.owner.call(deleteCycle, { id })).status).toBe(200)
  expect([await found('renamed'), await found('plantedtalk')]).toEqual([[], [['message', own.body.id]]])
  const gone = await emptyProject(at.owner)
  await at.owner.call(updateProject, { id: gone, body: { name: 'plantedgone' } })
  expect(await found('plantedgone')).toHaveLength(1)
  await at.owner.call(deleteProject, { id: gone })
  expect(await found('plantedgone')).toEqual([])
})

test('200 finds a cycle and a task by their handles first, if they are shown', async () => {
  const handleOf = async (table: string, id: string) =>
    String((await asOwner(server, `select handle from ${table} where id = $1`, [id]))[0]!.handle)
  const ofCycle = await handleOf('cycle', cycleId)
  const ofTask = await handleOf('task', taskId)
  const mentioning = await cycleCalled(projectId, 'Mentioned', `As in ${ofCycle}`)
  expect(await found(ofCycle.toLowerCase())).toEqual([
    ['cycle', cycleId],
    ['cycle', mentioning],
  ])
  expect(await found(` ${ofTask} `)).toEqual([['task', taskId]])
  expect((await ask(at.member, { q: ofCycle })).body.hits[0]).toMatchObject({ handle: ofCycle, id: cycleId })
  expect(await found(ofCycle, at.member, { kind: 'task' })).toEqual([])
  expect(await found(ofCycle, at.member, { projectId: hiddenId })).toEqual([])
  const { caller, userId } = await at.join('client')
  expect(await found(ofCycle, caller)).toEqual([])
  await at.grant(projectId, userId, 'view')
  expect((await found(ofCycle, caller))[0]).toEqual(['cycle', cycleId])
  expect(await found(ofCycle, (await scene(server)).owner)).toEqual([])
  expect((await at.owner.call(deleteCycle, { id: mentioning })).status).toBe(200)
  expect(await found(ofCycle.replace(/\d+$/, '4711'))).toEqual([])
})

test('200 for a kind, for a project, and cut if there are more', async () => {
  expect(await found('checkout', at.member, { kind: 'cycle' })).toEqual([['cycle', cycleId]])
  expect(await found('checkout', at.member, { kind: 'task' })).toEqual([['task', taskId]])
  const other = await cycleCalled(projectId, 'Checkout later', 'It comes.')
  expect(await found('checkout', at.member, { projectId: hiddenId })).toEqual([])
  expect((await ask(at.member, { q: 'checkout', limit: '1' })).body).toMatchObject({ isCut: true, hits: [{}] })
  expect((await ask(at.member, { q: 'checkout', limit: '2' })).body).toMatchObject({ isCut: false, hits: [{}, {}] })
  expect((await at.owner.call(deleteCycle, { id: other })).status).toBe(200)
})

test('200 shows a client shared projects, without messages from or to agents, and no link', async () => {
  const { caller, userId } = await at.join('client')
  expect(await found('checkout', caller)).toEqual([])
  await at.grant(projectId, userId, 'view')
  expect(await found('checkout', caller)).toEqual([['task', taskId]])
  expect(await found('plantedhidden', caller)).toEqual([])
  const message = await say(at.owner, cycleId, 'plantedanswer was asked')
  await asOwner(server, 'update message set agent_id = gen_random_uuid(), content = $2 where id = $1', [
    message,
    'plantedanswer to one agent',
  ])
  expect(await found('plantedanswer', caller)).toEqual([])
  expect(await found('plantedanswer')).toEqual([['message', message]])
  const { body } = await ask(caller, { q: 'checkout' })
  expect((body.hits as { link: unknown }[]).map(({ link }) => link)).toEqual([null])
  expectError(await ask(caller, { q: 'checkout', projectId: hiddenId }), 404, 'not_found')
})

test('200 in a neighbour’s workspace and by a key of a single project never shows another', async () => {
  const other = await scene(server)
  expect(await found('checkout', other.owner)).toEqual([])
  const { caller } = await at.join('member', { projectIds: [hiddenId] })
  expect(await found('checkout', caller)).toEqual([])
  expect(await found('plantedhidden', caller)).toEqual([['project', hiddenId]])
})

test('200 for hostile text, which finds its words and nothing else', async () => {
  const hostile = ["'; drop table search_word; --", '%', '_', '*', '(a|b)*c', '\\', '🧾', '<img src=x>', ':* & !', '‮']
  await unchanged(server, async () => {
    for (const q of hostile) expect([q, (await ask(at.member, { q })).body.hits]).toEqual([q, []])
    expect((await ask(at.member, { q: 'x '.repeat(100) })).status).toBe(200)
    expect((await ask(at.member, { q: 'checkout '.repeat(20) })).body.hits).toHaveLength(1)
  })
})

test('400 for no text, too much of it, a NUL, and a kind or a number that there is not', async () => {
  for (const q of ['', 'x'.repeat(201), 'a\0b']) expect([q, (await ask(at.member, { q })).status]).toEqual([q, 400])
  expect((await ask(at.member, { q: 'x', kind: 'nothing' })).status).toBe(400)
  for (const limit of ['0', '51', 'x']) expect((await ask(at.member, { q: 'x', limit })).status).toBe(400)
  expectError(await at.member.call(search), 400, 'invalid_request')
})

test('200 finds the text of documents for the agency, with the page, as far as the caller sees the document', async () => {
  const other = await scene(server)
  const inProject = await documentIn(server, at, { projectId })
  const own = await documentIn(server, at)
  for (const [id, page, text] of [
    [inProject, 2, 'A plantedpage with a basket'],
    [own, 2, 'Also a plantedpage'],
  ] as const)
    await asOwner(
      server,
      `insert into ai_page (parse_id, workspace_id, number, state, confidence_percent, reasons, markdown)
       select parse_id, workspace_id, $2, 'parsed', 100, '{}', $3 from ai_document where id = $1`,
      [id, page, text],
    )
  const foundIn = async (caller: Caller, query: Readonly<Record<string, string>>) =>
    ((await ask(caller, query)).body.documents as { id: string }[]).map(({ id }) => id)
  const { body } = await ask(at.member, { q: 'PLANTEDPAGE basket' })
  expect(body).toMatchObject({
    hits: [],
    documents: [
      {
        id: inProject,
        title: 'brief.txt',
        projectId,
        projectName: 'Überweisung',
        page: 2,
        snippet: [
          { text: 'A ', isHit: false },
          { text: 'plantedpage', isHit: true },
          { text: ' with a ', isHit: false },
          { text: 'basket', isHit: true },
        ],
        link: `/console/documents/${inProject}`,
      },
    ],
  })
  const q = 'plantedpage'
  expect(await foundIn(at.member, { q })).toEqual([own, inProject])
  expect(await foundIn(at.member, { q, projectId })).toEqual([inProject])
  expect(await foundIn(at.member, { q, kind: 'document' })).toEqual([own, inProject])
  expect(await foundIn(at.member, { q, kind: 'cycle' })).toEqual([])
  const { caller: limited } = await at.join('member', { projectIds: [hiddenId] })
  expect(await foundIn(limited, { q })).toEqual([own])
  await at.grant(projectId, at.clientId, 'steer')
  expect([await foundIn(at.client, { q }), await foundIn(at.client, { q, kind: 'document' })]).toEqual([[], []])
  expect(await foundIn(other.owner, { q })).toEqual([])
  await asOwner(server, `update ai_document set title = 'Renamedbrief' where id = $1`, [own])
  expect([await foundIn(at.member, { q: 'renamedbrief' }), await foundIn(at.member, { q })]).toEqual([
    [own],
    [own, inProject],
  ])
  await asOwner(server, 'delete from ai_document where id = any($1)', [[own, inProject]])
  expect(await foundIn(at.member, { q })).toEqual([])
})
