import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentScene } from '../../testing/acp/agent-scene.ts'
import { testDatabase } from '../../testing/index.ts'
import { resolveHarness } from './registry.ts'
import { isLong, isSoak } from '../../testing/soak.ts'
import { applyCap } from '../../domains/agents/spending/index.ts'

const { database } = await testDatabase()
const { scene, mapped, harnessThat } = await agentScene(database)

const call = (name: string, input: object) => ({ toolCalls: [{ name, input }] })
const user = (at: number) =>
  scene.provider.requests[at]!.body.messages.filter(({ role }) => role === 'user').map(({ content }) => content!)

describe('an agent over the Agent Client Protocol', () => {
  test.runIf(isLong)('changes files and runs commands, and all that it reports is in the records', async () => {
    scene.provider.push(
      { text: 'Let me look.', ...call('write', { path: 'notes/a.md', content: 'Notes\n' }) },
      call('run', { command: 'cat notes/a.md; exit 3' }),
      { text: 'Add the notes' },
    )
    const outcome = await scene.run({ checks: [{ name: 'test', command: 'npm test' }] })
    expect(outcome).toMatchObject({
      outcome: 'completed',
      summary: 'Add the notes',
      ignoredLines: 0,
      steps: 3,
      inputTokens: 300,
      outputTokens: 60,
    })
    expect(await scene.file('notes/a.md')).toBe('Notes\n')
    const told = scene.records.filter(({ type }) => !['usage', 'saved', 'saved-messages'].includes(type))
    expect(told).toMatchObject([
      { type: 'started' },
      { type: 'thought', text: 'So be it.' },
      { type: 'message', text: 'Let me look.' },
      { type: 'tool-call', name: 'permission', input: { title: 'write notes/a.md', kind: 'edit' } },
      { type: 'tool-result', name: 'permission', ok: true },
      { type: 'tool-call', name: 'edit', input: { title: 'write notes/a.md', content: 'Notes\n' } },
      { type: 'tool-result', name: 'edit', ok: true, text: `Wrote ${scene.worktree}/notes/a.md` },
      { type: 'tool-call', name: 'permission' },
      { type: 'tool-result', name: 'permission' },
      { type: 'tool-call', name: 'execute' },
      { type: 'tool-result', name: 'execute', ok: false, text: 'Exit code 3\nNotes\n' },
      { type: 'thought' },
      { type: 'message', text: 'Add the notes' },
      { type: 'finished', outcome: 'completed' },
    ])
    const [prompt] = user(0)
    for (const part of ['Make greet say hi', 'Work carefully.', '- test: npm test', 'greet.js', 'server of tools'])
      expect(prompt).toContain(part)
    expect(scene.provider.requests[0]!.headers.authorization).not.toContain('what-it-takes-for-its-key')
  })

  test.runIf(isLong)(
    'changes outside of the worktree are not allowed, nor are files outside read or written',
    async () => {
      await symlink('/etc', join(scene.worktree, 'link'))
      scene.harness = harnessThat('outside')
      scene.provider.push(call('write', { path: '../escaped', content: 'x' }), { text: 'Done.' })
      expect(await scene.run()).toMatchObject({ outcome: 'completed', summary: 'Done.' })
      const [said] = scene.ofType('message')
      expect(said!.text.split('\n')).toHaveLength(7)
      expect(said!.text).not.toContain('SERVED')
      expect(scene.ofType('tool-result')).toMatchObject([
        { name: 'permission', ok: false, text: expect.stringContaining('is outside of the worktree') },
        { name: 'edit', ok: false },
      ])
    },
  )

  test.runIf(isLong)(
    'messages of people are a further turn of the same session, and the last words come from that turn',
    async () => {
      scene.said = [[{ id: 'a', text: 'Before.' }], [{ id: 'b', text: 'And mind the tests.' }], []]
      scene.provider.push({ text: 'Done.' }, { text: 'Done with the tests.' })
      expect(await scene.run({ hears: true })).toMatchObject({ outcome: 'completed', summary: 'Done with the tests.' })
      expect(user(0)[0]).toMatch(/Before\.$/)
      expect(user(1).slice(1)).toEqual(['And mind the tests.'])
      expect(scene.heard).toEqual([[], ['a'], ['a', 'b']])
    },
  )

  test.runIf(isLong)(
    'a later round is a session of its own, which gets the messages and actions from before',
    async () => {
      const messages = [
        { role: 'user', content: 'Make greet say hi' },
        { role: 'assistant', content: [{ type: 'text', text: '[write greet.js: done]' }] },
        { role: 'assistant', content: 'It says hi now.' },
      ].map((one) => JSON.stringify(one))
      scene.provider.push({ text: 'Mended.' })
      const saved = { messages, steps: 3, tokens: 300, isFollowUp: true }
      expect(await scene.run({ description: 'The test fails.', saved })).toMatchObject({ summary: 'Mended.', steps: 1 })
      for (const part of ['The test fails.', '[write greet.js: done]', 'assistant: It says hi now.'])
        expect(user(0)[0]).toContain(part)
      expect(await scene.run({ saved: { ...saved, isFollowUp: false } })).toMatchObject({
        outcome: 'completed',
        summary: 'It says hi now.',
        steps: 0,
      })
    },
  )
})

describe('an agent that does what none should', () => {
  test.runIf(isLong)('an agent that dies ends its job with its last words', async () => {
    scene.harness = harnessThat('dies')
    const ended = await scene.run()
    const summary = expect.stringContaining('It ended with exit code 3. It said: Out of luck.')
    expect(ended).toMatchObject({ outcome: 'agent-failed', summary })
    expect(scene.ofType('finished')).toHaveLength(1)
  })

  test.runIf(isLong)(
    'an agent that repeats itself hears so in a further turn, and its work ends if it continues',
    async () => {
      scene.harness = harnessThat('loops')
      const ended = await scene.run()
      expect(ended).toMatchObject({ outcome: 'repetition', summary: expect.stringContaining('round in circles') })
      const saved = scene.ofType('saved-messages').flatMap(({ messages }) => messages)
      expect(saved.filter((message) => message.includes('you have done the same three times'))).toHaveLength(1)
    },
  )
})

test('a harness without its program, or with a program that sandboxes do not show, is reported', async () => {
  const agent = mapped()
  const reasonOf = (one: typeof agent) => resolveHarness('runtime-2', { 'runtime-2': one })
  await writeFile(join(agent.folder, 'plain'), '')
  expect(reasonOf({ ...agent, program: '/nowhere/agent' })).toMatchObject({
    installed: false,
    reason: expect.stringContaining('the program of Test agent, /nowhere/agent, is not there'),
  })
  expect(reasonOf({ ...agent, program: join(agent.folder, 'plain') })).toMatchObject({ installed: false })
  expect(reasonOf({ ...agent, folder: join(agent.folder, 'node_modules') })).toMatchObject({
    reason: expect.stringContaining('lies outside of /usr and of its folder'),
  })
  expect(reasonOf(agent)).toMatchObject({ installed: true })
})

describe.runIf(isSoak)('an external agent that does what none should', () => {
  test.each([
    ['huge', 'agent-failed', 'It sent a message of more than 8 MiB'],
    ['flood', 'agent-failed', 'more than 50000 steps'],
    ['newer', 'agent-failed', 'It speaks version 99 of the Agent Client Protocol'],
  ])('%s: %s', async (way, outcome, sentence) => {
    scene.harness = harnessThat(way)
    const ended = await scene.run()
    expect(ended).toMatchObject({ outcome, summary: expect.stringContaining(sentence) })
    expect(scene.ofType('finished')).toHaveLength(1)
  })

  test('an agent that never answers ends with the time of its round, and when the run is stopped', async () => {
    scene.harness = harnessThat('deaf')
    expect(await scene.run({ limits: { wallMs: 1_500 } })).toMatchObject({ outcome: 'wall-time' })
  })

  test('a cap or a limit of calls ends its work, even if the agent would continue', async () => {
    scene.provider.push({ text: 'Hello' })
    await database.within(scene.identity.workspaceId, (tx) =>
      applyCap(tx, { kind: 'cycle', id: scene.identity.cycleId }, 1),
    )
    expect(await scene.run()).toMatchObject({ outcome: 'model-failed', code: 'cycle_cap_reached' })
  })

  test('a silent model call is broken off and asked again', async () => {
    scene.provider.push({ answer: 'silence' }, { text: 'Done.' })
    expect(await scene.run({ limits: { stallMs: 2_000 } })).toMatchObject({ outcome: 'completed', summary: 'Done.' })
    expect(scene.provider.requests).toHaveLength(2)
  })

  test('a silent agent ends with the evidence', async () => {
    scene.harness = harnessThat('mute')
    expect(await scene.run({ limits: { stallMs: 700 } })).toMatchObject({
      outcome: 'stalled',
      summary: expect.stringMatching(/its turn was broken off, and it was asked to go/),
    })
  })
})
