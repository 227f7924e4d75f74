import { join } from 'node:path'
import { expect, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { endOf, mergingChecked, propose } from '../delivery.ts'
import { git } from '../repository.ts'
import { modelSettings } from '../runs/scripted-turns.ts'
import { aftermathOf, asOwner, wholeAfter } from './aftermath.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { openGate, someoneAtGate } from './gate.ts'
import { filesOf } from './leftovers.ts'
import { answerMicros, startTroubledModel } from './troubled-model.ts'
import { startProcess } from './server-process.ts'
import { startFolder } from './start-folder.ts'

// It takes minutes: other tests of deaths show on a few steps what this one shows on many.
const steps = 300
const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

test(
  `a run of ${steps} steps completes through a model in trouble and two deaths of its server, and pays for nothing twice`,
  { timeout: 1_800_000 },
  () =>
    inRoot(async (root) => {
      start.copyTo(root)
      const data = join(root, 'data')
      const silentAt = Math.floor(steps / 3)
      const gatedAt = Math.floor((2 * steps) / 3)
      const model = await startTroubledModel({ steps, silentAt, gatedAt })
      const priced = {
        ...settings,
        ...modelSettings(model.baseUrl, 'a-key'),
        ATELIER_AGENT_STEPS: '1000',
        ATELIER_MODEL_FIRST_BYTE_SECONDS: '60',
      }

      const first = await startProcess(root, priced)
      const projectId = start.projectId
      await first.owner.call(updateProject, { id: projectId, body: { runtime: mergingChecked } })
      const id = await propose(first.owner, projectId, 'Write a log, line by line.')
      expect((await first.owner.call(executeCycle, { id })).status).toBe(200)
      await model.silence()
      await first.kill()

      const second = await startProcess(root, priced)
      await someoneAtGate(data)
      await second.kill()
      await openGate(data)

      const third = await startProcess(root, priced)
      await endOf(third.owner, id)
      const url = await embeddedUrl(root)
      expect(await aftermathOf(url, data, id)).toEqual(wholeAfter('build-task'))
      expect(await logIn(url, data, id)).toEqual(Array.from({ length: steps }, (_none, at) => at + 1))

      const { answers, kinds } = model.served()
      expect(answers.filter((step, at) => answers.indexOf(step) !== at)).toEqual([])
      expect([...kinds].sort()).toEqual(['429', '500', 'cut', 'length', 'overflow', 'silence'])
      expect(await moneyOf(url, id)).toEqual({
        finished: { calls: model.served().whole, micros: model.served().whole * answerMicros },
        isSpent: true,
        reserved: 0,
        open: 0,
      })
      await third.stop()
      await model.close()
      expect(await filesOf(root)).toEqual([])
    }),
)

/** The lines that the agent wrote, of the branch that they were merged into. */
const logIn = (url: string, data: string, cycleId: string) =>
  asOwner(url, async (query) => {
    const text = `select ref.repository_id as id, ref.sha from repository_ref ref join repository r on r.id = ref.repository_id
      join cycle c on c.project_id = r.project_id where c.id = $1 and ref.name = 'refs/heads/main'`
    const [main] = await query<{ id: string; sha: string }>(text, [cycleId])
    const log = git(join(data, 'cache', 'repositories', `${main!.id}.git`), 'show', `${main!.sha}:log.txt`)
    return log.trim().split('\n').map(Number)
  })

/** The cost of a cycle's calls: the answered ones, all of them against the budget, and the reserve. */
const moneyOf = (url: string, cycleId: string) =>
  asOwner(url, async (query) => {
    const rows = await query<{ status: string; calls: number; micros: number }>(
      `select status, count(*)::int as calls, coalesce(sum(cost_micros), 0)::int as micros
       from model_call where cycle_id = $1 group by status`,
      [cycleId],
    )
    const [budget] = await query<{ spent: number; reserved: number }>(
      `select spent_micros::int as spent, reserved_micros::int as reserved
       from budget where scope_kind = 'cycle' and scope_id = $1`,
      [cycleId],
    )
    const of = (status: string) => rows.find((row) => row.status === status)
    const { calls, micros } = of('finished')!
    const { spent, reserved } = budget!
    const isSpent = spent === rows.reduce((sum, row) => sum + row.micros, 0)
    return { finished: { calls, micros }, isSpent, reserved, open: of('open')?.calls ?? 0 }
  })
