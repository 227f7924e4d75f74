import { expect, test } from 'vitest'
import { commandFailure, installFailure } from '../../../../execution/previews/builds/build.ts'
import { explanation, nextTurn } from '../../../../execution/models/offline/turn.ts'
import { planPreview } from '../../../../execution/previews/plans/plan.ts'
import { noExecutor } from '../../../../domains/code/deployments/no-executor.ts'
import { unfinishedBuild } from '../../../../domains/code/sandboxes/rules.ts'
import { causeLine } from '../../../../domains/delivery/workbench/setup/setup-cause.ts'
import { reasons } from '../../../../domains/delivery/planning/project-run/rules.ts'
import { intakeKinds, intakeNotes, intakeReason } from '../../../../domains/delivery/planning/rules-intake.ts'
import { sentencesIn } from '../../../../domains/delivery/sentences/rules.ts'
import { deServerWords } from './german.ts'
import { asNow } from './reworded.ts'

/** The part of a text that is no sentence of the catalogue, and so stays English on a German page. */
const unworded = (texts: readonly string[]) =>
  texts.filter((text) => sentencesIn(text).some((part) => typeof part === 'string' && part.trim() !== ''))

const paths = (texts: Readonly<Record<string, string>>) => ({
  paths: Object.keys(texts),
  texts: new Map(Object.entries(texts)),
})
const node = (dependencies: readonly string[], scripts: Readonly<Record<string, string>> = {}) => ({
  'package.json': JSON.stringify({
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '1'])),
    scripts,
  }),
})

test('the building and serving of a deployment is worded, for any commit', () => {
  const commits: Readonly<Record<string, string>>[] = [
    {},
    { 'index.html': '' },
    { 'dist/index.html': '' },
    { Dockerfile: '' },
    { 'compose.yaml': '' },
    { 'go.mod': '' },
    { 'manage.py': '' },
    { 'server.py': '' },
    { 'app.py': 'app = FastAPI()\n' },
    { 'app.py': 'app = FastAPI()\n', 'requirements.txt': 'uvicorn\n' },
    { 'requirements.txt': '', Procfile: 'web: python3 app.py\n' },
    node([]),
    node([], { start: 'node server.js' }),
    node([], { build: 'make' }),
    { ...node([]), 'server.js': '' },
    { ...node(['next']), 'next.config.js': "output: 'export'" },
    node(['nuxt'], { build: 'nuxt generate' }),
    ...['next', 'nuxt', '@sveltejs/kit', '@angular/cli', 'vitepress', 'vite', 'gatsby'].map((name) => node([name])),
    node(['@sveltejs/kit', '@sveltejs/adapter-static']),
    node(['@sveltejs/kit', '@sveltejs/adapter-node']),
    node(['astro', '@astrojs/node']),
  ]
  const overrides = [
    { output: '../up' },
    { healthPath: 'health' },
    { start: 'x'.repeat(10_001) },
    { build: '\0' },
    { kind: 'python' },
    { kind: 'dockerfile' },
    { kind: 'node', start: 'node x.js' },
    { output: 'web', build: 'make' },
  ] as const
  const plans = [
    ...commits.map((commit) => planPreview(paths(commit))),
    ...overrides.map((override) => planPreview(paths({}), override)),
  ]
  const said = plans.map((plan) => ('refused' in plan ? plan.refused : plan.foundBy))
  expect(said).toHaveLength(commits.length + overrides.length)
  expect(unworded(said)).toEqual([])
})

const limits = {
  wallMs: 60_000,
  cpuSeconds: 60,
  memoryBytes: 2 ** 20,
  processes: 5,
  diskBytes: 2 ** 20,
  outputBytes: 2 ** 20,
} as Parameters<typeof commandFailure>[2]
const stops = ['wall-time', 'cpu-time', 'memory', 'processes', 'disk', 'output', 'cancelled'] as const

test('why a deployment was not built is worded, with the command as it is', async () => {
  const failures = [
    commandFailure('npm run “build” was stopped: no', { exitCode: 1, stoppedBy: undefined }, limits),
    commandFailure('make', { exitCode: 127, stoppedBy: undefined }, limits),
    ...stops.map((stoppedBy) => commandFailure('make', { exitCode: null, stoppedBy }, limits)),
    ...[['npm'], []].flatMap((managers) =>
      [null, 'memory' as const].map((stoppedBy) =>
        installFailure({ managers } as never, { stoppedBy } as never, limits),
      ),
    ),
  ]
  expect(unworded(failures)).toEqual([])
  const nobody = await noExecutor.commitBuilder.build({} as never, {} as never)
  expect('failed' in nobody && unworded([nobody.failed])).toEqual([])
})

test('why an image build failed is worded', () => {
  const end = { outcome: 'failed', exitCode: 1, stoppedBy: null, durationMs: 1, log: '' } as const
  const causes = ['', 'sh: 1: cargo: not found'].map((log) => causeLine({}, { ...end, log }))
  expect(unworded([...causes, unfinishedBuild])).toEqual([])
})

test('why an autopilot waits and how a draft was sorted is worded', () => {
  const sorted = intakeKinds.map((kind) => intakeReason({ kind, urgency: 3, duplicateOf: 'another' }))
  const unsorted = intakeNotes.map((note) => intakeReason({ note }))
  expect(unworded([...Object.values(reasons), ...sorted, ...unsorted])).toEqual([])
})

test('the words of the offline model are worded, after its work and without any', () => {
  const content = '```run\nls\n```'
  const user = { role: 'user' as const, content }
  const tools = [{ type: 'function' as const, function: { name: 'run', parameters: {} } }]
  const { text } = nextTurn({
    messages: [user, { role: 'tool', tool_call_id: 'call_1', content: 'Exit code 0' }],
    tools,
  })
  expect(unworded([asNow(text), explanation])).toEqual([])
})

test('facts of an earlier version have the words of now in both languages', () => {
  const said = 'Test files that load “a.js”: “a.test.js”, “b.test.js” +2. Tests of these files that pass:'
  expect(asNow(`${said} 1.`)).toBe('“a.js” is loaded by “a.test.js”, “b.test.js” +2. Tests there: 1 passed.')
  expect(deServerWords.worded(`${said} 5.`)).toBe(
    '„a.js“ wird von “a.test.js”, “b.test.js” +2 geladen. Tests dort: 5 bestanden.',
  )
  const done = 'No model is connected. The offline model only applies code blocks. The block is done: edit a.js.'
  expect(asNow(done)).toBe('No model is connected: the code blocks of the request were applied.')
})

test('a sentence of an earlier version has the words of now, alone or before the rest of a reason', () => {
  const now = 'The agent left the files as they were.'
  expect(asNow('The agent made no change.')).toBe(now)
  expect(asNow('The agent made no change. Nothing was asked.')).toBe(`${now} Nothing was asked.`)
  expect(asNow('The agent made no change.log')).toBe('The agent made no change.log')
  expect(sentencesIn(now)).toEqual([{ code: 'agent_no_change', values: {} }])
})
