import { expect, test } from 'vitest'
import { fileBlock, library, propose, runCycle, mergeProse } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { isSoak, lengthOf } from '../../../../testing/soak.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { getCycleRunDiagnostics } from '../contract.ts'

const server = await testServer()

const run = async (description: string) => {
  const at = await scene(server)
  await mergeProse(at.owner)
  const { projectId, revisionId } = await importProject(at.owner, await bundleOf(library))
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  return { at, projectId, revisionId, cycle, task: tasks[0] }
}

type Failing = readonly [string, string, string, RegExp, RegExp | undefined]
const failing: readonly Failing[] = [
  [
    'changes nothing',
    fileBlock('sum.js', library['sum.js']),
    'no_change',
    /^The agent left the files as they were\. /,
    undefined,
  ],
  [
    'holds no block',
    'Please make it faster.',
    'gave_up',
    /^The agent did not finish\. No model is connected\. .*docs\/offline-model\.md/s,
    undefined,
  ],
  [
    'replaces what is not there',
    '```edit sum.js\n<<<<<<< find\nnot there\n=======\nnew\n>>>>>>> replace\n```\n',
    'gave_up',
    /^The agent did not finish\. /,
    /is not in sum\.js/,
  ],
  [
    'runs what fails',
    '```run\necho broken on purpose; exit 3\n```\n',
    'gave_up',
    /^The agent did not finish\. /,
    /broken on purpose/,
  ],
  [
    'patches what does not apply',
    '```patch\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n',
    'gave_up',
    /^The agent did not finish\. /,
    /x/,
  ],
  ['is not closed', '```file a.txt\nnever closed\n', 'gave_up', /Line 3: the file block is not closed/, undefined],
]
// Each way to end: the agent has nothing to show, or gave up with the output of its last action. The other ways to give
// up are in execution/harness/offline.test.ts and execution/models/offline/.
const chosen = failing.filter(([name]) => ['changes nothing', 'runs what fails'].includes(name))

test.each(lengthOf({ daily: chosen, soak: failing }))(
  'a description that %s fails the cycle with a message and the log',
  async (_name, description, code, sentence, log) => {
    const { at, projectId, revisionId, cycle, task } = await run(description)
    expect(cycle).toMatchObject({ status: 'failed', mergedSha: null })
    expect(cycle.failure).toMatchObject({ step: 'build-task', code, message: expect.stringMatching(sentence) })
    if (log) expect(cycle.failure.log).toMatch(log)
    else expect(cycle.failure.log).toBeUndefined()
    expect(task).toMatchObject({ status: 'failed', failure: cycle.failure, headSha: null })
    const { body } = await at.owner.call(getCycleRunDiagnostics, { id: cycle.id })
    expect(body).toMatchObject({
      status: 'failed',
      failure: cycle.failure,
      steps: [{ name: 'advance' }, { name: 'build-task', status: 'done', taskId: task.id }, {}, {}, {}],
    })
    expect((await at.owner.call(getProjectRevisionHead, { id: projectId })).body).toMatchObject({ revisionId })
    expect(await leftovers(server)).toEqual({})
  },
)

test('the words and actions of an agent are kept in order, and deleting or replacing .git changes only its files', async () => {
  const { at, cycle, task } = await run(
    `${fileBlock('NOTES.md', 'x\n')}
\`\`\`run
cat NOTES.md; rm -rf .git 2>/dev/null; mkdir .git 2>/dev/null; echo "[core]\n\tfsmonitor = touch /tmp/owned" > .git/config; true
\`\`\`
`,
  )
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(task.status).toBe('done')
  const rows = await at.rows('task_transcript')
  const kinds = rows.sort((a, b) => Number(a.position) - Number(b.position)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind !== 'usage' && kind !== 'message')).toEqual([
    'started',
    'tool-call',
    'tool-result',
    'tool-call',
    'tool-result',
    'finished',
  ])
  expect(JSON.stringify(rows)).toContain('Wrote NOTES.md')
})

test.runIf(isSoak)(
  'an agent that leaves too many files runs once, and the cycle names the limit of a commit',
  async () => {
    const at = await scene(server)
    await mergeProse(at.owner)
    const { projectId } = await importProject(at.owner, await bundleOf(library))
    const description = '```run\nmkdir many; cd many; seq 20001 | xargs touch\n```\n'
    const { cycle } = await runCycle(at.owner, await propose(at.owner, projectId, description))
    expect(cycle).toMatchObject({ status: 'failed' })
    expect(cycle.failure).toMatchObject({
      step: 'build-task',
      message:
        '20001 files changed, and a commit may hold 20000. Add what is generated to .gitignore, or remove it, and try again.',
    })
    const { body } = await at.owner.call(getCycleRunDiagnostics, { id: cycle.id })
    expect(body).toMatchObject({
      steps: [{ name: 'advance' }, { name: 'build-task', status: 'failed', attempt: 1 }, {}, {}, {}],
    })
    expect(await leftovers(server)).toEqual({})
  },
)
