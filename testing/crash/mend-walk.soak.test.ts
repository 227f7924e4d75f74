import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { addCycleTask } from '../../domains/delivery/planning/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { titleOfMend } from '../../domains/delivery/runs/rules-moves.ts'
import { propose } from '../delivery.ts'
import { type SeenBody, startModelProvider } from '../model-provider/index.ts'
import { modelSettings, turns } from '../runs/scripted-turns.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { setStepTraps } from './every-step.ts'
import { graphAftermath } from './graph-aftermath.ts'
import { filesOf, processesOf } from './leftovers.ts'
import { startFolder } from './start-folder.ts'
import { every, startServer, walkThrough } from './walk.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())

/** Each agent writes the file of its task and ends; the one that mends writes what both of the others need. */
const answerTo = ({ messages }: SeenBody) => {
  if (messages.at(-1)!.role === 'tool') return turns.end('It is done.')
  const asked = messages.findLast(({ role }) => role === 'user')!.content!
  const file = asked.includes(titleOfMend) ? 'c.txt' : /Write (\w\.txt)/.exec(asked)![1]!
  return turns.write(file, `${file}\n`)
}

const serve = async () => {
  for (;;) provider.push(answerTo((await provider.nextRequest()).body))
}
serve().catch(() => provider.close())

const settings = { ...modelSettings(provider.baseUrl, 'a-key'), ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

/** Passes with one of the files, and with both only if a third exists. */
const command = 'test ! -e a.txt || test ! -e b.txt || test -e c.txt'
const review = { shown: 'merge', checked: 'merge', unverified: 'merge', weakened: 'merge' }
// One at a time: a death in one step is a loss of every other that runs, and five lose it permanently.
const runtime = { review, checks: [{ name: 'together', command }], planning: { tasksAtOnce: 1 } }

/** The end state of the cycle, after any number of deaths. */
const whole = {
  cycle: { status: 'completed', failure: null },
  tasks: ['Add a.txt', 'Add b.txt', titleOfMend].map((title) => ({ title, status: 'done', runs: 1, failure: null })),
  // The check fails without the mend, by its exit code, and the policy merges what is shown.
  requests: [],
  steps: {
    'build-task done': 3,
    'check-task done': 3,
    'review-task done': 3,
    'merge-task done': 3,
    'prepare-delivery done': 2,
    'verify done': 2,
    'deliver done': 1,
  },
  revisions: ['1 import', '2 merge'],
  files: ['a.txt', 'b.txt', 'c.txt', 'package.json', 'sum.js', 'sum.test.js'],
  subjects: [
    'Add a.txt',
    'Add b.txt',
    'First',
    titleOfMend,
    'Merge task 1: Add a.txt',
    'Merge task 2: Add b.txt',
    `Merge task 3: ${titleOfMend}`,
  ],
  refsUnlikeRows: [],
  repositoryFaults: '',
  announced: { 'cycle.completed': 1, 'cycle.checked': 2, 'revision.created': 1, 'task.done': 3, 'task.merged': 3 },
  auditChain: 'whole',
  leftInTables: [],
}

test.for([every('done'), every('running', 'parked')])(
  'a result that does not pass is mended and delivered, although the server is killed at %j, and nothing is doubled',
  { timeout: 3_600_000 },
  (walk) =>
    inRoot(async (root) => {
      start.copyTo(root)
      const next = () => startServer(root, settings)
      const server = await next()
      const { owner } = server
      expect((await owner.call(updateProject, { id: start.projectId, body: { runtime } })).status).toBe(200)
      const id = await propose(owner, start.projectId, 'Write files.')
      for (const file of ['a.txt', 'b.txt'])
        await owner.call(addCycleTask, { id, body: { title: `Add ${file}`, description: `Write ${file}.` } })
      const traps = await setStepTraps(await embeddedUrl(root))
      expect((await owner.call(executeCycle, { id })).status).toBe(200)
      const walked = await walkThrough({ root, walk, start: next }, { id, isEarly: () => false }, { server, traps })
      expect(await graphAftermath(await embeddedUrl(root), join(root, 'data'), id)).toMatchObject(whole)
      expect(walked.deaths.size).toBeGreaterThan(15)
      await walked.traps.close()
      await walked.server.stop()
      expect(await processesOf(root, [walked.server.pid])).toEqual([])
      expect(await filesOf(root)).toEqual([])
    }),
)
