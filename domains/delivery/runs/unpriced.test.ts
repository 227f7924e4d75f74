import { expect, test } from 'vitest'
import { library, propose, mergeProse } from '../../../testing/delivery.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { setModelPreference } from '../../agents/models/contract.ts'
import { executeCycle } from './contract.ts'

const server = await testServer({
  ATELIER_MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
  ATELIER_MODEL_NAME: 'without-a-price',
  ATELIER_ROLE: 'server',
})

test('409 before a run begins for a model of unknown price in a project with a cap; without one it may run', async () => {
  const { owner } = await scene(server)
  await mergeProse(owner)
  const { projectId } = await importProject(owner, await bundleOf(library))
  const id = await propose(owner, projectId, 'Add a file of notes.')
  const cap = (costCapUsd: number | null) => owner.call(updateProject, { id: projectId, body: { costCapUsd } })
  const body = { modelIdentifier: 'another-without-one' }
  expect(await owner.call(setModelPreference, { role: 'coder', body })).toMatchObject({ status: 200 })
  for (const costCapUsd of [1_000, 0]) {
    expect(await cap(costCapUsd)).toMatchObject({ status: 200, body: { costCapUsd } })
    expectError(await unchanged(server, () => owner.call(executeCycle, { id })), 409, 'model_unavailable')
  }
  await cap(null)
  expect(await owner.call(executeCycle, { id })).toMatchObject({ status: 200 })
})
