import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { type AnswerTurn, fakeEndpoint, harnessScene } from '../../testing/model-provider/index.ts'
import { findBudget, setCap } from '../models/index.ts'
import type { SavedWork } from './index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

const reading = { toolCalls: [{ name: 'read', input: { path: 'greet.js' } }] }
const listing = { toolCalls: [{ name: 'list', input: {} }] }

describe('the native harness with a model that calls tools', () => {
  test('carries out a change, and reports each message, tool call, result and cost', async () => {
    scene.provider.push(
      {
        text: 'Let me look.',
        toolCalls: [
          { name: 'read', input: { path: 'greet.js' } },
          { name: 'search', input: { pattern: 'hel+o' } },
        ],
      },
      { toolCalls: [{ name: 'edit', input: { path: 'greet.js', find: '"hello"', replace: '"hi"' } }] },
      {
        toolCalls: [
          { name: 'run', input: { command: `node -e 'import("./greet.js").then((m) => console.log(m.greet()))'` } },
        ],
      },
      { text: 'It says hi now.' },
    )
    const outcome = await scene.run({ instructions: 'Be brief.', checks: [{ name: 'test', command: 'npm test' }] })
    expect(outcome).toMatchObject({
      outcome: 'completed',
      summary: 'It says hi now.',
      steps: 4,
      inputTokens: 400,
      outputTokens: 80,
      ignoredLines: 0,
    })
    expect(await scene.file('greet.js')).toBe('export const greet = () => "hi"\n')
    expect(scene.records.map(({ type }) => type)).toEqual([
      'started',
      'message',
      'tool-call',
      'tool-result',
      'tool-call',
      'tool-result',
      'usage',
      'tool-call',
      'tool-result',
      'usage',
      'tool-call',
      'tool-result',
      'usage',
      'message',
      'usage',
      'finished',
    ])
    expect(scene.ofType('tool-result').map(({ text }) => text)).toEqual([
      'greet.js, lines 1 to 1 of 1:\n    1\texport const greet = () => "hello"',
      'greet.js:1:export const greet = () => "hello"',
      'Edited greet.js.\n@@ -1 +1 @@\n-export const greet = () => "hello"\n+export const greet = () => "hi"',
      'Exit code 0\nhi\n',
    ])
    const [first] = scene.provider.requests
    expect(first!.body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(first!.body.messages[0]!.content).toContain('- test: npm test')
    expect(first!.body.messages[0]!.content).toContain('Be brief.')
  })

  test('reports unknown tools, wrong input and outside paths to the model, and continues', async () => {
    scene.provider.push(
      { toolCalls: [{ name: 'fly', input: {} }] },
      { toolCalls: [{ name: 'read', input: { path: 7 } }] },
      { toolCalls: [{ name: 'read', input: '{"path": "gre' }] },
      { toolCalls: [{ name: 'read', input: { path: '/etc/passwd' } }] },
      { text: 'Enough.' },
    )
    expect(await scene.run()).toMatchObject({ outcome: 'completed' })
    const results = scene.ofType('tool-result')
    expect(results.map(({ ok }) => ok)).toEqual([false, false, false, false])
    expect(results[0]!.text).toContain('fly')
    expect(results[1]!.text).toContain('path is not a string.')
    expect(results[3]!.text).toBe('Error: /etc/passwd is outside of the worktree. Use a path relative to its root.')
  })

  test("ends with the model's reason when the model gives up", async () => {
    scene.provider.push({
      text: 'No.',
      toolCalls: [{ name: 'give_up', input: { reason: 'There is no such function.' } }],
    })
    expect(await scene.run()).toMatchObject({
      outcome: 'gave-up',
      summary: 'There is no such function.',
    })
  })
})

describe('a native harness that does not end by itself', () => {
  test.each([
    ['its steps', { limits: { steps: 2 } }, [reading, listing], 'step-limit'],
    ['its tokens', { limits: { tokens: 200 } }, [reading, listing], 'token-limit'],
    ['the same call over and over', {}, Array<typeof reading>(5).fill(reading), 'repetition'],
    ['two calls in turn', {}, Array.from({ length: 10 }, (_, at) => (at % 2 ? listing : reading)), 'repetition'],
  ] as const)('stops at %s', async (_, job, turns, outcome) => {
    scene.provider.push(...turns)
    expect(await scene.run(job)).toMatchObject({ outcome, steps: turns.length })
  })

  test('stops at its time limit, also in the middle of a command', async () => {
    scene.provider.push({ toolCalls: [{ name: 'run', input: { command: 'sleep 600' } }] })
    expect(await scene.run({ limits: { wallMs: 700 } })).toMatchObject({
      outcome: 'wall-time',
    })
  })

  test('stops when it is cancelled', async () => {
    const controller = new AbortController()
    scene.provider.push({ answer: 'silence' })
    const ended = scene.run({}, undefined, controller.signal)
    const call = await scene.provider.nextRequest()
    controller.abort()
    expect(await ended).toMatchObject({ outcome: 'cancelled' })
    await call.hungUp
  })
})

describe('a native harness whose model fails', () => {
  test.each([
    ['refuses', { status: 400, message: 'no such model' }, 'provider_refused_request', 'no such model'],
    ['answers garbage', { bytes: 'data: {"a":1}\n\n' }, 'provider_garbage', 'no chat completion'],
    [
      'is cut in mid-stream',
      { text: 'Hello there', after: { events: 2, then: 'cut' } },
      'provider_cut',
      'before its answer was whole',
    ],
    [
      'fails in mid-stream',
      { bytes: 'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: {"error":{"message":"overloaded"}}\n\n' },
      'provider_failed',
      'overloaded',
    ],
  ] as const)('says so when the endpoint %s each time', async (_, turn, code, words) => {
    scene.provider.push(turn, turn, turn)
    const outcome = await scene.run()
    expect(outcome).toMatchObject({ outcome: 'model-failed', code })
    expect(outcome.summary).toContain(words)
  })

  test('reports that the model was cut off at its output limit', async () => {
    const cutOff = { bytes: 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"length"}]}\n\n' }
    scene.provider.push(cutOff, cutOff, cutOff, cutOff)
    expect(await scene.run()).toMatchObject({
      outcome: 'model-failed',
      code: 'output_limit',
    })
  })

  test('reports the cap that stopped it', async () => {
    await database.instance((tx) => setCap(tx, { kind: 'cycle', id: scene.identity.cycleId }, 10))
    expect(await scene.run()).toMatchObject({
      outcome: 'model-failed',
      code: 'cycle_cap_reached',
    })
  })
})

describe('a native harness that meets trouble', () => {
  test('goes on through a busy endpoint, cuts, empty and shortened answers', async () => {
    scene.provider.push(
      reading,
      { status: 429, retryAfter: '0' },
      { status: 503 },
      {
        text: 'Half a',
        toolCalls: [{ name: 'run', input: { command: 'touch half' } }],
        after: { events: 4, then: 'cut' },
      },
      { text: '' },
      { bytes: 'data: {"choices":[{"delta":{"content":"First part"},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n' },
      { text: 'Done.' },
    )
    expect(await scene.run()).toMatchObject({ outcome: 'completed', summary: 'Done.' })
    await expect(scene.file('half')).rejects.toThrow()
    const said = scene.provider.requests.at(-1)!.body.messages.map(({ content }) => content)
    expect(said).toContain('First part')
    expect(said.at(-1)).toContain('cut off at its longest length')
  })

  test('shortens a conversation that the endpoint refuses as too long, once', async () => {
    await writeFile(join(scene.worktree, 'long.txt'), 'a line of words\n'.repeat(2_000))
    const look = { toolCalls: [{ name: 'read', input: { path: 'long.txt' } }] }
    const tooLong = { status: 400, message: "This model's maximum context length is 8192 tokens" }
    scene.provider.push(look, reading, tooLong, { text: 'Done.' })
    expect(await scene.run()).toMatchObject({ outcome: 'completed', summary: 'Done.' })
    const sizes = scene.provider.requests.map(({ body }) => JSON.stringify(body.messages).length)
    expect(sizes.at(-1)!).toBeLessThan(sizes[2]! / 2)
    const last = scene.provider.requests.at(-1)!.body.messages
    expect(last[1]!.content).toContain('Make greet say hi')
    scene.provider.push(look, tooLong, tooLong)
    expect(await scene.run({ description: 'Again' })).toMatchObject({ outcome: 'model-failed' })
  })

  test('summarises before the window is full, and keeps the request and the plan', async () => {
    const looks = Array.from({ length: 8 }, (_, at) => ({
      text: `${at}: ${'I think about it. '.repeat(350)}`,
      toolCalls: [{ name: 'read', input: { path: 'greet.js', from: 1, lines: at + 1 } }],
      usage: null,
    }))
    const plan = {
      toolCalls: [{ name: 'plan', input: { items: [{ step: 'Say hi', status: 'in_progress' }] } }],
      usage: null,
    }
    const model = fakeEndpoint(scene.provider.baseUrl, { contextTokens: 16_000 })
    // The answer to a summary and to the next step are told apart by what is asked.
    const answers: AnswerTurn[] = [plan, ...looks]
    const outcome = scene.run({}, model)
    let summaries = 0
    for (let asked = 0; asked < 30; asked += 1) {
      const { body } = await scene.provider.nextRequest()
      const isSummary = body.messages[0]!.content!.startsWith('You summarise')
      if (isSummary) summaries += 1
      const next: AnswerTurn = isSummary
        ? { text: 'I looked at greet.js.', usage: null }
        : (answers.shift() ?? { text: 'Done.' })
      scene.provider.push(next)
      if (!isSummary && next.toolCalls === undefined) break
    }
    expect(await outcome).toMatchObject({ outcome: 'completed', summary: 'Done.' })
    expect(summaries).toBeGreaterThan(0)
    const last = JSON.stringify(scene.provider.requests.at(-1)!.body.messages)
    for (const words of ['Make greet say hi', 'I looked at greet.js.', '[>] Say hi']) expect(last).toContain(words)
  })

  test('warns before it ends a run that goes round in circles', async () => {
    scene.provider.push(reading, reading, reading, { text: 'I stop.' })
    expect(await scene.run()).toMatchObject({ outcome: 'completed' })
    expect(scene.provider.requests[2]!.body.messages.at(-1)!.content).not.toContain('three times')
    expect(scene.provider.requests[3]!.body.messages.at(-1)!.content).toContain('three times')
  })
})

describe('a native harness that was saved', () => {
  beforeEach(() => {
    const git = (...argv: string[]) => execFileSync('git', argv, { cwd: scene.worktree })
    git('init', '--quiet')
    git('add', '--all')
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'Begin')
  })
  const savedWork = (): SavedWork => {
    const messages: string[] = []
    for (const { from, messages: more } of scene.ofType('saved-messages'))
      messages.splice(from, messages.length, ...more)
    const { patch, steps, tokens } = scene.ofType('saved').at(-1)!
    return { messages, patch, steps, tokens, isFollowUp: false }
  }
  const writing = { toolCalls: [{ name: 'write', input: { path: 'new.bin', content: 'caf\u00e9\n' } }] }
  const latin = { toolCalls: [{ name: 'run', input: { command: "printf 'caf\\351\\0' > latin.bin; rm greet.js" } }] }

  test('goes on where it ended, with its files and its conversation, and pays nothing twice', async () => {
    scene.provider.push(writing, latin, { answer: 'silence' })
    const controller = new AbortController()
    const first = scene.run({}, undefined, controller.signal)
    for (let asked = 0; asked < 3; asked += 1) await scene.provider.nextRequest()
    controller.abort()
    expect(await first).toMatchObject({ outcome: 'cancelled', steps: 2 })
    const saved = savedWork()
    expect(saved).toMatchObject({ steps: 2, tokens: 240 })
    execFileSync('git', ['clean', '-fdq'], { cwd: scene.worktree })
    execFileSync('git', ['checkout', '--quiet', '--', '.'], { cwd: scene.worktree })
    scene.provider.push({ text: 'Done.' })
    expect(await scene.run({ saved })).toMatchObject({ outcome: 'completed', summary: 'Done.', steps: 1 })
    expect(await scene.file('new.bin')).toBe('café\n')
    expect(await readFile(join(scene.worktree, 'latin.bin'))).toEqual(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0]))
    await expect(scene.file('greet.js')).rejects.toThrow()
    const [, , third, fourth] = scene.provider.requests
    expect(fourth!.body.messages).toEqual(third!.body.messages)
  })

  test('is not asked again when it had ended already', async () => {
    scene.provider.push(writing, { text: 'Done.' })
    await scene.run()
    const before = scene.provider.requests.length
    execFileSync('git', ['clean', '-fdq'], { cwd: scene.worktree })
    expect(await scene.run({ saved: savedWork() })).toMatchObject({ outcome: 'completed', summary: 'Done.', steps: 0 })
    expect([scene.provider.requests.length, await scene.file('new.bin')]).toEqual([before, 'café\n'])
  })

  test('is asked for a rework in the same conversation', async () => {
    scene.provider.push(writing, { text: 'Done.' })
    await scene.run()
    scene.provider.push({ text: 'Mended.' })
    const saved = { ...savedWork(), patch: undefined, isFollowUp: true }
    expect(await scene.run({ saved, description: 'The check fails' })).toMatchObject({ summary: 'Mended.', steps: 1 })
    const said = scene.provider.requests.at(-1)!.body.messages
    expect(said.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
    expect(said.at(-1)!.content).toBe('The check fails')
  })

  test('begins anew where the saved change does not fit', async () => {
    const patch = gzipSync('not a patch').toString('base64')
    scene.provider.push({ text: 'Done.' })
    const saved = { messages: ['{"role":"user","content":"Old"}'], patch, steps: 9, tokens: 9, isFollowUp: false }
    expect(await scene.run({ saved })).toMatchObject({ outcome: 'completed' })
    expect(scene.provider.requests.at(-1)!.body.messages[1]!.content).toContain('Make greet say hi')
  })
})

describe('a native harness that restarts', () => {
  test('does not pay again for answers of an earlier attempt', async () => {
    const turns = [{ toolCalls: [{ name: 'write', input: { path: 'new.txt', content: 'new\n' } }] }, { text: 'Done.' }]
    scene.provider.push(...turns)
    const first = await scene.run()
    await rm(join(scene.worktree, 'new.txt'))
    expect(await scene.run()).toMatchObject({ outcome: 'completed', steps: first.steps })
    expect([await scene.file('new.txt'), scene.provider.requests.length]).toEqual(['new\n', 2])
    const { spentMicros } = await database.instance((tx) =>
      findBudget(tx, { kind: 'cycle', id: scene.identity.cycleId }),
    )
    expect(spentMicros).toBe(240)
  })
})
