import { expect, test } from 'vitest'
import { asOwner } from '../../testing/database-state.ts'
import { scene } from '../../testing/scene.ts'
import { modelSettings } from '../../testing/runs/scripted-turns.ts'
import { testServer } from '../../testing/server.ts'
import { afterTest } from '../../testing/after-test.ts'
import { packageRegistry } from './packages.ts'
import { startPlayer } from './play.ts'
import { openRounds } from './rounds.ts'
import type { Row } from './table.ts'
import { readTasks } from './task.ts'

/** A test that fails in the base, a feature in two packages, and a repository without tests. */
const played = ['round-totals', 'monorepo-currency', 'shell-backup']

test('a plan of three tasks, two of them in parallel, does the same work as one task', async () => {
  const tasks = await readTasks()
  const player = await startPlayer()
  const registry = await packageRegistry()
  afterTest(async () => void (await Promise.all([player.close(), registry.close()])))
  const server = await testServer({
    ...modelSettings(player.baseUrl, 'a-key'),
    ...registry.settings,
    ATELIER_MODEL_PLANNING: 'on',
  })
  const { owner: caller } = await scene(server)
  const chosen = tasks.filter(({ id }) => played.includes(id))
  const setting = { caller, player, registry, tasks: chosen, parts: server.parts, fixtures: undefined }
  const rounds = await openRounds(setting)
  const rows: Row[] = []
  for await (const row of rounds(['planned'])) rows.push(row)
  const other = rows.filter(({ result }) => result !== 'solved' && result !== 'unverified')
  expect(other.map(({ task, result, note }) => [task.id, result, note])).toEqual([])
  expect(rows).toHaveLength(played.length)
  const plans = await asOwner(server, 'select count(*)::int as tasks from task group by cycle_id')
  expect(plans.filter(({ tasks: count }) => count !== 3)).toEqual([])
}, 1_200_000)
