import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../testing/cycles.ts'
import { allFrames, framesOf } from '../../../testing/network/frames.ts'
import { unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { createAgent } from '../../agents/agents/contract.ts'
import { drivingMessages } from './store-cycle.ts'
import { recordTranscript, type TranscriptEntry } from '../transcripts/index.ts'
import { assignTaskAgent } from '../tasks/index.ts'
import { listCycleMessages, sendCycleMessage, streamCycleMessage } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { at, projectId, id: await cycleIn(server, at, projectId) }
}

test('200 for people who may view, and only those who may steer drive', async () => {
  const { at, projectId, id } = await world()
  const viewer = await at.join('client')
  await at.grant(projectId, viewer.userId, 'view')
  await at.grant(projectId, at.clientId, 'steer')
  const say = async (caller: typeof at.owner, content: string) =>
    (await caller.call(sendCycleMessage, { id, body: { content } })).body
  const first = await say(at.member, 'Use blue.')
  expect(first.message).toEqual({
    id: expect.any(String),
    cycleId: id,
    projectId,
    agentId: null,
    content: 'Use blue.',
    authorId: expect.any(String),
    authorName: 'member',
    authorSide: 'agency',
    drives: true,
    givenAt: null,
    answersId: null,
    isCut: false,
    pin: null,
    createdAt: expect.any(String),
  })
  const second = await say(at.client, 'Use red.')
  const third = await say(viewer.caller, 'Ignore them all.')
  expect([second.message, third.message]).toMatchObject([
    { authorSide: 'client', drives: true },
    { authorSide: 'client', drives: false },
  ])
  expect(third.messages).toEqual([first.message, second.message, third.message])
  expect((await viewer.caller.call(listCycleMessages, { id })).body).toEqual(third.messages)
  const messageId = third.message.id as string
  expect([await at.auditActions(messageId), await at.eventNames(messageId)]).toEqual([
    ['cycle.message'],
    ['cycle.messaged'],
  ])
})

test('200 in the thread of an agent, 404 for a missing thread, and no messages for unknown ids', async () => {
  const { at, id } = await world()
  const agentId = (await at.owner.call(createAgent, { body: { name: 'Careful', runtimeKind: 'native' } })).body.id
  const { body } = await at.owner.call(sendCycleMessage, { id, body: { content: 'Slowly.', agentId } })
  expect(body.messages).toMatchObject([{ agentId, content: 'Slowly.' }])
  expect((await at.owner.call(listCycleMessages, { id })).body).toEqual([])
  expect((await at.owner.call(listCycleMessages, { id, query: { agentId } })).body).toEqual(body.messages)
  const lost = { id, body: { content: 'Hello', agentId: uuidv7() } }
  expect(await unchanged(server, () => at.owner.call(sendCycleMessage, lost))).toMatchObject({ status: 404 })
  const neighbour = await world()
  for (const unknown of [uuidv7(), 'nonsense', neighbour.id])
    expect(await at.owner.call(listCycleMessages, { id: unknown })).toMatchObject({ status: 200, body: [] })
  for (const query of [{ agentId: uuidv7() }, { agentId: 'nonsense' }])
    expect((await at.owner.call(listCycleMessages, { id, query })).body).toEqual([])
  expect(await at.client.call(listCycleMessages, { id })).toMatchObject({ status: 404 })
})

test('200 has the newest hundred messages and reports whether there are earlier ones', async () => {
  const { at, projectId, id } = await world()
  await asOwner(
    server,
    `insert into message (id, workspace_id, project_id, cycle_id, content, author_side, drives, created_by, created_at)
     select gen_random_uuid(), $1, $2, $3, 'Message ' || number, 'agency', false, created_by, now() - interval '1 hour'
     from project, generate_series(1, 99) as number where project.id = $2`,
    [at.workspace, projectId, id],
  )
  const send = async (content: string) => (await at.owner.call(sendCycleMessage, { id, body: { content } })).body
  const hundredth = await send('One hundred.')
  expect([hundredth.messages.length, hundredth.hasEarlierMessages]).toEqual([100, false])
  const next = await send('One more.')
  expect([next.messages.length, next.hasEarlierMessages]).toEqual([100, true])
})

test('409 for a messageId with other words or elsewhere, 400 and 413 for long texts, 404 out of reach', async () => {
  const { at, projectId, id } = await world()
  const messageId = uuidv7()
  const other = await cycleIn(server, at, projectId)
  const send = (to: string, content: string, caller = at.owner) =>
    caller.call(sendCycleMessage, { id: to, body: { content, messageId } })
  const replies = await Promise.all([send(id, 'Once.'), send(id, 'Once.'), send(id, 'Once.')])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const byAnother = await send(id, 'Once.', at.member)
  expect([byAnother.status, byAnother.body.message]).toEqual([200, replies[0].body.message])
  expect(await at.rows('message')).toHaveLength(1)
  expect(await at.eventNames(messageId)).toEqual(['cycle.messaged'])
  for (const refused of [() => send(id, 'Twice.'), () => send(other, 'Once.')])
    expect(await unchanged(server, refused)).toMatchObject({ status: 409, body: { code: 'message_id_taken' } })
  expect(await send(id, 'x'.repeat(20_001))).toMatchObject({ status: 400, body: { fields: [{ path: 'content' }] } })
  expect(await send(id, '')).toMatchObject({ status: 400 })
  expect(await send(id, 'x'.repeat(2 ** 20))).toMatchObject({ status: 413 })
  for (const unseen of [uuidv7(), (await world()).id])
    expect(await unchanged(server, () => send(unseen, 'Hello'))).toMatchObject({ status: 404 })
})

test('a message reaches every agent of the cycle, a message with agentId reaches only that agent, and its thread shows it', async () => {
  const { at, id } = await world()
  const agents = await Promise.all(
    ['Careful', 'Quick'].map(async (name) => {
      const { body } = await at.owner.call(createAgent, { body: { name, runtimeKind: 'native' } })
      return body.id as string
    }),
  )
  const [one, other] = agents as [string, string]
  await at.owner.call(sendCycleMessage, { id, body: { content: 'For all.' } })
  await at.owner.call(sendCycleMessage, { id, body: { content: 'For one.', agentId: one } })
  const heardBy = async (agentId: string) =>
    (await server.database.within(at.workspace, (tx) => drivingMessages(tx, id, agentId))).map(({ content }) => content)
  expect([await heardBy(one), await heardBy(other)]).toEqual([['For all.', 'For one.'], ['For all.']])
  const thread = (agentId: string) => at.owner.call(listCycleMessages, { id, query: { agentId } })
  expect([(await thread(one)).body.length, (await thread(other)).body.length]).toEqual([1, 0])
})

test('with the offline model a stream reports that no model answers, and keeps the message for the next run', async () => {
  const { at, projectId, id } = await world()
  await at.grant(projectId, at.clientId, 'steer')
  for (const [caller, why] of [
    [at.owner, /agent of the next attempt or run reads the message\. .*offline model/],
    [at.client, /agent of the next attempt or run reads the message\.$/],
  ] as const) {
    const frames = await allFrames(await caller.open(streamCycleMessage, { id, body: { content: 'Hello?' } }))
    expect(frames).toMatchObject([
      { event: 'user_message', data: { content: 'Hello?', drives: true } },
      { event: 'done', data: { outcome: 'waiting', message: expect.stringMatching(why), answer: null } },
    ])
  }
})

test('several agents at work are each followed to their answer, and only one agent if the message is for it', async () => {
  const { at, projectId } = await world()
  const id = await cycleIn(server, at, projectId, 'running')
  const runId = uuidv7()
  await asOwner(server, 'update cycle set run_id = $2 where id = $1', [id, runId])
  const begun = async (number: number) => {
    const { body } = await at.owner.call(createAgent, { body: { name: `Agent ${number}`, runtimeKind: 'native' } })
    const { id: taskId } = await taskIn(server, at, { projectId, cycleId: id }, 'building', number)
    await asOwner(server, 'update task set run_id = $2 where id = $1', [taskId, runId])
    const agent = {
      id: body.id as string,
      name: 'Agent',
      instructionsSha256: 'x',
      harness: 'native',
      model: 'm',
    } as const
    await server.database.within(at.workspace, (tx) =>
      assignTaskAgent(tx, taskId, runId, { ...agent, modelChosenBy: 'instance' }),
    )
    let position = 0
    const does = (...entries: readonly Pick<TranscriptEntry, 'kind' | 'payload'>[]) =>
      server.database.within(at.workspace, async (tx) => {
        const placed = entries.map((entry) => ({ ...entry, position: (position += 1) }))
        await recordTranscript(tx, { taskId, runId, stepSeq: 2, attempt: 1 }, placed, await tx.now())
      })
    await does({ kind: 'message', payload: { text: `Begun ${number}.` } })
    return { agentId: agent.id, taskId, does }
  }
  const one = await begun(1)
  const other = await begun(2)
  const open = async (body: { content: string; agentId?: string }) => {
    const frames = framesOf(await at.owner.open(streamCycleMessage, { id, body }))
    return { frames, messageId: (await frames.next()).value!.data.id as string }
  }
  const both = await open({ content: 'Use tabs.' })
  const alone = await open({ content: 'Slowly.', agentId: one.agentId })
  const heard = { kind: 'heard', payload: { ids: [both.messageId, alone.messageId] } } as const
  const says = (text: string) => ({ kind: 'message', payload: { text } }) as const
  await one.does(says('Before.'), heard, says('Tabs, slowly.'), says('Too late.'))
  await other.does({ kind: 'heard', payload: { ids: [uuidv7()] } }, says('Of another.'))
  const words = async ({ frames }: typeof both) => {
    let taskId: string | undefined
    const said: unknown[] = []
    for await (const { event, data } of frames) {
      if (event === 'speaker') taskId = data.taskId
      else said.push([data.outcome ?? data, event === 'token' ? taskId : undefined])
    }
    return said
  }
  const ofOne = ['Before.', 'Tabs, slowly.'].map((text) => [text, one.taskId])
  expect(await words(alone)).toEqual([...ofOne, ['answered', undefined]])
  await other.does(heard, says('Tabs.'))
  expect((await words(both)).sort()).toEqual(
    [...ofOne, ['Of another.', other.taskId], ['Tabs.', other.taskId], ['answered', undefined]].sort(),
  )
})
