// Reads of one workspace while another one searches, or verifies its audit log, over many connections at once.
//   node bench/shares.ts [seconds for each row] [noisy callers …]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { openDatabase } from '../platform/db/database.ts'
import { startTestCluster } from '../testing/index.ts'
import { scene } from '../testing/scene.ts'
import { quantile, startProcess, timed } from './measure.ts'

const [seconds = 10, ...crowds] = process.argv.slice(2).map(Number)
const noisyCallers = crowds.length > 0 ? crowds : [0, 50, 200, 800]
const noisyProjects = 300

const cluster = await startTestCluster()
const data = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const { url: baseUrl, stop } = await startProcess(['apps/server/main.ts'], {
  DATABASE_URL: cluster.url,
  ATELIER_DATA: data,
})
const database = openDatabase({ url: cluster.url, connections: 2 })
const noisy = await scene({ baseUrl, database })
const quiet = await scene({ baseUrl, database })

const send = async (key: string, path: string, body?: object): Promise<number> => {
  const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
  const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
  const response = await fetch(`${baseUrl}${path}`, init)
  await response.arrayBuffer()
  return response.status
}

/** Reads one after the other until the noise ends. */
const readUntil = async (ended: Promise<unknown>) => {
  const noise = { isEnded: false }
  const end = ended.then(() => {
    noise.isEnded = true
  })
  const tookMs: number[] = []
  let failed = 0
  while (!noise.isEnded) {
    tookMs.push(
      await timed(async () => {
        if ((await send(quiet.owner.key!, '/v1/api/projects')) !== 200) failed += 1
      }),
    )
  }
  await end
  return { tookMs, failed }
}

const makeNoise = async (path: string, connections: number) => {
  if (connections === 0) {
    await delay(seconds * 1_000)
    return undefined
  }
  const headers = { 'x-api-key': noisy.owner.key! }
  return autocannon({ url: `${baseUrl}${path}`, headers, duration: seconds, connections, timeout: 60 })
}

const measure = async (path: string, connections: number) => {
  const noise = makeNoise(path, connections)
  const { tookMs, failed } = await readUntil(noise)
  const told = await noise
  const [p50, p95, slowest] = [0.5, 0.95, 1].map((part) => quantile(tookMs, part).toFixed(1))
  const answers = told ? `${told['2xx']} × 2xx, ${told['4xx']} × 4xx, ${told['5xx']} × 5xx` : ''
  console.log(
    `| ${path} | ${connections} | ${p50} ms | ${p95} ms | ${slowest} ms | ${failed} of ${tookMs.length} | ${answers} |`,
  )
}

try {
  for (let at = 0; at < noisyProjects; at += 1)
    await send(noisy.owner.key!, '/v1/api/projects', { name: `A noisy project ${at}` })
  console.log(
    '| path | noisy callers | read of another workspace, p50 | p95 | slowest | not 200 | answers to the noise |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const path of ['/v1/api/search?q=a', '/v1/api/audit-log/verify'])
    for (const connections of noisyCallers) await measure(path, connections)
} finally {
  await stop()
  await database.close()
  await cluster.stop()
  await rm(data, { recursive: true, force: true })
}
