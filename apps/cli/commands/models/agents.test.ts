import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { modelSettings } from '../../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({
  ...modelSettings('http://127.0.0.1:9/v1', 'key'),
  ATELIER_MODEL_OTHERS: 'fake-small=2/4',
  ATELIER_ROLE: 'server',
})
const folder = await mkdtemp(join(tmpdir(), 'atelier-agents-'))
afterAll(() => rm(folder, { recursive: true }))

const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, words, folder)

test.runIf(isLong)(
  'agents are made for a project or the workspace, shown by name, forked and deactivated',
  async () => {
    const { owner, member } = await scene(server)
    const projectId = await emptyProject(owner)
    await writeFile(join(folder, 'AGENT.md'), 'Read the tests first.\n')
    const words = ['agents', 'create', 'Careful', '--project', projectId, '--instructions', 'AGENT.md', '--model', 'x']
    expect((await run(member, ...words)).printed).toEqual([
      expect.stringMatching(/Careful · carries tasks out · one project · x$/),
    ])
    expect((await run(member, 'agents', 'show', 'careful')).printed).toContain('Read the tests first.')
    const { failure } = await run(member, 'agents', 'fork', 'Coder', 'Mine', '--workspace')
    expect(failure).toMatchObject({ code: 'administrators_only' })
    expect((await run(owner, 'agents', 'fork', 'Coder', 'Mine', '--workspace')).documents).toMatchObject([
      { name: 'Mine', role: null, projectId: null, instructions: expect.stringContaining('How to work:') },
    ])
    expect((await run(owner, 'agents', 'deactivate', 'Mine')).printed).toEqual(['Mine gets no more work.'])
    await run(owner, 'agents', 'deactivate', 'Coder')
    expect((await run(owner, 'agents', 'show', 'Coder')).failure).toMatchObject({ kind: 'absent' })
    const back = ['agents', 'reactivate', 'coder']
    expect((await run(member, ...back)).failure).toMatchObject({ code: 'administrators_only' })
    expect((await run(owner, ...back)).printed).toEqual(['Coder may be given work again.'])
    const { printed } = await run(owner, 'agents', '--project', projectId)
    expect(printed.map((line) => line.split('  ')[1]!.split(' · ')[0])).toEqual([
      'Careful',
      'Intake',
      'Writer',
      'Tester',
      'Reviewer',
      'Coder',
      'Planner',
    ])
    expect((await run(owner, 'agents', 'show', 'Nobody')).failure).toMatchObject({ kind: 'absent' })
    expect(
      (await run(owner, 'agents', 'create', 'A', '--workspace', '--instructions', 'none.md')).failure,
    ).toMatchObject({
      kind: 'usage',
    })
  },
)

test('the Node and the pipeline of an agent are set when it is made, changed and taken back', async () => {
  const { owner } = await scene(server)
  const projectId = await emptyProject(owner)
  const words = ['agents', 'create', 'Older', '--project', projectId, '--runtime-version', '20', '--pipeline', 'lint']
  expect((await run(owner, ...words)).printed).toEqual([expect.stringMatching(/ · Node 20 · pipeline lint$/)])
  const set = async (...options: string[]) => run(owner, 'agents', 'set', 'older', ...options)
  expect((await set('--runtime-version', '22.11.0', '--pipeline', 'docs', '--model', 'x')).documents).toMatchObject([
    { name: 'Older', runtimeVersion: '22.11.0', pipeline: 'docs', modelOverride: 'x' },
  ])
  expect((await set('--runtime-version', '', '--model', '')).documents).toMatchObject([
    { runtimeVersion: null, pipeline: 'docs', modelOverride: null },
  ])
  expect((await set()).failure).toMatchObject({ kind: 'usage' })
  const { failure } = await run(owner, 'agents', 'set', 'Coder', '--runtime-version', '20')
  expect(failure).toMatchObject({ code: 'agent_built_in' })
})

test('models are set, listed and cleared by role, and the catalogue reports that no model is configured', async () => {
  const { member } = await scene(server)
  expect((await run(member, 'models')).printed).toEqual(['Every role works with the model of the instance.'])
  const words = ['models', 'set', 'coder', 'fake-small', '--temperature', '0.2', '--max-tokens', '500']
  expect((await run(member, ...words)).printed).toEqual(['coder     fake-small · temperature 0.2 · at most 500 tokens'])
  await run(member, 'models', 'set', 'writer', 'fake-large')
  expect((await run(member, 'models', 'list')).printed[1]).toMatch(/^writer +fake-large$/)
  expect((await run(member, 'models', 'set', 'coder', 'unknown')).failure).toBeUndefined()
  expect((await run(member, 'models', 'set', 'coder', 'fake-small', '--temperature', 'hot')).failure).toMatchObject({
    kind: 'usage',
  })
  expect((await run(member, 'models', 'clear', 'coder')).documents).toEqual([{ deleted: true }])
  const { said, documents } = await run(member, 'models', 'catalog')
  expect(said.join()).toContain('ATELIER_MODEL_CATALOG_URL')
  expect(documents).toMatchObject([{ source: null, models: [], isStale: false }])
})
