// What gateways add to a call of 8 kB over a direct one, in turn, then their processor time: ours, in the endpoint's shape
// and translated, and @portkey-ai/gateway, which keeps nothing and fails to stream on Node 24.
//   node bench/gateway/main.ts [rounds] [milliseconds that the upstream thinks]
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { cpuMicros, type Listening, startProcess } from '../measure.ts'
import { startPeer } from './peer.ts'

const [rounds = 1_000, upstreamMs = 0] = process.argv.slice(2).map(Number)
const warmUp = 100

interface Target {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** The target that it is compared with. */
  readonly floor?: string
}

interface Sample {
  readonly firstByteMs: number
  readonly wholeMs: number
}

const agent = new Agent({ connections: 1, pipelining: 1 })

const call = async ({ name, url, headers, body }: Target): Promise<Sample> => {
  const { origin, pathname } = new URL(url)
  const text = JSON.stringify(body)
  const began = performance.now()
  const answer = await agent.request({
    ...{ origin, path: pathname, method: 'POST', body: text },
    headers: { 'content-type': 'application/json', ...headers },
  })
  if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${await answer.body.text()}`)
  let firstByteMs = 0
  answer.body.once('data', () => (firstByteMs = performance.now() - began)).resume()
  await once(answer.body, 'end')
  return { firstByteMs, wholeMs: performance.now() - began }
}

const messages = [{ role: 'user', content: 'x'.repeat(8_000) }]
const chat = { model: 'large', messages, max_tokens: 100 }
const streamed = { ...chat, stream: true }

const targetsOf = async (upstream: Listening, ours: Listening, peer: Listening, data: string): Promise<Target[]> => {
  const { apiKey, workspaceId } = JSON.parse(await readFile(join(data, 'owner.json'), 'utf8')) as Record<string, string>
  const base = `${ours.url}/v1/api/ai/w/${workspaceId}`
  const key = { 'x-api-key': apiKey! }
  const custom = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstream.url}/v1`,
    authorization: 'Bearer k',
  }
  const direct = { url: `${upstream.url}/v1/chat/completions`, headers: {} }
  const own = { url: `${base}/chat/completions`, headers: key }
  const translated = { url: `${base}/v1/messages`, headers: key }
  return [
    { name: 'direct', ...direct, body: chat },
    { name: 'ours', ...own, body: chat, floor: 'direct' },
    { name: 'ours, translated', ...translated, body: chat, floor: 'direct' },
    { name: 'portkey', url: `${peer.url}/v1/chat/completions`, headers: custom, body: chat, floor: 'direct' },
    { name: 'direct, streamed', ...direct, body: streamed },
    { name: 'ours, streamed', ...own, body: streamed, floor: 'direct, streamed' },
    { name: 'ours, translated and streamed', ...translated, body: streamed, floor: 'direct, streamed' },
  ]
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

const report = (targets: readonly Target[], samples: ReadonlyMap<string, readonly Sample[]>) => {
  const of = (name: string, kind: keyof Sample, part: number) =>
    quantile(
      samples.get(name)!.map((one) => one[kind]),
      part,
    )
  for (const { name, floor } of targets) {
    const told = (['firstByteMs', 'wholeMs'] as const).map((kind) => {
      const [half, most] = [0.5, 0.99].map((part) => of(name, kind, part) - (floor ? of(floor, kind, part) : 0))
      return `${kind} ${half!.toFixed(2)} at p50, ${most!.toFixed(2)} at p99`
    })
    console.log(`${name}${floor ? ' adds' : ':'} ${told.join('; ')}`)
  }
}

const measure = async (targets: readonly Target[]) => {
  const samples = new Map(targets.map(({ name }): [string, Sample[]] => [name, []]))
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const target of targets) {
      const sample = await call(target)
      if (round >= 0) samples.get(target.name)!.push(sample)
    }
  }
  return samples
}

/** The processes of the database, which work in its folder. */
const databasePids = async (data: string) => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => '')))
  return ids.filter((_, at) => folders[at]!.startsWith(data)).map(Number)
}

const reportProcessors = async (targets: readonly Target[], ours: Listening, peer: Listening, data: string) => {
  for (const [name, pids] of [
    ['ours', [ours.pid, ...(await databasePids(data))]],
    ['portkey', [peer.pid]],
  ] as const) {
    const target = targets.find((one) => one.name === name)!
    const before = await cpuMicros(pids)
    for (let round = 0; round < rounds; round += 1) await call(target)
    console.log(`${name}: ${((await cpuMicros(pids)) - before) / rounds / 1_000} ms of processor time a call`)
  }
}

const started: Listening[] = []
const keep = async (starting: Promise<Listening>) => {
  const one = await starting
  started.push(one)
  return one
}
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
try {
  const data = join(folder, 'data')
  const peer = await keep(startPeer(join(folder, 'peer')))
  const upstream = await keep(startProcess(['bench/gateway/upstream.ts', String(upstreamMs)], {}))
  const ours = await keep(
    startProcess(['apps/server/main.ts'], {
      ...{ ATELIER_DATA: data, ATELIER_MODEL_BASE_URL: `${upstream.url}/v1` },
      ...{ ATELIER_MODEL_NAME: 'large', ATELIER_MODEL_API_KEY: 'k' },
      ...{ ATELIER_MODEL_INPUT_PRICE: '1', ATELIER_MODEL_OUTPUT_PRICE: '2' },
    }),
  )
  const before = loadavg()[0]!
  const targets = await targetsOf(upstream, ours, peer, data)
  report(targets, await measure(targets))
  await reportProcessors(targets, ours, peer, data)
  console.log(`${rounds} rounds; load ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`)
} finally {
  for (const one of started.reverse()) await one.stop()
  await agent.close()
  await rm(folder, { recursive: true, force: true })
}
