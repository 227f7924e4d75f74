// An authenticated read of a project, against a bare node:http handler that makes two prepared queries.
// Both run in processes of their own, in turn, on the same database.
//   node bench/read.ts [seconds per turn] [turns]
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { startTestCluster } from '../testing/index.ts'
import { median, startProcess } from './measure.ts'

const [seconds = 5, turns = 5] = process.argv.slice(2).map(Number)

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

const perSecond = async (url: string, headers: Record<string, string>) => {
  const { requests, non2xx } = await autocannon({ url, headers, duration: seconds, connections: 32 })
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${url} were no success`)
  return requests.average
}

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
    const ratios: number[] = []
    for (let turn = 0; turn <= turns; turn += 1) {
      const floor = await perSecond(`${bare.url}/${id}`, {})
      const reads = await perSecond(`${ours.url}/v1/api/projects/${id}`, headers)
      if (turn > 0) ratios.push(reads / floor)
      console.log(
        `${turn === 0 ? 'warm-up' : `turn ${turn}`}: ${Math.round(reads)} reads/s, floor ${Math.round(floor)}, ratio ${(reads / floor).toFixed(2)}`,
      )
    }
    console.log(`median ratio ${median(ratios).toFixed(2)} of the bare handler (target 0.70)`)
    await Promise.all([ours.stop(), bare.stop()])
  } finally {
    await cluster.stop()
    await rm(data, { recursive: true, force: true })
  }
}

if (process.argv[2] === 'bare') serveBare(process.env.BENCH_URL!)
else await compare()
