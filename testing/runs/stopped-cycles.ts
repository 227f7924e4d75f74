import { expect } from 'vitest'
import { updateCycle } from '../../domains/delivery/cycles/contract.ts'
import { haltOf } from '../../domains/delivery/tasks/rules.ts'
import { executeCycle, getCycleRunDiagnostics } from '../../domains/delivery/runs/contract.ts'
import { getProjectRevisionHead } from '../../domains/code/revisions/contract.ts'
import { endOf, fileBlock, library, propose, runCycle } from '../delivery.ts'
import { leftovers } from '../runner/leftovers.ts'
import { refsIn } from '../repositories/refs.ts'
import { mergingProject } from '../repositories/merging-project.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

export interface World {
  readonly at: Scene
  readonly projectId: string
  readonly revisionId: string
}

export const stoppable = (
  server: TestServer,
  checks: readonly { name: string; command: string }[] = [],
): Promise<World> => mergingProject(server, library, { checks })

export const start = async ({ at, projectId }: World, description = fileBlock('NOTES.md', 'x\n')) => {
  const id = await propose(at.owner, projectId, description)
  expect((await at.owner.call(executeCycle, { id })).status).toBe(200)
  return id
}

/** The cycle is stopped, nothing else is left, and the target is where it was. */
export const expectStopped = async (server: TestServer, { at, projectId, revisionId }: World, id: string) => {
  const { cycle, tasks } = await endOf(at.owner, id)
  expect(cycle).toMatchObject({ status: 'stopped', failure: null, mergedSha: null, revisionId: null })
  for (const task of tasks) expect(haltOf(task)).toBeDefined()
  await expect.poll(() => leftovers(server)).toEqual({})
  const { body: head } = await at.owner.call(getProjectRevisionHead, { id: projectId })
  expect(head).toMatchObject({ revisionId })
  expect(await refsIn(server, projectId)).toEqual({ 'refs/heads/main': head.commitSha })
  expect((await at.eventNames(id)).slice(-2)).toEqual(['cycle.stopping', 'cycle.stopped'])
  expect((await at.owner.call(getCycleRunDiagnostics, { id })).body).toMatchObject({ status: 'cancelled', parked: [] })
}

export const expectCompleted = async ({ at }: World, id: string, runNumber: number) => {
  await at.owner.call(updateCycle, { id, body: { description: fileBlock('NOTES.md', 'x\n') } })
  expect(await runCycle(at.owner, id)).toMatchObject({ cycle: { status: 'completed', runNumber } })
}
