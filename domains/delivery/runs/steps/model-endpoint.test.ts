import { afterAll, expect, test } from 'vitest'
import { endOf, nodeLibrary, propose, runCycle } from '../../../../testing/delivery.ts'
import { endpointRuns, expectFailed, type Failing } from '../../../../testing/models/endpoint-runs.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { startModelProvider, type SeenRequest, type Turn } from '../../../../testing/model-provider/index.ts'
import { notes } from '../../../../testing/runs/scripted-cycle.ts'
import { modelSettings, turns } from '../../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'
import { listPendingRequests } from '../../requests/contract.ts'
import { executeCycle } from '../contract.ts'
import { getCycleTranscript } from '../../transcripts/contract.ts'
import { getCycleUsage } from '../../budgets/contract.ts'
import { getCycle, listCycleEvents, stopCycle } from '../../cycles/contract.ts'
import { isLong, isSoak } from '../../../../testing/soak.ts'

const apiKey = 'key-of-the-operator-7f3a91'
const provider = await startModelProvider()
afterAll(() => provider.close())

const server = await testServer(modelSettings(provider.baseUrl, apiKey))

const runs = endpointRuns(server, provider)
const { world, run, budgets } = runs
/** The answers of the agent's tools, as the model gets them with the last request. */
const answersIn = (requests: readonly SeenRequest[]): string[] =>
  requests.at(-1)!.body.messages.flatMap(({ role, content }) => (role === 'tool' ? [content!] : []))

test.runIf(isLong)(
  'the native harness reads, writes and runs over a streaming endpoint, and its change is merged',
  async () => {
    const made = await world(nodeLibrary)
    const script = [
      turns.read('sum.js'),
      turns.write('NOTES.md', 'Adds numbers.\n'),
      turns.run('node --test'),
      turns.end('Wrote the notes.'),
    ]
    const { cycle, task, requests } = await run(made, script)
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    for (const { path, headers, body } of requests) {
      expect(path).toBe('/v1/chat/completions')
      expect(headers.authorization).toBe(`Bearer ${apiKey}`)
      expect(body).toMatchObject({ model: 'fake-large', stream: true, max_tokens: 1_000 })
    }
    const told = answersIn(requests)
    expect(told).toEqual([
      expect.stringContaining('export const sum'),
      'Wrote NOTES.md (14 bytes).',
      expect.stringMatching(/^Exit code 0\n[\s\S]*pass 1/),
    ])
    const { body } = await made.at.owner.call(getTaskReviewEvidence, { id: task.id })
    expect(body).toMatchObject({
      files: [{ path: 'NOTES.md', kind: 'added', additions: 1, deletions: 0, binary: false }],
      patch: expect.stringContaining('+Adds numbers.'),
      verdict: { approved: true },
      source: 'native-repos',
      baseSha: cycle.baseSha,
      headSha: task.headSha,
      patchTruncated: false,
      packages: { changes: [], truncated: false },
    })
    expect((await made.at.rows('model_call')).map(({ status, cost_micros: cost }) => [status, Number(cost)])).toEqual(
      script.map(() => ['finished', 120]),
    )
    expect(await budgets(made)).toMatchObject({ spent: 480, reserved: 0 })
    const used = { calls: 4, inputTokens: expect.any(Number) as number, costUsd: 0.00048 }
    expect((await made.at.owner.call(getCycleUsage, { id: cycle.id })).body).toMatchObject({
      ...used,
      reservedUsd: 0,
      capUsd: null,
      tasks: [{ ...used, taskId: task.id, runId: cycle.runId }],
    })
    const [started] = (await made.at.owner.call(getCycleTranscript, { id: cycle.id })).body
    expect(started).toMatchObject({ kind: 'started', limits: { steps: 300, tokens: 20_000_000, wallMs: 3_600_000 } })
    expect(await leftovers(server)).toEqual({})
  },
)

const begun = turns.write('half.txt', 'never whole\n') as Turn & { toolCalls: object[] }
const cut: Turn = { ...begun, after: { events: 3, then: 'cut' } }
const breakingOff: Failing = [[cut, cut, cut], 'provider_cut', /before its answer was whole/]

// Every way in which an endpoint fails is tried on the gateway: execution/models/endpoint.test.ts.
test.runIf(isLong)(
  'an endpoint that breaks off in the middle of a call fails the cycle with a message and without partial results',
  () => expectFailed(server, runs, breakingOff, apiKey),
)

test('a reached cost cap stops the cycle and is named, and the cycle continues after it is raised', async () => {
  const made = await world()
  await made.at.owner.call(updateProject, { id: made.projectId, body: { costCapUsd: 0.005 } })
  const { cycle } = await run(made, [])
  expect(cycle).toMatchObject({
    status: 'failed',
    failure: {
      step: 'build-task',
      code: 'project_cap_reached',
      message: expect.stringMatching(
        /The project's model budget of \$0\.005 does not cover this call.*Raise the project's cap \(costCapUsd\)/,
      ),
    },
  })
  expect(await budgets(made)).toMatchObject({ spent: 0, reserved: 0 })
  await made.at.owner.call(updateProject, { id: made.projectId, body: { costCapUsd: 1 } })
  expect((await run(made, notes, cycle.id)).cycle).toMatchObject({ status: 'completed', runNumber: 2 })
})

test.runIf(isSoak)(
  'a cap reached during the work stops before the next call, and a person decides on the change so far',
  async () => {
    const made = await world()
    // Enough for the worst case of the first call, and not for the second's after the cost of the first.
    const first = { ...turns.write('NOTES.md', 'x\n'), usage: { prompt_tokens: 11_000, completion_tokens: 100 } }
    await made.at.owner.call(updateProject, { id: made.projectId, body: { costCapUsd: 0.022 } })
    provider.push(first)
    const id = await propose(made.at.owner, made.projectId, 'Add a file of notes.')
    await made.at.owner.call(executeCycle, { id })
    const statusOf = async () => (await made.at.owner.call(getCycle, { id })).body.cycle.status
    await expect.poll(statusOf).toBe('blocked')
    const { body } = await made.at.owner.call(listPendingRequests, {})
    expect(JSON.stringify(body)).toContain('agent_unfinished')
    expect(await budgets(made)).toMatchObject({ spent: 11_100, reserved: 0 })
    await made.at.owner.call(stopCycle, { id })
    expect((await endOf(made.at.owner, id)).cycle.status).toBe('stopped')
  },
)

test.runIf(isLong)('a stop ends a call in flight and releases its reservation', async () => {
  const made = await world()
  const id = await propose(made.at.owner, made.projectId, 'Add a file of notes.')
  const before = provider.requests.length
  provider.push({ answer: 'silence' })
  await made.at.owner.call(executeCycle, { id })
  await expect.poll(() => provider.requests.length).toBe(before + 1)
  expect(Number((await budgets(made))!.reserved)).toBeGreaterThan(0)
  expect((await made.at.owner.call(stopCycle, { id })).status).toBe(200)
  await provider.requests.at(-1)!.hungUp
  expect((await endOf(made.at.owner, id)).cycle.status).toBe('stopped')
  await expect.poll(() => leftovers(server)).toEqual({})
})

test('the key is not visible to the agent, in a transcript or in a table', async () => {
  const made = await world()
  const look = [
    'env; cat /proc/*/environ | tr "\\0" "\\n"; cat /proc/*/cmdline | tr "\\0" " "',
    'ls -laR /run /opt/atelier/execution /home /root /etc /tmp /worktree 2>&1 | head -c 20000',
    `grep -rlI -e operator-7f3a91 / --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr --exclude-dir=node_modules 2>/dev/null; echo searched`,
  ]
  const { cycle, requests } = await run(made, [...look.map(turns.run), ...notes])
  expect(cycle.status).toBe('completed')
  const seen = answersIn(requests)
  expect(seen[0]).toContain('PATH=')
  expect(seen[2]).toMatch(/searched/)
  expect(seen.slice(0, 2).join()).not.toMatch(
    new RegExp(`${apiKey}|${Buffer.alloc(32, 7).toString('base64')}|DATABASE_URL|ATELIER_MODEL`),
  )
  expect(seen[2]!.split('\n').filter((line) => line.startsWith('/'))).toEqual([])
  const tables = await asOwner(
    server,
    `select table_name as name from information_schema.tables where table_schema in ('public', 'queue') and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables.filter(({ name }) => name !== 'task_transcript')) {
    const [schema] = await asOwner(
      server,
      `select table_schema as name from information_schema.tables where table_name = $1 and table_schema in ('public', 'queue')`,
      [name],
    )
    const found = await asOwner(
      server,
      `select 1 from ${String(schema!.name)}.${String(name)} t where t::text like $1 limit 1`,
      [`%${apiKey}%`],
    )
    expect([name, found]).toEqual([name, []])
  }
  expect(JSON.stringify(await made.at.rows('task_transcript'))).not.toContain(apiKey)
})

test.runIf(isSoak)(
  'findings of a review go back to the agent with the check output, and its next commit is merged',
  async () => {
    const made = await world(nodeLibrary)
    const { cycle, task, requests } = await run(made, [
      turns.edit('sum.js', 'a + b', 'a - b'),
      turns.end('Changed the sum.'),
      turns.edit('sum.js', 'a - b', 'a + b\nexport const none = 0'),
      turns.end('Mended it.'),
    ])
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    const asked = requests[2]!.body.messages.at(-1)!.content!
    expect(asked).toContain(
      'The last attempt was sent back:\n- The check “test” passed before the change and does not pass any more.',
    )
    expect(asked).toContain('-1 == 3')
    const { body } = await made.at.owner.call(getTaskReviewEvidence, { id: task.id })
    expect(body.patch).toContain('+export const none = 0')
  },
)

test.runIf(isSoak)('an endpoint that refuses the key fails the cycle with a message and without partial results', () =>
  expectFailed(server, runs, [[{ status: 401 }], 'provider_refused_key', /refused the configured key \(401\)/], apiKey),
)

// The provider ends here, so that this test is the last one.
test.runIf(isSoak)(
  'an unreachable endpoint fails the cycle with its address and what to check, and a client sees neither',
  async () => {
    const made = await world()
    await provider.close()
    await made.at.grant(made.projectId, made.at.clientId, 'view')
    const { cycle } = await runCycle(
      made.at.owner,
      await propose(made.at.owner, made.projectId, 'Add a file of notes.'),
    )
    expect(cycle).toMatchObject({
      status: 'failed',
      failure: {
        code: 'provider_unreachable',
        message: expect.stringMatching(/cannot be reached \(ECONNREFUSED\).*ATELIER_MODEL_BASE_URL/),
      },
    })
    const shown = (await made.at.client.call(getCycle, { id: cycle.id })).body
    expect(shown.cycle.failure).toEqual({
      message: expect.stringContaining('lies with the agency'),
      step: 'build-task',
    })
    const told = [shown, (await made.at.client.call(listCycleEvents, { id: cycle.id })).body]
    expect(JSON.stringify(told)).not.toMatch(/ATELIER_MODEL|127\.0\.0\.1|ECONNREFUSED/)
    expect(await leftovers(server)).toEqual({})
  },
)
