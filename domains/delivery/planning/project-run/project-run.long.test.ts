import { expect, test } from 'vitest'
import { importProject, bundleOf } from '../../../../testing/repository.ts'
import { endOf, fileBlock, mergeUnverified, propose } from '../../../../testing/delivery.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getCycle } from '../../cycles/contract.ts'
import {
  getProjectRoadmap,
  getProjectRunDiagnostics,
  orderProjectRoadmap,
  startProject,
  stopProject,
} from '../contract.ts'

const server = await testServer()

test('a project works its roadmap by urgency, stops at its cap, continues when it is raised, and stops with its cycle', async () => {
  const at = await scene(server)
  const { projectId: id } = await importProject(at.owner, await bundleOf({ 'readme.md': 'Shop\n' }))
  await mergeUnverified(at.owner, id)
  const write = (name: string) => propose(at.owner, id, fileBlock(name, `${name}\n`))
  const calm = await write('calm.md')
  const soon = await write('soon.md')
  const now = await write('now.md')
  const next = [calm, soon, now].map((cycleId, tier) => ({ cycleId, urgency: 3 - tier }))
  await at.owner.call(orderProjectRoadmap, { id, body: { next } })
  await at.owner.call(updateProject, { id, body: { cycleCap: 2 } })
  const roadmap = async () => (await at.owner.call(getProjectRoadmap, { id })).body

  expect((await at.owner.call(startProject, { id })).body).toMatchObject({ status: 'on', cyclesBegun: 0 })
  await expect.poll(async () => (await roadmap()).run.status).toBe('waiting')
  expect(await roadmap()).toMatchObject({
    run: { cyclesBegun: 2, reason: expect.stringContaining('cycleCap') as string },
    done: [
      { cycleId: soon, status: 'completed' },
      { cycleId: now, status: 'completed' },
    ],
    running: [],
    next: [{ cycleId: calm, urgency: 3 }],
  })
  expect((await at.owner.call(getProjectRunDiagnostics, { id })).body).toMatchObject({
    engineStatus: 'parked: person',
    parked: [{ kind: 'person', labels: ['cap-raised'], details: { obstacle: 'cycle_cap' } }],
  })
  const parents = (await at.rows('run')).map(({ kind, parent_id: parent }) => [kind, parent])
  const own = (await roadmap()).run.runId
  expect(parents.filter(([kind]) => kind === 'cycle')).toEqual([
    ['cycle', own],
    ['cycle', own],
  ])

  const begun = (await at.rows('cycle')).filter(({ run_id: runId }) => runId !== null)
  const started = (await at.rows('project_run'))[0]!.started_by
  expect(begun.map(({ run_started_by: starter }) => starter)).toEqual([started, started])

  await at.owner.call(updateProject, { id, body: { cycleCap: 10 } })
  await expect.poll(async () => (await roadmap()).done.length).toBe(3)
  await at.owner.call(updateProject, { id, body: { requiresApproval: true } })
  const asking = await write('asked.md')
  await expect.poll(async () => (await at.owner.call(getCycle, { id: asking })).body.cycle.status).toBe('blocked')
  const stopping = await at.owner.call(stopProject, { id })
  expect(stopping.body.status).toBe('stopping')
  expect((await endOf(at.owner, asking)).cycle.status).toBe('stopped')
  await expect.poll(async () => (await roadmap()).run.status).toBe('off')
  expect((await roadmap()).run).toMatchObject({ cyclesBegun: 4, endedAt: expect.any(String) as string })
  const events = (await at.eventNames(id)).filter((name) => name.startsWith('project.run'))
  expect(events).toEqual(['project.run_started', 'project.run_waiting', 'project.run_stopped'])
  const waiting = (await at.rows('activity_event')).find(({ name }) => name === 'project.run_waiting')
  expect(waiting).toMatchObject({ payload: { runNumber: 1 } })
  expect(JSON.stringify(waiting)).not.toContain('cap')
})
