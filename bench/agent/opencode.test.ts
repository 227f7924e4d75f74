import { expect, test } from 'vitest'
import { installAgent } from '../../testing/acp/installed/install.ts'
import { scene } from '../../testing/scene.ts'
import { modelSettings } from '../../testing/runs/scripted-turns.ts'
import { testServer } from '../../testing/server.ts'
import { isSoak } from '../../testing/soak.ts'
import { afterTest } from '../../testing/after-test.ts'
import { openCodePart } from './opencode.ts'
import { packageRegistry } from './packages.ts'
import { startPlayer } from './play.ts'
import { openRounds } from './rounds.ts'
import type { Row } from './table.ts'
import { readTasks } from './task.ts'

const tasks = await readTasks()
/** Half a minute each: files that are written, found and replaced, commands, a package, a plain page without tests. */
const played = ['round-totals', 'parse-query', 'extract-validation', 'add-slug', 'static-page']

test.runIf(isSoak && process.arch === 'x64')(
  'OpenCode over ACP does the tasks of the benchmark as the built-in harness does',
  async () => {
    const opencode = await installAgent('OpenCode')
    const player = await startPlayer()
    const registry = await packageRegistry()
    afterTest(async () => void (await Promise.all([opencode.remove(), player.close(), registry.close()])))
    const server = await testServer({
      ...modelSettings(player.baseUrl, 'a-key'),
      ...registry.settings,
      ...opencode.settings,
    })
    const { owner: caller } = await scene(server)
    const rounds = await openRounds({
      caller,
      player,
      registry,
      parts: server.parts,
      tasks: tasks.filter(({ id }) => played.includes(id)),
      fixtures: undefined,
    })
    const rows: Row[] = []
    for await (const row of rounds(['opencode'])) rows.push(row)
    const other = rows.filter(({ task, result }) => result !== (task.expect === 'shown' ? 'solved' : 'unverified'))
    expect(other.map(({ task, result, note }) => [task.id, result, note])).toEqual([])
    expect(rows).toHaveLength(played.length)
  },
  1_200_000,
)

test('each action of a solution has its calls of OpenCode’s tools', () => {
  const said = new Set(tasks.flatMap((task) => openCodePart(task).actions.map(({ tool }) => tool)))
  expect([...said].sort()).toEqual(['atelier_dependencies', 'bash', 'edit', 'read', 'write'])
  const [task] = tasks.filter(({ id }) => id === 'parse-query')
  expect(openCodePart(task!).actions[1]).toEqual({
    tool: 'edit',
    input: {
      filePath: '/worktree/query.js',
      oldString: expect.stringContaining('.map') as string,
      newString: expect.stringContaining('replaceAll') as string,
    },
  })
})
