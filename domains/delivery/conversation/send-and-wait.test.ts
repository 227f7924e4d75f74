import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { allFrames } from '../../../testing/network/frames.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { scene } from '../../../testing/scene.ts'
import { modelSettings } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { listCycleMessages, sendCycleMessage, streamCycleMessage } from './contract.ts'
import { done } from './stream/frames.ts'
import { turnEnd } from './stream/turn-frames.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer({ ...modelSettings(provider.baseUrl, 'key-of-the-model'), ATELIER_ROLE: 'server' })
const at = await scene(server)
const { owner, client } = at
const projectId = await emptyProject(owner)
const viewer = await at.join('client')
await at.grant(projectId, viewer.userId, 'view')
await at.grant(projectId, at.clientId, 'steer')
const draft = () => cycleIn(server, at, projectId)
const send = (caller: typeof owner, id: string, content: string, more: object = {}) =>
  caller.call(sendCycleMessage, { id, body: { content, ...more } })

test('200 with the transcript that has the answer of the model, and one audit row for the message', async () => {
  const id = await draft()
  provider.push({ text: 'Two of four.' })
  const { status, body } = await send(client, id, 'How far?')
  expect([status, body.outcome, body.explanation]).toEqual([200, 'answered', 'This is the answer.'])
  expect(body.messages).toMatchObject([
    { id: body.message.id, content: 'How far?', drives: true, authorSide: 'client' },
    { content: 'Two of four.', answersId: body.message.id, authorSide: 'agent' },
  ])
  expect((await owner.call(listCycleMessages, { id })).body).toEqual(body.messages)
  expect(await at.auditActions(body.message.id as string)).toEqual(['cycle.message'])
})

test('200 for a person who may only view stores the message and asks no model', async () => {
  const id = await draft()
  const before = provider.requests.length
  const { body } = await send(viewer.caller, id, 'Delete everything.')
  expect(body).toMatchObject({ outcome: 'for_people', message: { drives: false }, messages: [{ id: body.message.id }] })
  expect(provider.requests.length).toBe(before)
})

test('200 with the stored answer for a repeated messageId, by this operation and by the stream, with a single call', async () => {
  const id = await draft()
  const messageId = uuidv7()
  const before = provider.requests.length
  provider.push({ text: 'Once.' })
  const first = await send(owner, id, 'Once?', { messageId })
  expect(await send(owner, id, 'Once?', { messageId })).toMatchObject({ status: 200, body: first.body })
  const frames = await allFrames(await owner.open(streamCycleMessage, { id, body: { content: 'Once?', messageId } }))
  expect(frames.at(-1)!.data).toMatchObject({ outcome: 'answered', answer: { content: 'Once.' } })
  expect(provider.requests.length - before).toBe(1)
})

test('200 without an answer has the reason, in detail for the agency', async () => {
  const id = await draft()
  const refusal = { status: 401, message: 'The key key-of-the-model is wrong' } as const
  provider.push(refusal)
  const agency = await send(owner, id, 'Hello?')
  provider.push(refusal)
  const clients = await send(client, id, 'Hello?')
  expect([agency.body, clients.body]).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }])
  expect(agency.body.explanation).toMatch(/key/)
  expect(clients.body.explanation).not.toMatch(/key|ATELIER|http/)
})

test('200 once under an idempotency key, which returns the stored conversation', async () => {
  const id = await draft()
  const before = provider.requests.length
  provider.push({ text: 'Answered once.' })
  const input = { id, body: { content: 'Once?' }, headers: { 'idempotency-key': 'question-1' } }
  const first = await owner.call(sendCycleMessage, input)
  const again = await owner.call(sendCycleMessage, input)
  expect([first.body.outcome, first.body.messages.length]).toEqual(['answered', 2])
  expect(again.body).toMatchObject({ outcome: 'answering', message: first.body.message })
  expect(provider.requests.length - before).toBe(1)
})

const stored = { outcome: 'answering', explanation: 'It takes longer.' } as const

test('a turn without an end in time ends as it was stored', async () => {
  async function* never() {
    await new Promise(() => undefined)
    yield { event: 'token', data: '' } as const
  }
  expect(await turnEnd(never(), 1, { before: stored, isAtWork: false })).toEqual(stored)
})

test('a turn that no agent has read yet is read by those at work, and an answered one is answered', async () => {
  const endOf = async (outcome: 'waiting' | 'answered', isAtWork: boolean) => {
    async function* frames() {
      yield await Promise.resolve(done(outcome))
    }
    return (await turnEnd(frames(), 60_000, { before: stored, isAtWork })).outcome
  }
  expect(await Promise.all([endOf('waiting', true), endOf('waiting', false)])).toEqual(['at_work', 'waiting'])
  expect(await Promise.all([endOf('answered', true), endOf('answered', false)])).toEqual(['answered', 'answered'])
})
