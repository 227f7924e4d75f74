import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import {
  bareSandbox,
  fakeEndpoint,
  type FakeProvider,
  newIdentity,
  startModelProvider,
} from '../../testing/model-provider/index.ts'
import {
  type CallIdentity,
  findBudget,
  formatBlock,
  type ModelProvider,
  modelRoute,
  openGateway,
  openOffline,
  setCap,
} from '../models/index.ts'
import {
  defaultHarnessLimits,
  type HarnessJob,
  type HarnessLimits,
  type HarnessRecord,
  resolveHarness,
  runHarness,
} from './index.ts'

const { database } = await testDatabase()
const retries = { attempts: 1, backoffMs: 1, retryAfterMaxMs: 1 }
const native = resolveHarness('native')
if (!native.installed) throw new Error(native.reason)

let folder: string
let worktree: string
let identity: CallIdentity
let provider: FakeProvider
let records: HarnessRecord[]
let server: Server

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harness-'))
  worktree = await mkdtemp(join(folder, 'worktree-'))
  await writeFile(join(worktree, 'greet.js'), 'export const greet = () => "hello"\n')
  identity = await newIdentity(database)
  provider = await startModelProvider()
  records = []
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await provider.close()
  await rm(folder, { recursive: true })
})

/** One attempt of the job, with the model behind a Unix socket as in a sandbox. */
const run = async (
  job: Partial<Omit<HarnessJob, 'limits'>> & { limits?: Partial<HarnessLimits> },
  model: ModelProvider,
  signal?: AbortSignal,
) => {
  const socket = join(folder, `egress-${records.length}.sock`)
  server = createServer(modelRoute(openGateway({ database, provider: model, retries }), identity))
  server.listen(socket)
  await once(server, 'listening')
  return runHarness({
    sandbox: bareSandbox(worktree, socket),
    harness: native.harness,
    job: {
      description: 'Make greet say hi',
      model: { name: model.model, contextTokens: model.contextTokens, maxOutputTokens: model.maxOutputTokens },
      ...job,
      limits: { ...defaultHarnessLimits, ...job.limits },
    },
    onRecord: (record) => void records.push(record),
    ...(signal && { signal }),
  })
}

const file = (name: string) => readFile(join(worktree, name), 'utf8')
const ofType = <T extends HarnessRecord['type']>(type: T) =>
  records.filter((record): record is Extract<HarnessRecord, { type: T }> => record.type === type)

describe('the native harness with a model that calls tools', () => {
  test('carries out a change, and reports each message, tool call, result and cost', async () => {
    provider.push(
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
    const outcome = await run(
      { instructions: 'Be brief.', checks: [{ name: 'test', command: 'npm test' }] },
      fakeEndpoint(provider.baseUrl),
    )
    expect(outcome).toMatchObject({
      outcome: 'completed',
      summary: 'It says hi now.',
      steps: 4,
      inputTokens: 400,
      outputTokens: 80,
      ignoredLines: 0,
    })
    expect(await file('greet.js')).toBe('export const greet = () => "hi"\n')
    expect(records.map(({ type }) => type)).toEqual([
      'started',
      'message',
      'tool-call',
      'tool-call',
      'tool-result',
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
    expect(ofType('tool-result').map(({ text }) => text)).toEqual([
      'greet.js, lines 1 to 1 of 1:\n    1\texport const greet = () => "hello"',
      'greet.js:1:export const greet = () => "hello"',
      'Edited greet.js at line 1.',
      'Exit code 0\nhi\n',
    ])
    const [first] = provider.requests
    expect(first!.body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(first!.body.messages[0]!.content).toContain('- test: npm test')
    expect(first!.body.messages[0]!.content).toContain('Be brief.')
  })

  test('tells the model of a tool that is unknown, an input that is wrong and a path outside, and goes on', async () => {
    provider.push(
      { toolCalls: [{ name: 'fly', input: {} }] },
      { toolCalls: [{ name: 'read', input: { path: 7 } }] },
      { toolCalls: [{ name: 'read', input: '{"path": "gre' }] },
      { toolCalls: [{ name: 'read', input: { path: '/etc/passwd' } }] },
      { text: 'Enough.' },
    )
    expect(await run({}, fakeEndpoint(provider.baseUrl))).toMatchObject({ outcome: 'completed' })
    const results = ofType('tool-result')
    expect(results.map(({ ok }) => ok)).toEqual([false, false, false, false])
    expect(results[0]!.text).toContain('fly')
    expect(results[1]!.text).toContain('path is not a string.')
    expect(results[3]!.text).toBe('Error: /etc/passwd is outside of the worktree. Use a path relative to its root.')
  })

  test('ends when the model gives up, and says why', async () => {
    provider.push({ text: 'No.', toolCalls: [{ name: 'give_up', input: { reason: 'There is no such function.' } }] })
    expect(await run({}, fakeEndpoint(provider.baseUrl))).toMatchObject({
      outcome: 'gave-up',
      summary: 'There is no such function.',
    })
  })

  const reading = { toolCalls: [{ name: 'read', input: { path: 'greet.js' } }] }
  const listing = { toolCalls: [{ name: 'list', input: {} }] }

  test.each([
    ['its steps', { limits: { steps: 2 } }, [reading, listing], 'step-limit'],
    ['its tokens', { limits: { tokens: 200 } }, [reading, listing], 'token-limit'],
    ['the same call over and over', {}, [reading, reading, reading, reading], 'repetition'],
    ['two calls in turn', {}, [reading, listing, reading, listing, reading, listing, reading, listing], 'repetition'],
  ] as const)('stops at %s', async (_, job, turns, outcome) => {
    provider.push(...turns)
    expect(await run(job, fakeEndpoint(provider.baseUrl))).toMatchObject({ outcome, steps: turns.length })
  })

  test('stops when its time is up, in the middle of a command', async () => {
    provider.push({ toolCalls: [{ name: 'run', input: { command: 'sleep 600' } }] })
    expect(await run({ limits: { wallMs: 700 } }, fakeEndpoint(provider.baseUrl))).toMatchObject({
      outcome: 'wall-time',
    })
  })

  test('stops when it is cancelled', async () => {
    const controller = new AbortController()
    provider.push({ answer: 'silence' })
    const ended = run({}, fakeEndpoint(provider.baseUrl), controller.signal)
    const call = await provider.nextRequest()
    controller.abort()
    expect(await ended).toMatchObject({ outcome: 'cancelled' })
    await call.hungUp
  })

  test.each([
    ['refuses', { status: 400, message: 'context too long' }, 'provider_refused_request', 'context too long'],
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
  ] as const)('says so when the endpoint %s', async (_, turn, code, words) => {
    provider.push(turn)
    const outcome = await run({}, fakeEndpoint(provider.baseUrl))
    expect(outcome).toMatchObject({ outcome: 'model-failed', code })
    expect(outcome.summary).toContain(words)
  })

  test('says so when the model was cut off at its output limit', async () => {
    provider.push({ bytes: 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"length"}]}\n\n' })
    expect(await run({}, fakeEndpoint(provider.baseUrl))).toMatchObject({
      outcome: 'model-failed',
      code: 'output_limit',
    })
  })

  test('says which cap stopped it', async () => {
    await database.instance((tx) => setCap(tx, { kind: 'cycle', id: identity.cycleId }, 10))
    expect(await run({}, fakeEndpoint(provider.baseUrl))).toMatchObject({
      outcome: 'model-failed',
      code: 'cycle_cap_reached',
    })
  })

  test('pays nothing for what an attempt before it was answered', async () => {
    const turns = [{ toolCalls: [{ name: 'write', input: { path: 'new.txt', content: 'new\n' } }] }, { text: 'Done.' }]
    provider.push(...turns)
    const first = await run({}, fakeEndpoint(provider.baseUrl))
    await rm(join(worktree, 'new.txt'))
    server.close()
    expect(await run({}, fakeEndpoint(provider.baseUrl))).toMatchObject({ outcome: 'completed', steps: first.steps })
    expect([await file('new.txt'), provider.requests.length]).toEqual(['new\n', 2])
    const { spentMicros } = await database.instance((tx) => findBudget(tx, { kind: 'cycle', id: identity.cycleId }))
    expect(spentMicros).toBe(240)
  })
})

describe('the native harness with the offline model', () => {
  test('carries out the blocks of a description', async () => {
    const patch =
      '--- a/greet.js\n+++ b/greet.js\n@@ -1 +1,2 @@\n export const greet = () => "hey"\n+export const part = () => "bye"\n'
    const description = [
      'Make greet friendlier.\n',
      formatBlock({ kind: 'file', path: 'docs/read me.md', content: '# Read me\n```js\nx\n```\n' }),
      formatBlock({
        kind: 'edit',
        path: 'greet.js',
        find: 'export const greet = () => "hello"\n',
        replace: 'export const greet = () => "hey"\n',
      }),
      formatBlock({ kind: 'patch', patch }),
      formatBlock({ kind: 'run', command: 'mkdir -p out\ncp greet.js out/greet.js' }),
    ].join('\n')
    const outcome = await run({ description }, openOffline())
    expect(outcome).toMatchObject({ outcome: 'completed', steps: 5 })
    expect(outcome.summary).toContain('which is no intelligence')
    expect(outcome.summary).toContain(
      'All 4 blocks are done: write docs/read me.md; edit greet.js; apply the patch; run mkdir -p out …',
    )
    expect(await file('docs/read me.md')).toBe('# Read me\n```js\nx\n```\n')
    expect(await file('out/greet.js')).toBe('export const greet = () => "hey"\nexport const part = () => "bye"\n')
  })

  test('stops at the first block that fails', async () => {
    const description = [
      formatBlock({ kind: 'run', command: 'echo no; exit 3' }),
      formatBlock({ kind: 'file', path: 'never.txt', content: 'x\n' }),
    ].join('\n')
    const outcome = await run({ description }, openOffline())
    expect(outcome).toMatchObject({
      outcome: 'gave-up',
      summary: 'I stopped at block 1 of 2 (run echo no; exit 3). Exit code 3\nno\n',
    })
    await expect(file('never.txt')).rejects.toThrow()
  })

  test('changes nothing and explains the format when there are no blocks', async () => {
    const outcome = await run({ description: 'Please make it nicer.' }, openOffline())
    expect(outcome).toMatchObject({ outcome: 'gave-up', steps: 1 })
    expect(outcome.summary).toContain('```file docs/hello.md\nHello\n```')
    expect(await file('greet.js')).toBe('export const greet = () => "hello"\n')
  })
})
