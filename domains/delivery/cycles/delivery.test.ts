import { expect, test } from 'vitest'
import { testServer } from '../../../testing/server.ts'
import { scene } from '../../../testing/scene.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { fileBlock, library, propose, runCycle } from '../../../testing/delivery.ts'

const server = await testServer()

test('a one-sentence cycle ends in a checked, merged commit and a revision', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  const id = await propose(owner, projectId, fileBlock('NOTES.md', 'Adds numbers.\n'))
  const { cycle, tasks } = await runCycle(owner, id)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(tasks).toMatchObject([{ status: 'done', mergeSha: cycle.mergedSha as string }])
})
