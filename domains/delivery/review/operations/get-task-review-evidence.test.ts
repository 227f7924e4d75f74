import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { handlersOf } from '../../../../apps/server/domains.ts'
import { callerOf } from '../../../../testing/caller.ts'
import { keptLog } from '../../../../testing/runner/kept-log.ts'
import { listenAgain } from '../../../../testing/network/listener.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { fileBlock, nodeLibrary, mergeProse, mergeUnverified, propose, runCycle } from '../../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { isLong, isSoak } from '../../../../testing/soak.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getTaskReviewEvidence } from '../contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '8' })

/** A task whose change was merged. */
const world = async (description = fileBlock('NOTES.md', 'Adds numbers.\n'), runtime?: object) => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(nodeLibrary))
  if (runtime) await mergeUnverified(at.owner, projectId, runtime)
  else await mergeProse(at.owner)
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  return { scene: at, projectId, cycle, task: tasks[0], input: { id: tasks[0].id as string } }
}

type World = Awaited<ReturnType<typeof world>>
let made: Promise<World> | undefined
/** One of them for those who only read it. */
const merged = () => (made ??= world())

/** A task without any evidence yet. */
const planned = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const { id } = await taskIn(server, at, { projectId, cycleId: await cycleIn(server, at, projectId) })
  return { scene: at, input: { id } }
}

test.runIf(isLong)(
  '200 with the change since the branch point, the checks on both sides, and the verdict',
  async () => {
    const { scene: at, projectId, cycle, task, input } = await merged()
    const { status, body } = await at.member.call(getTaskReviewEvidence, input)
    const check = (phase: string) => ({
      name: 'test',
      command: 'node --test --test-isolation=none',
      phase,
      outcome: 'passed',
      exitCode: 0,
      stoppedBy: null,
      durationMs: expect.any(Number),
      log: expect.stringContaining('pass 1'),
      tests: { runner: 'node --test', total: 1, passed: 1, failed: 0, skipped: 0, problem: null },
      coverage: null,
    })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        taskId: input.id,
        source: 'native-repos',
        branch: task.branch,
        baseSha: cycle.baseSha,
        headSha: task.headSha,
        files: [{ path: 'NOTES.md', kind: 'added', additions: 1, deletions: 0, binary: false }],
        patch: expect.stringMatching(/^diff --git a\/NOTES\.md b\/NOTES\.md\n[\s\S]*\+Adds numbers\.\n$/),
        filesTruncated: false,
        patchTruncated: false,
        archive: null,
        packages: { changes: [], truncated: false },
        environments: [],
        rounds: [],
        testsKeptByCycleId: null,
        trace: expect.objectContaining({
          version: '0.1',
          vcs: { type: 'git', revision: task.headSha },
          files: [
            {
              path: 'NOTES.md',
              conversations: [
                {
                  url: `${server.baseUrl}/console/projects/${projectId}/cycles/${cycle.id}?side=talk`,
                  contributor: { type: 'ai', model_id: 'offline' },
                  ranges: [{ start_line: 1, end_line: 1 }],
                  related: [expect.objectContaining({ type: 'review' })],
                },
              ],
            },
          ],
        }),
        skills: [],
        toolServers: [],
        carriedOutBy: {
          id: expect.any(String),
          name: 'Coder',
          instructionsSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          harness: 'native',
          model: 'offline',
          modelChosenBy: 'instance',
        },
        checks: [check('base'), check('task')],
        checkReruns: [],
        verdict: {
          approved: true,
          outcome: 'checked',
          provedBy: [],
          reasons: [expect.stringContaining('Only texts')],
          findings: [expect.objectContaining({ kind: 'shape_changed', level: 'note', path: 'NOTES.md' })],
          reproduced: [],
          untestedValues: [],
          account: expect.objectContaining({ parts: 1, shape: 1 }),
          acceptance: null,
          probes: expect.arrayContaining([
            expect.objectContaining({ name: 'identity', check: 'test', outcome: 'not_probed', findings: 0 }),
          ]),
          examination: null,
          modelReview: expect.objectContaining({ outcome: 'none', model: 'offline' }),
        },
      },
    })
  },
)

test.runIf(isLong)('200 with the verdict and the failed check of a refused change', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(nodeLibrary))
  await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
  const breaking = fileBlock('sum.js', 'export const sum = (a, b) => a - b\n')
  const { tasks } = await runCycle(at.owner, await propose(at.owner, projectId, breaking))
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  expect(body).toMatchObject({
    files: [{ path: 'sum.js', kind: 'modified', additions: 1, deletions: 1 }],
    checks: [
      { phase: 'base', outcome: 'passed' },
      { phase: 'task', outcome: 'failed', log: expect.stringContaining('-1 == 3') },
    ],
  })
})

test.runIf(isSoak)(
  '200 with names that are not UTF-8, binary and renamed files, packages of lock files, and a shortened patch',
  async () => {
    const lock = (packages: readonly string[]) => packages.map((one) => `${one.replace(' ', ' v')} h1:x=\n`).join('')
    const at = await scene(server)
    const files = {
      'sum.js': nodeLibrary['sum.js'],
      'tools/go.sum': lock(['example.com/a 1.0.0', 'example.com/b 1.0.0']),
    }
    const { projectId } = await importProject(at.owner, await bundleOf(files))
    await mergeUnverified(at.owner, projectId)
    const commands = `\`\`\`run
mv sum.js add.js; printf 'x' > "$(printf 'caf\\351.txt')"; printf '\\000\\001' > data.bin
yes 'a long line of text' | head -c 700000 > long.txt
\`\`\`
`
    const change = fileBlock('tools/go.sum', lock(['example.com/b 1.1.0', 'example.com/c 1.0.0']))
    const { tasks } = await runCycle(at.owner, await propose(at.owner, projectId, commands + change))
    const { status, body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
    expect(status).toBe(200)
    const added = { kind: 'added', additions: 1, deletions: 0, binary: false }
    expect(body.files).toHaveLength(5)
    expect(body.files).toEqual(
      expect.arrayContaining([
        { ...added, pathBase64: Buffer.from('caf\xe9.txt', 'latin1').toString('base64') },
        { ...added, path: 'data.bin', additions: null, deletions: null, binary: true },
        { ...added, path: 'long.txt', additions: 35_000 },
        { ...added, path: 'add.js', previousPath: 'sum.js', kind: 'renamed', additions: 0 },
        { ...added, path: 'tools/go.sum', kind: 'modified', additions: 2, deletions: 2 },
      ]),
    )
    expect([body.patchTruncated, Buffer.byteLength(body.patch as string) <= 512 * 1024]).toEqual([true, true])
    const file = 'tools/go.sum'
    expect(body.packages).toEqual({
      changes: [
        { file, name: 'example.com/a', kind: 'removed', before: ['v1.0.0'], after: [] },
        { file, name: 'example.com/b', kind: 'changed', before: ['v1.0.0'], after: ['v1.1.0'] },
        { file, name: 'example.com/c', kind: 'added', before: [], after: ['v1.0.0'] },
      ],
      truncated: false,
    })
  },
)

// A hundred megabytes are written, packed and searched on the way.
test.runIf(isSoak)(
  '200 with the beginning of a change of 100 MB; one of more text than can be searched is refused',
  { timeout: 1_200_000 },
  async () => {
    const many = (files: number) =>
      `\`\`\`run\nfor i in $(seq ${files}); do yes "a line of file $i" | head -c 1000000 > f$i.txt; done\n\`\`\`\n`
    const { scene: at, cycle, input } = await world(many(100), {})
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    const { status, body } = await at.owner.call(getTaskReviewEvidence, input)
    expect([status, (body.files as object[]).length, body.filesTruncated, body.patchTruncated]).toEqual([
      200,
      100,
      false,
      true,
    ])
    expect(Buffer.byteLength(body.patch as string)).toBeLessThanOrEqual(512 * 1024)
    const more = await world(many(140), {})
    expect(more.cycle).toMatchObject({
      status: 'failed',
      failure: { message: expect.stringContaining('128 MiB') as string },
    })
  },
)

test('404 before the task has a change', async () => {
  const { scene: at, input } = await planned()
  const reply = await at.owner.call(getTaskReviewEvidence, input)
  expect(reply).toMatchObject({ status: 404, body: { code: 'no_evidence' } })
})

test.runIf(isLong)('404 once its commits are deleted', async () => {
  const { scene: at, input } = await merged()
  const pointAt = (sha: string) => {
    const move = { text: 'update task set head_sha = $1 where id = $2', values: [sha, input.id] }
    return server.database.within(at.workspace, (tx) => tx.query(move))
  }
  const headSha = (await at.owner.call(getTaskReviewEvidence, input)).body.headSha as string
  await pointAt('a'.repeat(40))
  const reply = await at.owner.call(getTaskReviewEvidence, input)
  await pointAt(headSha)
  expect(reply).toMatchObject({ status: 404, body: { code: 'no_evidence' } })
})

test.runIf(isLong)('502 while the objects of the repository are away, and 200 afterwards', async () => {
  const { scene: at, input } = await merged()
  const [repository] = await at.rows('repository')
  const stored = join(server.dataFolder, 'objects', 'repositories', String(repository!.id))
  await rename(stored, `${stored}.away`)
  await rm(server.gitDirOf(repository!.id), { recursive: true })
  expect(await at.owner.call(getTaskReviewEvidence, input)).toMatchObject({
    status: 502,
    body: { code: 'repository_unreachable' },
  })
  await rename(`${stored}.away`, stored)
  expect(await at.owner.call(getTaskReviewEvidence, input)).toMatchObject({ status: 200 })
})

test('500 with its cause in the log for a bug while reading the change', async () => {
  const { scene: at, input } = await merged()
  const compare = () => Promise.reject(new TypeError('a change of no kind'))
  const repositories = { ...server.parts.repositories, compare }
  const { logger, said } = keptLog()
  const baseUrl = await listenAgain(server, { handlers: handlersOf({ ...server.parts, repositories }), logger })
  expect(await callerOf(baseUrl, at.owner.key).call(getTaskReviewEvidence, input)).toMatchObject({
    status: 500,
    body: { code: 'internal' },
  })
  expect(said().filter(({ level }) => level >= 50)).toMatchObject([{ err: { message: 'a change of no kind' } }])
})
