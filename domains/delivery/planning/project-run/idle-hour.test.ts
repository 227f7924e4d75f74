import { expect, test } from 'vitest'
import { emptyProject } from '../../../../testing/cycles.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import { scene } from '../../../../testing/scene.ts'
import { modelSettings } from '../../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { createAgent } from '../../../agents/agents/contract.ts'
import { getProjectRunDiagnostics, startProject } from '../contract.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const {
  ATELIER_MODEL_REVIEW: _review,
  ATELIER_MODEL_PLANNING: _planning,
  ...settings
} = modelSettings(provider.baseUrl, 'a-key')
const server = await testServer(settings)

/** Runs become half an hour older, and every schedule is due. */
const halfAnHourLater = [
  "update run set created_at = created_at - interval '30 minutes'",
  "update run_step set queued_at = queued_at - interval '30 minutes'",
  "update run_parked set since = since - interval '30 minutes'",
  "update project_run set started_at = started_at - interval '30 minutes'",
  "update scheduled_work set due_at = now() - interval '1 second' where process is null",
]
const dueWork = 'select name from scheduled_work where due_at <= now()::timestamptz(3) or process is not null'

test('ten agents and a roadmap that is on make no model call in an hour without work', async () => {
  const { owner, rows } = await scene(server)
  const names = Array.from({ length: 10 }, (_, at) => `Agent ${at}`)
  for (const name of names) await owner.call(createAgent, { body: { name, runtimeKind: 'native' } })
  const id = await emptyProject(owner)
  await owner.call(startProject, { id })
  const engine = async () => (await owner.call(getProjectRunDiagnostics, { id })).body.engineStatus as string
  await expect.poll(engine).toMatch(/^parked/)
  for (let half = 0; half < 2; half += 1) {
    for (const text of halfAnHourLater) await asOwner(server, text)
    await expect.poll(() => asOwner(server, dueWork)).toEqual([])
  }
  expect(await engine()).toMatch(/^parked/)
  expect([provider.requests.length, (await rows('model_call')).length]).toEqual([0, 0])
})
