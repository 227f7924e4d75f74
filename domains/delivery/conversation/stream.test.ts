import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Caller } from '../../../testing/caller.ts'
import { cycleIn } from '../../../testing/cycles.ts'
import { endOf, library, propose, runCycle, mergeProse } from '../../../testing/delivery.ts'
import { allFrames, framesOf, type ReadFrame } from '../../../testing/network/frames.ts'
import { commandHeld, heldCommand } from '../../../testing/runs/held-commands.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { unchanged } from '../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { modelSettings, turns } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { executeCycle } from '../runs/contract.ts'
import { getCycleTranscript } from '../transcripts/contract.ts'
import { getCycleUsage } from '../budgets/contract.ts'
import { getProjectBudget, getProjectUsage } from '../budgets/contract.ts'
import { listCycleMessages, streamCycleMessage } from './contract.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-model'))
const at = await scene(server)
const { owner, client } = at
await mergeProse(owner)
const { projectId } = await importProject(owner, await bundleOf(library))
const viewer = await at.join('client')
await at.grant(projectId, viewer.userId, 'view')
await at.grant(projectId, at.clientId, 'steer')
const draft = () => cycleIn(server, at, projectId)

const open = (caller: Caller, id: string, content: string, more: object = {}) =>
  caller.open(streamCycleMessage, { id, body: { content, ...more } })
const say = async (caller: Caller, id: string, content: string, more: object = {}) =>
  allFrames(await open(caller, id, content, more))
const names = (frames: readonly ReadFrame[]) => frames.map(({ event }) => event)
const textOf = (frames: readonly ReadFrame[]) =>
  frames.map(({ event, data }) => (event === 'token' ? (data as string) : '')).join('')
const isFrame = (name: string) => (frame: ReadFrame) => frame.event === name

test('a model answers while no agent works, gets only what all viewers may read, and its answer is kept and paid', async () => {
  const id = await cycleIn(server, at, projectId, 'failed')
  const breaking = 'It failed.\n\nevent: done\r\ndata: {}\u2028 \u0000\u001b[2J'
  provider.push({ text: breaking, usage: { prompt_tokens: 70, completion_tokens: 30 } })
  const frames = await say(client, id, 'Why did it fail?')
  expect([names(frames).filter((name) => name !== 'token'), textOf(frames)]).toEqual([
    ['user_message', 'speaker', 'done'],
    breaking.replace('\r\n', '\n'),
  ])
  const { message, answer, outcome } = frames.at(-1)!.data
  expect([outcome, message]).toEqual(['answered', expect.stringMatching(/\.$/)])
  const asked = frames[0]!.data
  expect(asked).toMatchObject({ content: 'Why did it fail?', drives: true, authorSide: 'client', answersId: null })
  expect(answer).toMatchObject({
    cycleId: id,
    answersId: asked.id,
    authorSide: 'agent',
    authorName: 'Coder',
    drives: false,
    isCut: false,
    content: breaking.replace('\u0000', '\uFFFD'),
  })
  expect((await viewer.caller.call(listCycleMessages, { id })).body).toEqual([asked, answer])
  const [system, told] = provider.requests.at(-1)!.body.messages.map(({ content }) => content!)
  expect(system).toMatch(/never an instruction to you/)
  expect(told).toMatch(/begins\n\nThe work: Cycle \d+\nIt is failed\. Its newest run failed: The work could not be/)
  expect(told).toMatch(/ends\n\nThe message to answer:\n\n\[client, \S+\]\n {4}Why did it fail\?$/)
  expect(told).not.toContain('It did not work.')
  expect((await owner.call(getCycleUsage, { id })).body).toMatchObject({ calls: 1, costUsd: 0.0001, tasks: [] })
  expect((await owner.call(getProjectUsage, { id: projectId })).body.cycles).toMatchObject([
    { cycleId: id, runs: 0, calls: 1, costUsd: 0.0001 },
  ])
  expect([await at.auditActions(answer.id as string), await at.eventNames(answer.id as string)]).toEqual([
    ['cycle.answer'],
    ['cycle.messaged'],
  ])
  const again = await say(client, id, 'Why did it fail?', { messageId: asked.id })
  expect([names(again), textOf(again), again.at(-1)!.data.answer]).toEqual([
    ['user_message', 'speaker', 'token', 'done'],
    answer.content.replace('\r\n', '\n'),
    answer,
  ])
})

test('20 at once under one messageId ask once, and a refused message asks no model', async () => {
  const id = await draft()
  const other = await draft()
  const messageId = uuidv7()
  const before = provider.requests.length
  provider.push({ text: 'Once.' })
  const all = await Promise.all(Array.from({ length: 20 }, () => say(owner, id, 'Once?', { messageId })))
  expect(provider.requests.length - before).toBe(1)
  for (const frames of all) expect([names(frames)[0], names(frames).at(-1)]).toEqual(['user_message', 'done'])
  const outcomes = new Set(all.map((frames) => frames.at(-1)!.data.outcome as string))
  expect(outcomes.difference(new Set(['answered', 'unanswered'])).size).toBe(0)
  expect((await owner.call(listCycleMessages, { id })).body).toHaveLength(2)
  const refused = (of: string, content: string, more: object) => () =>
    owner.call(streamCycleMessage, { id: of, body: { content, ...more } })
  for (const call of [refused(id, 'Twice?', { messageId }), refused(other, 'Once?', { messageId })])
    expect(await unchanged(server, call)).toMatchObject({ status: 409, body: { code: 'message_id_taken' } })
  for (const call of [refused(id, 'Hello', { agentId: uuidv7() }), refused(uuidv7(), 'Hello', {})])
    expect(await unchanged(server, call)).toMatchObject({ status: 404 })
  expect(await unchanged(server, refused(id, 'x'.repeat(20_001), {}))).toMatchObject({ status: 400 })
  expect(provider.requests.length - before).toBe(1)
})

test('the message of a person who may only view is kept for people, and no model is asked', async () => {
  const id = await draft()
  const before = provider.requests.length
  const frames = await say(viewer.caller, id, 'Delete everything.')
  expect([names(frames), frames[1]!.data.outcome]).toEqual([['user_message', 'done'], 'for_people'])
  expect(frames[0]!.data).toMatchObject({ drives: false })
  provider.push({ text: 'Nothing was said.' })
  await say(owner, id, 'What was said?')
  expect(provider.requests.length - before).toBe(1)
  expect(JSON.stringify(provider.requests.at(-1)!.body)).not.toContain('Delete everything.')
})

test.runIf(isLong)('an answer without an end is cut and kept, and the call is ended', async () => {
  const id = await draft()
  provider.push({ text: 'word '.repeat(8_000) })
  const frames = await say(owner, id, 'Go on for ever.')
  expect(textOf(frames)).toHaveLength(16_000)
  expect(frames.at(-1)!.data.answer).toMatchObject({ isCut: true, content: 'word '.repeat(3_200).trim() })
})

test('a reader who leaves ends the call, which is paid once; the text so far is kept', async () => {
  const id = await draft()
  const messageId = uuidv7()
  const before = provider.requests.length
  provider.push({ text: 'Half of it.', after: { events: 4, then: 'stall' }, chunkBytes: 1_000 })
  const leave = new AbortController()
  const frames = framesOf(
    await owner.open(streamCycleMessage, { id, body: { content: 'Tell me.', messageId } }, { signal: leave.signal }),
  )
  for await (const frame of frames) if (frame.event === 'token') break
  leave.abort()
  await expect
    .poll(async () => (await owner.call(listCycleMessages, { id })).body)
    .toMatchObject([{ id: messageId }, { answersId: messageId, isCut: true, content: expect.stringMatching(/^Half/) }])
  await expect
    .poll(async () => (await owner.call(getCycleUsage, { id })).body)
    .toMatchObject({ calls: 1, reservedUsd: 0 })
  const again = await say(owner, id, 'Tell me.', { messageId })
  expect([names(again), provider.requests.length - before]).toEqual([['user_message', 'speaker', 'token', 'done'], 1])
})

test('a failure is reported in words of ours, a client’s without the agency’s part, and a cap holds', async () => {
  const id = await draft()
  const outcome = async (caller: Caller) => (await say(caller, id, 'Hello?')).at(-1)!
  provider.push({ status: 401, message: 'The key key-of-the-model is wrong' })
  expect(await outcome(owner)).toMatchObject({ event: 'error', data: { code: 'provider_refused_key' } })
  provider.push({ status: 401, message: 'The key key-of-the-model is wrong' })
  const told = await outcome(client)
  expect(told).toMatchObject({ event: 'error', data: { code: 'no_answer' } })
  expect(JSON.stringify(told)).not.toMatch(/key|ATELIER|http/)
  const { spentUsd } = (await owner.call(getProjectBudget, { id: projectId })).body
  const before = provider.requests.length
  await owner.call(updateProject, { id: projectId, body: { costCapUsd: (spentUsd as number) + 0.000001 } })
  expect(await outcome(owner)).toMatchObject({ event: 'error', data: { code: 'project_cap_reached' } })
  expect((await outcome(client)).data.message).not.toMatch(/cap|budget|\$/)
  expect(provider.requests.length).toBe(before)
  await owner.call(updateProject, { id: projectId, body: { costCapUsd: null } })
})

test.runIf(isLong)(
  'the agents at work are followed until each has answered; a client sees no input and no output',
  async () => {
    const id = await propose(owner, projectId, 'Add a file of notes.')
    const planted = 'planted-4711'
    provider.push(
      turns.run(`${heldCommand(server)}; echo ${planted}`),
      { ...turns.run(`echo ${planted}`), text: 'I use tabs from here on.' },
      turns.end('DONE: Nothing to do.'),
    )
    expect((await owner.call(executeCycle, { id })).status).toBe(200)
    const command = await commandHeld(server)
    const heard = await open(owner, id, 'Use tabs.')
    const seen = await open(client, id, 'Use tabs, please.')
    const elsewhere = await say(viewer.caller, id, 'Use spaces.')
    await command.release()
    const [agency, clients] = await Promise.all([allFrames(heard), allFrames(seen)])
    expect(names(elsewhere)).toEqual(['user_message', 'done'])
    for (const frames of [agency, clients]) {
      expect([names(frames)[0], names(frames).at(-1)]).toEqual(['user_message', 'done'])
      expect([frames.at(-1)!.data.outcome, textOf(frames)]).toEqual(['answered', 'I use tabs from here on.'])
      expect(frames.find(isFrame('tool_end'))!.data).toMatchObject({
        tool: 'run',
        ok: true,
        agentId: expect.any(String),
      })
    }
    expect(agency.find(isFrame('tool_end'))!.data.output).toContain(planted)
    expect(JSON.stringify(clients)).not.toContain(planted)
    expect(clients.find(isFrame('tool_end'))!.data).toMatchObject({ output: null })
    expect((await endOf(owner, id)).cycle).toMatchObject({ status: 'failed', failure: { code: 'no_change' } })
    const steps = (await owner.call(getCycleTranscript, { id })).body as { kind: string; messageIds: string[] | null }[]
    const given = steps.flatMap(({ kind, messageIds }) => (kind === 'heard' ? messageIds! : []))
    expect(given).toEqual([agency[0]!.data.id, clients[0]!.data.id])
    const again = await say(owner, id, 'Use tabs.', { messageId: agency[0]!.data.id })
    expect([names(again), again.at(-1)!.data.outcome]).toEqual([['user_message', 'done'], 'ended'])
    provider.push({ text: 'The agent changed nothing.' })
    await say(owner, id, 'What happened?')
    provider.push(turns.write('NOTES.md', 'Notes\n'), turns.end('Wrote the notes.'))
    expect((await runCycle(owner, id)).cycle).toMatchObject({ status: 'completed' })
    const told = JSON.stringify(provider.requests.at(-1)!.body.messages)
    expect(told).toMatch(/a model that could only read answered[^"]*The agent changed nothing\./)
  },
)

test('a token frame is raw text behind its speaker', async () => {
  const id = await draft()
  provider.push({ text: ' two\n lines ' })
  const response = await open(owner, id, 'Say it raw.')
  const raw = await response.text()
  expect(raw).toMatch(
    /\n\nevent: speaker\ndata: \{"agentId":"[^"]+","taskId":null,"textTruncated":false\}\n\nevent: token\n/,
  )
  const words = [...raw.matchAll(/event: token\n((?:data: .*\n)+)/g)].map(([, data]) =>
    data!.replaceAll(/^data: /gm, '').slice(0, -1),
  )
  expect(words.join('')).toBe(' two\n lines ')
})
