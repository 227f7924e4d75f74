import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'
import { applyCap } from '../../domains/agents/spending/index.ts'
import { isLong } from '../../testing/soak.ts'

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

  test.runIf(isLong)('reports unknown tools, wrong input and outside paths to the model, and continues', async () => {
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

  test.runIf(isLong)("ends with the model's reason when the model stops", async () => {
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
  test.runIf(isLong).each([
    ['its steps', { limits: { steps: 2 } }, [reading, listing], 'step-limit'],
    ['its tokens', { limits: { tokens: 200 } }, [reading, listing], 'token-limit'],
    ['the same call over and over', {}, Array<typeof reading>(5).fill(reading), 'repetition'],
    ['two calls in turn', {}, Array.from({ length: 10 }, (_, at) => (at % 2 ? listing : reading)), 'repetition'],
  ] as const)('stops at %s', async (_, job, turns, outcome) => {
    scene.provider.push(...turns)
    expect(await scene.run(job)).toMatchObject({ outcome, steps: turns.length })
  })

  test.runIf(isLong)('stops at its time limit, also in the middle of a command', async () => {
    scene.provider.push({ toolCalls: [{ name: 'run', input: { command: 'sleep 600' } }] })
    expect(await scene.run({ limits: { wallMs: 700 } })).toMatchObject({
      outcome: 'wall-time',
    })
  })

  test.runIf(isLong)('stops when it is cancelled', async () => {
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
  test.runIf(isLong).each([
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
  ] as const)('reports it when the endpoint %s each time', async (_, turn, code, words) => {
    scene.provider.push(turn, turn, turn)
    const outcome = await scene.run()
    expect(outcome).toMatchObject({ outcome: 'model-failed', code })
    expect(outcome.summary).toContain(words)
  })

  test.runIf(isLong)('reports that the model was cut off at its output limit', async () => {
    const cutOff = { bytes: 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"length"}]}\n\n' }
    scene.provider.push(cutOff, cutOff, cutOff, cutOff)
    expect(await scene.run()).toMatchObject({
      outcome: 'model-failed',
      code: 'output_limit',
    })
  })

  test('reports the cap that stopped it', async () => {
    await database.instance((tx) => applyCap(tx, { kind: 'cycle', id: scene.identity.cycleId }, 10))
    expect(await scene.run()).toMatchObject({
      outcome: 'model-failed',
      code: 'cycle_cap_reached',
    })
  })
})
