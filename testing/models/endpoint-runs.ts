import { expect } from 'vitest'
import { getProjectRevisionHead } from '../../domains/code/revisions/contract.ts'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { library, mergingChecked, propose, runCycle } from '../delivery.ts'
import { leftovers } from '../runner/leftovers.ts'
import type { FakeProvider, Turn } from '../model-provider/index.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { playScript } from '../runs/scripted-cycle.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** Cycles whose agents ask the given provider. */
export const endpointRuns = (server: TestServer, provider: FakeProvider) => {
  const world = async (files: Readonly<Record<string, string>> = library) => {
    const at = await scene(server)
    const { projectId, revisionId } = await importProject(at.owner, await bundleOf(files))
    await at.owner.call(updateProject, { id: projectId, body: { runtime: mergingChecked } })
    return { at, projectId, revisionId }
  }
  type World = Awaited<ReturnType<typeof world>>

  /** Runs a cycle over a whole script. */
  const run = async (made: World, script: readonly Turn[], id?: string) => {
    const { owner } = made.at
    const { ended, requests } = await playScript(provider, script, async () =>
      runCycle(owner, id ?? (await propose(owner, made.projectId, 'Add a file of notes.'))),
    )
    return { ...ended, task: ended.tasks[0], requests }
  }

  const budgets = async ({ projectId }: World) =>
    (
      await asOwner(
        server,
        'select scope_kind, spent_micros::int as spent, reserved_micros::int as reserved from budget where scope_id = $1',
        [projectId],
      )
    )[0]

  return { world, run, budgets }
}

export type Failing = readonly [script: readonly Turn[], code: string, sentence: RegExp]

/** A cycle whose endpoint fails ends with a message, without the key, and leaves nothing of what was begun. */
export const expectFailed = async (
  server: TestServer,
  { world, run, budgets }: ReturnType<typeof endpointRuns>,
  [script, code, sentence]: Failing,
  apiKey: string,
) => {
  const made = await world()
  const { cycle, task } = await run(made, script)
  expect(cycle).toMatchObject({
    status: 'failed',
    mergedSha: null,
    revisionId: null,
    failure: { step: 'build-task', code, message: expect.stringMatching(sentence) },
  })
  expect(cycle.failure.message).not.toContain(apiKey)
  expect(task).toMatchObject({ status: 'failed', headSha: null, failure: cycle.failure })
  expect((await made.at.owner.call(getProjectRevisionHead, { id: made.projectId })).body).toMatchObject({
    revisionId: made.revisionId,
  })
  expect(await budgets(made)).toMatchObject({ reserved: 0 })
  expect(await leftovers(server)).toEqual({})
}
