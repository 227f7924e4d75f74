// How well a model, behind this product, does what people ask for; and whether a cheat gets through.
//   node bench/agent/run.ts [--tasks a,b] [--model name] [--fixtures folder] [--show]
//   node bench/agent/run.ts --play good,planned,lazy,cheating,opencode [--tasks a,b] [--fixtures folder] [--show]
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { startServer } from '../../apps/server/start.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { callerOf } from '../../testing/caller.ts'
import { installAgent } from '../../testing/acp/installed/install.ts'
import { modelSettings } from '../../testing/runs/scripted-turns.ts'
import { packageRegistry } from './packages.ts'
import { type Player, startPlayer } from './play.ts'
import { openRounds } from './rounds.ts'
import { sentTableOf, sumsOf, tableOf, type Row } from './table.ts'
import { readTasks } from './task.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    model: { type: 'string' },
    play: { type: 'string' },
    fixtures: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})

const chosen = async () => {
  const tasks = await readTasks()
  const names = values.tasks?.split(',') ?? tasks.map(({ id }) => id)
  return names.map((name) => {
    const task = tasks.find(({ id }) => id === name)
    if (!task) throw new Error(`There is no task ${name}. The tasks are ${tasks.map(({ id }) => id).join(', ')}.`)
    return task
  })
}

const plays = (agent: string) => values.play?.split(',').includes(agent) ?? false

const settingsOf = (player: Player | undefined): Readonly<Record<string, string | undefined>> => {
  const isPlanned = plays('planned')
  if (player) return { ...modelSettings(player.baseUrl, 'a-key'), ...(isPlanned && { ATELIER_MODEL_PLANNING: 'on' }) }
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('ATELIER_'))
  const settings: Record<string, string | undefined> = Object.fromEntries(given)
  if (values.model !== undefined) settings.ATELIER_MODEL_NAME = values.model
  if (!settings.ATELIER_MODEL_BASE_URL)
    throw new Error(
      'Name a model endpoint by ATELIER_MODEL_BASE_URL, or give --play good,planned,lazy,cheating,opencode.',
    )
  return settings
}

const show = ({ task, part, result, delivered, note }: Row) => {
  const seconds = ((delivered?.tookMs ?? 0) / 1_000).toFixed(1)
  console.error(`${task.id}, ${part}: ${result} (${delivered?.verdict ?? 'not run'}, ${seconds} s)`)
  if (values.show && note !== '') console.error(note.replaceAll(/^/gm, '    ').slice(0, 2_000))
}

const main = async () => {
  const tasks = await chosen()
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const registry = await packageRegistry()
  const player = values.play === undefined ? undefined : await startPlayer()
  const opencode = plays('opencode') ? await installAgent('OpenCode') : undefined
  try {
    const own = { ...registry.settings, ...opencode?.settings, ATELIER_DATA: folder, ATELIER_PORT: '0' }
    const settings = { ...settingsOf(player), ...own }
    const { parts, baseUrl, close } = await startServer(readConfiguration(settings), pino({ level: 'error' }))
    try {
      const { apiKey } = JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8')) as { apiKey: string }
      const { fixtures, play = 'model' } = values
      const rounds = await openRounds({ caller: callerOf(baseUrl, apiKey), parts, player, tasks, registry, fixtures })
      const rows: Row[] = []
      for await (const row of rounds(play.split(','))) {
        rows.push(row)
        show(row)
      }
      console.log([tableOf(rows, parts.gateway.provider.price), sumsOf(rows), sentTableOf(rows)].join('\n\n'))
    } finally {
      await close()
    }
  } finally {
    await opencode?.remove()
    await player?.close()
    await registry.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
