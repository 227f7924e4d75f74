import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { agentTraceOf } from './agent-trace.ts'

// The constraints of https://agent-trace.dev/schemas/v1/trace-record.json, which takes no other fields.
const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const text = { type: 'string' }
const uri = { type: 'string', format: 'uri' }
const list = (items: object) => ({ type: 'array', items })
const line = { type: 'integer', minimum: 1 }
const contributor = object(
  { type: { enum: ['human', 'ai', 'mixed', 'unknown'] }, model_id: { type: 'string', maxLength: 250 } },
  ['type'],
)
const range = object({ start_line: line, end_line: line, content_hash: text, contributor }, ['start_line', 'end_line'])
const related = list(object({ type: text, url: uri }, ['type', 'url']))
const conversation = object({ url: uri, contributor, ranges: list(range), related }, ['ranges'])
const isRecord = formats.default(new Ajv2020({ strict: false })).compile(
  object(
    {
      version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+$' },
      id: { type: 'string', format: 'uuid', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab]' },
      timestamp: { type: 'string', format: 'date-time', pattern: 'Z$' },
      vcs: object({ type: { enum: ['git', 'jj', 'hg', 'svn'] }, revision: text }, ['type', 'revision']),
      tool: object({ name: text, version: text }, ['name', 'version']),
      files: list(object({ path: text, conversations: list(conversation) }, ['path', 'conversations'])),
      metadata: { type: 'object' },
    },
    ['version', 'id', 'timestamp', 'files'],
  ),
)

const agent = (model: string) => ({
  id: 'a',
  name: 'Coder',
  instructionsSha256: 'a',
  harness: 'native',
  model,
  modelChosenBy: 'agent' as const,
})
const task = {
  id: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11',
  projectId: 'p',
  cycleId: 'c',
  runId: 'r',
  baseSha: 'b'.repeat(40),
  headSha: 'a'.repeat(40),
  agent: agent('openai/gpt-5'),
  rounds: [],
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  review: {
    approved: true,
    outcome: 'proved' as const,
    provedBy: ['test'],
    reasons: [],
    reproduced: [
      { check: 'test', file: 'a.test.js', name: 'adds', by: 'acceptance' as const },
      { check: 'test', file: 'b.test.js', name: 'adds more', by: 'change' as const },
    ],
  },
}
const part = (line: number, endLine: number, account: 'needed' | 'own' | 'unseen') => ({
  path: 'a.js',
  line,
  endLine,
  kind: 'added' as const,
  account,
  reason: account === 'unseen' ? ('not_noticed' as const) : null,
  tests: null,
})
const patchOf = (path: string, body: string, count: number) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,1 +1,${count} @@\n${body}`

const traceOf = (given: Partial<Parameters<typeof agentTraceOf>[0]>) => {
  const whole = { task, parts: [], patch: { text: '', truncated: false }, linkTo: (path: string) => `https://x${path}` }
  const record = JSON.parse(JSON.stringify(agentTraceOf({ ...whole, ...given }))) as ReturnType<typeof agentTraceOf>
  expect(isRecord(record), JSON.stringify(isRecord.errors)).toBe(true)
  return record
}

test('a record names the added lines, each in the range of its innermost part, with the account and the tests', () => {
  const text = patchOf('a.js', '+one\n+two\n kept\n+four\n', 4)
  const parts = [part(1, 4, 'needed'), part(2, 2, 'unseen')]
  const { files, metadata } = traceOf({ parts, patch: { text, truncated: false } })
  const at = (start: number, end = start) => ({ start_line: start, end_line: end })
  expect(files).toMatchObject([
    {
      path: 'a.js',
      conversations: [
        {
          url: 'https://x/console/projects/p/cycles/c?side=talk',
          contributor: { type: 'ai', model_id: 'openai/gpt-5' },
          ranges: [at(1), at(2), at(4)],
        },
      ],
    },
  ])
  expect(metadata.atelier).toMatchObject({
    accounts: [
      { path: 'a.js', ...at(1), account: 'needed' },
      { path: 'a.js', ...at(2), account: 'unseen', reason: 'not_noticed' },
      { path: 'a.js', ...at(4), account: 'needed' },
    ],
    tests: { needed: [{ name: 'adds' }], own: [{ name: 'adds more' }] },
    truncated: false,
  })
})

test('a range names the proving tests of the run that fails without it, else the files or the check of that run', () => {
  const text = patchOf('a.js', '+one\n+two\n+three\n+four\n', 4)
  const of = (line: number, by: 'given' | 'base' | 'own', files: readonly string[]) => ({
    ...part(line, line, by === 'own' ? 'own' : 'needed'),
    tests: { check: 'test', by, files },
  })
  const parts = [of(1, 'given', []), of(2, 'own', ['b.test.js']), of(3, 'base', ['c.test.js']), of(4, 'base', [])]
  const { metadata } = traceOf({ parts, patch: { text, truncated: false } })
  expect(metadata.atelier.accounts.map(({ tests }) => tests)).toEqual([
    [{ check: 'test', file: 'a.test.js', name: 'adds', by: 'acceptance' }],
    [{ check: 'test', file: 'b.test.js', name: 'adds more', by: 'change' }],
    [{ check: 'test', file: 'c.test.js', by: 'base' }],
    [{ check: 'test', file: 'a.test.js', name: 'adds', by: 'acceptance' }],
  ])
})

test('a change of several models names none for its lines, and a change without an agent has an unknown origin', () => {
  const patch = { text: patchOf('a.js', '+one\n', 1), truncated: false }
  const contributorOf = (given: object) =>
    traceOf({ patch, task: { ...task, ...given } }).files[0]!.conversations[0]!.contributor
  const round = { round: 'reviewer' as const, outcome: 'changed' as const, agent: agent('other') }
  expect(contributorOf({ rounds: [round] })).toEqual({ type: 'ai' })
  expect(contributorOf({ rounds: [{ ...round, outcome: 'unchanged' }] })).toMatchObject({ model_id: 'openai/gpt-5' })
  expect(contributorOf({ agent: null })).toEqual({ type: 'unknown' })
})

test('a record is limited, and another head of the task has another record', () => {
  const body = '+one\n kept\n'.repeat(3_000)
  const { files, metadata, id } = traceOf({ patch: { text: patchOf('a.js', body, 6_000), truncated: false } })
  expect(files[0]!.conversations[0]!.ranges).toHaveLength(2_000)
  expect(metadata.atelier.truncated).toBe(true)
  expect(traceOf({ patch: { text: '', truncated: true } }).metadata.atelier.truncated).toBe(true)
  expect(traceOf({ task: { ...task, headSha: 'c'.repeat(40) } }).id).not.toBe(id)
})
