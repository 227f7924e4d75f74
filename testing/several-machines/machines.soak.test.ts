import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import type {} from '../runner/global-setup.ts'
import { modelSettings } from '../runs/scripted-turns.ts'
import { chanceOf } from '../simulation/chance.ts'
import { startCentre } from './centre.ts'
import { objectsUnder } from './checker/index.ts'
import { memoryDisks } from './disks.ts'
import { injectFor } from './faults.ts'
import { startMachine, type Machine } from './machine.ts'
import { networkObstacle, openNetwork } from './network.ts'
import type { Office } from './office.ts'
import { settingsOf } from './settings.ts'
import { startSoakDatabase } from './soak-database.ts'
import { workThroughFaults } from './work-through-faults.ts'

interface Run {
  readonly seed: number
  readonly faults: Readonly<Record<string, number>>
}

/** A file that gets a line for each run, and one beside it with all that happened. */
const results = process.env.ATELIER_TEST_MACHINES
const earlier: Run[] =
  results !== undefined && existsSync(results)
    ? readFileSync(results, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Run)
    : []
const seed = Number(process.env.ATELIER_TEST_SEED ?? earlier.length + 1)
const minutes = Number(process.env.ATELIER_TEST_MACHINES_MINUTES ?? 20)
const obstacle = networkObstacle()

test.skipIf(obstacle !== undefined)(
  `${minutes} minutes of work at two machines without a shared folder lose and double nothing through kills, lost disks, cuts, frozen processes, failovers of the database, and a bucket that goes away (ATELIER_TEST_SEED=${seed}; ${obstacle ?? 'in namespaces of the network'})`,
  { timeout: 3_600_000 },
  async () => {
    const began = performance.now()
    const log = (line: object) => {
      const seconds = Math.round((performance.now() - began) / 1_000)
      if (results !== undefined) appendFileSync(`${results}.log`, `${JSON.stringify({ seed, seconds, ...line })}\n`)
    }
    const { faults, accepted, findings } = await inNetwork(log)
    const run = { seed, minutes: Math.round((performance.now() - began) / 60_000), faults, accepted, findings }
    if (results !== undefined) appendFileSync(results, `${JSON.stringify(run)}\n`)
    const sum = [...earlier, run].flatMap((one) => Object.values(one.faults)).reduce((all, one) => all + one, 0)
    process.stdout.write(`${JSON.stringify({ ...run, runs: earlier.length + 1, faultsOfAllRuns: sum })}\n`)
    expect({ seed, findings }).toEqual({ seed, findings: [] })
  },
)

const inNetwork = async (log: (line: object) => void) => {
  const folder = await mkdtemp(join(inject('diskFolder'), 'at-o-'))
  const network = await openNetwork(['centre', 'a', 'b'])
  const disks = await memoryDisks(inject('diskFolder'))
  const machines: Machine[] = []
  try {
    const { centre: host, a, b } = network.hosts
    const centre = await startCentre(host!, seed)
    const database = await startSoakDatabase(host!, centre, join(await disks.add(), 'database'))
    const settings = {
      ...settingsOf(database.url, centre),
      ...modelSettings(centre.agents, 'a-key'),
      ATELIER_MODEL_FIRST_BYTE_SECONDS: '20',
    }
    machines.push(await startMachine({ name: 'a', host: a!, disks, settings, roles: ['server', 'worker'] }))
    const { owner } = machines[0]!
    machines.push(await startMachine({ name: 'b', host: b!, disks, settings, roles: ['server', 'worker'], owner }))
    const storage = (state: object) => centre.tell({ kind: 'storage', state })
    const objects = async () => {
      await centre.tell({ kind: 'write', folder })
      return objectsUnder(folder)
    }
    const world = {
      targets: { machines, network, database, storage },
      url: database.url,
      completions: centre.completions,
      objects,
    }
    return await workThroughFaults(world, { work, log, faults: injectFor(chanceOf(seed), minutes * 60_000, log) })
  } finally {
    for (const machine of machines) await machine.end()
    await network.close()
    await disks.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const work = async (office: Office, isOver: () => boolean) => {
  const chance = chanceOf(seed).apart(3)
  const projects = [1, 2].map((at) => office.workProjects(chance.apart(at), isOver))
  const papers = [4].map((at) => office.workPapers(chance.apart(at), isOver))
  await Promise.all([...projects, ...papers])
}
