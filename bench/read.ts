// An authenticated read of a project, against a bare node:http handler that makes two prepared queries, in short turns
// on one database: reads a second, and the CPU time that each takes of server and database, which other load moves less.
//   node bench/read.ts [seconds per turn] [turns]
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { startTestCluster } from '../testing/index.ts'
import { cpuMicros, median, startProcess, type Listening } from './measure.ts'

const [seconds = 2, turns = 10] = process.argv.slice(2).map(Number)

/** The floor: no routing, no checks, no row-level security. */
const serveBare = (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  const read = async (id: string) => {
    const [project, repositories] = await Promise.all([
      pool.query({ name: 'project', text: 'select * from project where id = $1', values: [id] }),
      pool.query({ name: 'repositories', text: 'select * from repository where project_id = $1', values: [id] }),
    ])
    return JSON.stringify({ project: project.rows[0], repositories: repositories.rows })
  }
  const server = createServer((request, response) => {
    read(request.url!.split('/').at(-1)!).then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`ready at http://127.0.0.1:${(server.address() as { port: number }).port}`)
  })
}

/** Reads a second, and the microseconds of CPU that each took of the server and of the database's processes. */
const measure = async ({ pid }: Listening, databasePids: readonly number[], target: Target) => {
  const spent = async () => Promise.all([cpuMicros([pid]), cpuMicros(databasePids)])
  const before = await spent()
  const { requests, non2xx } = await autocannon({ ...target, duration: seconds, connections: 32 })
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${target.url} were no success`)
  const after = await spent()
  const [server, database] = after.map((micros, at) => (micros - before[at]!) / requests.total) as [number, number]
  return { perSecond: requests.average, server, database, cpu: server + database }
}
interface Target {
  readonly url: string
  readonly headers: Record<string, string>
}

const shown = ({ perSecond, server, database }: Awaited<ReturnType<typeof measure>>) =>
  `${Math.round(perSecond)}/s (CPU ${Math.round(server)} + ${Math.round(database)} µs)`

const compare = async () => {
  const cluster = await startTestCluster()
  const data = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  try {
    const ours = await startProcess(['apps/server/main.ts'], { DATABASE_URL: cluster.url, ATELIER_DATA: data })
    const { apiKey } = JSON.parse(await readFile(join(data, 'owner.json'), 'utf8')) as { apiKey: string }
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const created = await fetch(`${ours.url}/v1/api/projects`, { method: 'POST', headers, body: '{"name":"Bench"}' })
    const { id } = (await created.json()) as { id: string }
    const bare = await startProcess(['bench/read.ts', 'bare'], { BENCH_URL: cluster.url })
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    const ratios: { readonly rate: number; readonly cpu: number }[] = []
    for (let turn = -2; turn < turns; turn += 1) {
      const backends = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'client backend'",
      )
      const pids = backends.rows.map(({ pid }) => pid)
      const floor = await measure(bare, pids, { url: `${bare.url}/${id}`, headers: {} })
      const reads = await measure(ours, pids, { url: `${ours.url}/v1/api/projects/${id}`, headers })
      const ratio = { rate: reads.perSecond / floor.perSecond, cpu: floor.cpu / reads.cpu }
      if (turn >= 0) ratios.push(ratio)
      const title = turn < 0 ? 'warm-up' : `turn ${turn + 1}`
      console.log(
        `${title}: reads ${shown(reads)}, floor ${shown(floor)}, ratio ${ratio.rate.toFixed(2)}, by CPU ${ratio.cpu.toFixed(2)}`,
      )
    }
    const of = (part: 'rate' | 'cpu') => median(ratios.map((ratio) => ratio[part])).toFixed(2)
    console.log(`median ratio ${of('rate')} of the bare handler, by CPU ${of('cpu')} (guard 0.45)`)
    await client.end()
    await Promise.all([ours.stop(), bare.stop()])
  } finally {
    await cluster.stop()
    await rm(data, { recursive: true, force: true })
  }
}

if (process.argv[2] === 'bare') serveBare(process.env.BENCH_URL!)
else await compare()
