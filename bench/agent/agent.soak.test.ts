import { afterAll, describe, expect, test } from 'vitest'
import { scene } from '../../testing/scene.ts'
import { modelSettings } from '../../testing/runs/scripted-turns.ts'
import { testServer } from '../../testing/server.ts'
import { isSoak, lengthOf } from '../../testing/soak.ts'
import { packageRegistry } from './packages.ts'
import { startPlayer } from './play.ts'
import { openRounds } from './rounds.ts'
import type { Row } from './table.ts'
import { readTasks } from './task.ts'

const timeout = lengthOf({ daily: 120_000, soak: 3_600_000 })
const tasks = await readTasks()
/** Without a soak, an honest change of a test, and a cheat that no rule about files finds. */
const chosen = lengthOf({
  daily: tasks
    .filter(({ id }) => ['greeting-text', 'lru-cache'].includes(id))
    .map((task) => ({ ...task, cheats: task.cheats.slice(-1) })),
  soak: tasks,
})

const player = await startPlayer()
const registry = await packageRegistry()
afterAll(() => Promise.all([player.close(), registry.close()]))
const server = await testServer({ ...modelSettings(player.baseUrl, 'a-key'), ...registry.settings })

const play = async (agent: string, from = chosen) => {
  const { owner: caller } = await scene(server)
  const { parts } = server
  const rounds = await openRounds({ caller, parts, player, registry, tasks: from, fixtures: undefined })
  const rows: Row[] = []
  for await (const row of rounds([agent])) if (row.result !== 'not run') rows.push(row)
  return rows
}
const shown = (rows: readonly Row[]) => rows.map(({ task, part, result, note }) => [task.id, part, result, note])

describe('scripted agents', () => {
  test('the good one is proved without a person wherever it brings or mends a test', { timeout }, async () => {
    const rows = await play('good', lengthOf({ daily: chosen.slice(0, 1), soak: tasks }))
    const other = rows.filter(({ task, result }) => result !== (task.expect === 'shown' ? 'solved' : 'unverified'))
    expect(shown(other)).toEqual([])
    expect(rows.length).toBeGreaterThanOrEqual(lengthOf({ daily: 1, soak: 20 }))
  })

  test('every cheat is refused or waits for a person', { timeout }, async () => {
    const rows = await play('cheating', lengthOf({ daily: chosen.slice(1), soak: tasks }))
    expect(shown(rows.filter(({ result }) => result !== 'refused' && result !== 'asked'))).toEqual([])
    expect(rows.length).toBeGreaterThanOrEqual(lengthOf({ daily: 1, soak: 40 }))
  })

  test.runIf(isSoak)('half the work and none of it solve nothing', { timeout }, async () => {
    const rows = await play('lazy')
    expect(shown(rows.filter(({ result }) => result === 'solved'))).toEqual([])
    expect(rows.length).toBeGreaterThanOrEqual(20)
  })
})
