import { setTimeout as pause } from 'node:timers/promises'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { databaseUrl, createTestDatabase, migratedTemplate } from '../index.ts'
import { startTestCluster } from '../cluster.ts'
import { inRoot } from '../crash/crash-scene.ts'
import { asOwner } from '../crash/aftermath.ts'
import { filesOf, processesOf } from '../crash/leftovers.ts'
import { credentials, startFakeS3 } from '../objects/s3.ts'
import { patience } from '../runner/hang-timeout.ts'
import { modelSettings } from '../runs/scripted-turns.ts'
import { lengthOf } from '../soak.ts'
import { type Chance, chanceOf } from './chance.ts'
import { settableClock } from './clock.ts'
import { injectFaults, type FaultTargets } from './faults.ts'
import { collectFindings, type Finding, type Findings } from './findings.ts'
import { brokenAtLast, brokenNow } from './invariants.ts'
import { decideAll, workProject } from './people.ts'
import { startProcesses } from './processes.ts'
import { paceOf } from './pace.ts'
import { unexplainedEnds } from './reasons.ts'
import { brokenRepositories } from './repositories.ts'
import { startTroubledOffline } from './troubled-offline.ts'

const projects = Number(process.env.ATELIER_TEST_SIMULATION ?? lengthOf({ daily: 0, soak: 200 }))
const seed = Number(process.env.ATELIER_TEST_SEED ?? randomInt(2 ** 31))
const atOnce = 8
/** After these no more project begins. */
const minutesMost = Number(process.env.ATELIER_TEST_SIMULATION_MINUTES ?? Infinity)

test.runIf(projects > 0)(
  `${projects} projects run random cycles through deaths, silences and refusals, and all invariants hold (ATELIER_TEST_SEED=${seed})`,
  { timeout: 20_000_000 },
  () => inRoot((root) => simulate(root)),
)

const settingsOf = (url: string, endpoint: string, baseUrl: string) => ({
  ...modelSettings(baseUrl, 'a-key'),
  DATABASE_URL: url,
  SECRETS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  ATELIER_DATABASE_CONNECTIONS: '6',
  // On two processors it would be one for all runs.
  ATELIER_SANDBOX_LIMIT: '6',
  ATELIER_OBJECTS: `s3://simulation?region=us-east-1&endpoint=${encodeURIComponent(endpoint)}`,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  ATELIER_COST_CAP_CYCLE: '0.10',
  ATELIER_LOG_LEVEL: 'fatal',
})

/** Works projects, a few at a time, until all are done, the time is over or something is wrong; gives how many were. */
const workAll = async (work: (number: number) => Promise<void>, findings: Findings, report: (done: number) => void) => {
  let next = 0
  let done = 0
  const endsAt = performance.now() + minutesMost * 60_000
  const worker = async () => {
    while (next < projects && performance.now() < endsAt && !findings.isAny()) {
      await work((next += 1))
      done += 1
      if (done % 10 === 0) report(done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}

/** Looks every second for what must never be; a database that is away is looked at later. */
const lookAgainAndAgain = (url: string, findings: Findings) => {
  const over = new AbortController()
  let looks = 0
  const work = (async () => {
    while (!over.signal.aborted) {
      const wrong = await brokenNow(url).catch(() => undefined)
      if (wrong) looks += 1
      findings.add(wrong ?? [])
      await pause(1_000)
    }
  })()
  return async () => {
    over.abort()
    await work
    return looks
  }
}

/** The faults after an end; processes have a while to finish, and the database to come back. */
const settled = async (look: () => Promise<readonly Finding[]>, looks = 120): Promise<readonly Finding[]> => {
  for (let left = looks; ; left -= 1) {
    const wrong = await look().catch((error: unknown) => [{ rule: 'one can look', error: String(error) }])
    if (wrong.length === 0 || left === 0) return wrong
    await pause(500)
  }
}

// A process that died leaves its own temporary folders to the next start.
const isOfDead = (path: string, pids: readonly number[]) => pids.some((pid) => path.includes(`.${pid}.`))

const simulate = async (root: string) => {
  process.stdout.write(`simulation of ${projects} projects, ATELIER_TEST_SEED=${seed}\n`)
  const chance = chanceOf(seed)
  const clock = await settableClock(root)
  if (!clock) process.stdout.write('The clock of the database is not set: install libfaketime (Debian) for that.\n')
  const [cluster, storage, model] = await Promise.all([
    startTestCluster(clock?.environment),
    startFakeS3('simulation'),
    startTroubledOffline(chance.apart(1), 0.05),
  ])
  const end = async () => {
    await model.close()
    await storage.close()
    await cluster.stop()
  }
  try {
    const url = await lossless(cluster.url)
    const processes = await startProcesses(root, settingsOf(url, storage.endpoint, model.baseUrl), 3)
    try {
      const place = { processes, storage, databaseUrl: cluster.url, clock }
      const findings = collectFindings()
      const data = join(root, 'data')
      const done = await work({ ...place, url, data }, chance, findings)
      findings.add(await settled(() => brokenAtLast(url)))
      // Each has been looked at when it was over.
      findings.add(await settled(() => brokenRepositories(url, data), 3))
      findings.add(await unexplainedEnds(url))
      await processes.stop()
      const outcomes = await outcomesOf(url)
      process.stdout.write(`${JSON.stringify({ ...done, outcomes, calls: model.served() })}\n`)
      expect(done.looks).toBeGreaterThan(0)
      expect({ seed, wrong: findings.all() }).toEqual({ seed, wrong: [] })
    } finally {
      await processes.end()
      await vi.waitFor(async () => expect(await processesOf(root, processes.pids())).toEqual([]), patience)
    }
    expect((await filesOf(root)).filter((path) => !isOfDead(path, processes.pids()))).toEqual([])
  } finally {
    await end()
  }
}

/** A database that keeps through a crash what it has confirmed, which those of tests need not. */
const lossless = async (clusterUrl: string): Promise<string> => {
  const name = await createTestDatabase(clusterUrl, migratedTemplate)
  await asOwner(clusterUrl, (query) => query(`alter database ${name} set synchronous_commit = on`))
  return databaseUrl(clusterUrl, name)
}

/** Works all projects amid faults, decisions and looks, which end with the work, also where one of them fails. */
const work = async (place: FaultTargets & { url: string; data: string }, chance: Chance, findings: Findings) => {
  const { processes, url, data } = place
  const faults = injectFaults(chance.apart(2), place)
  const decisions = decideAll(processes, chance.apart(3))
  const endLooks = lookAgainAndAgain(url, findings)
  const pace = paceOf(processes)
  const workOne = async (number: number) => {
    const projectId = await workProject(processes, chance.apart(number + 10), number)
    findings.add(await settled(() => brokenRepositories(url, data, projectId)))
  }
  const report = (done: number) => void process.stdout.write(`${JSON.stringify(pace(done))}\n`)
  try {
    const worked = await Promise.race([workAll(workOne, findings, report), faults.failed, decisions.failed])
    const injected = await faults.end()
    await decisions.end()
    return { ...pace(worked), injected, looks: await endLooks() }
  } finally {
    await Promise.allSettled([faults.end(), decisions.end(), endLooks()])
  }
}

const outcomesOf = (url: string) =>
  asOwner(url, (query) =>
    query(`select status, failure->>'step' as step, coalesce(failure->>'code', left(failure->>'message', 90)) as failure,
      count(*)::int from cycle group by 1, 2, 3 order by 4 desc`),
  )
