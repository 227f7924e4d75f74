// What gateways add to a streamed chat completion of 8 kB over a direct call, calls in turn: ours, which holds money and
// records, in the endpoint's shape and translated, and @portkey-ai/gateway, which keeps nothing.
//   node bench/gateway/main.ts [rounds]
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { startTestCluster } from '../../testing/index.ts'
import { type Listening, startProcess } from '../measure.ts'
import { startPeer } from './peer.ts'

const [rounds = 1_000] = process.argv.slice(2).map(Number)
const warmUp = 100

interface Target {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
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
const chat = { model: 'large', messages, stream: true, max_tokens: 100 }

const targetsOf = async (upstream: Listening, ours: Listening, peer: Listening, data: string): Promise<Target[]> => {
  const { apiKey, workspaceId } = JSON.parse(await readFile(join(data, 'owner.json'), 'utf8')) as Record<string, string>
  const base = `${ours.url}/v1/api/ai/w/${workspaceId}`
  const key = { 'x-api-key': apiKey! }
  const custom = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstream.url}/v1`,
    authorization: 'Bearer k',
  }
  return [
    { name: 'direct', url: `${upstream.url}/v1/chat/completions`, headers: {}, body: chat },
    { name: 'ours', url: `${base}/chat/completions`, headers: key, body: chat },
    { name: 'ours, translated', url: `${base}/v1/messages`, headers: key, body: chat },
    { name: 'portkey', url: `${peer.url}/v1/chat/completions`, headers: custom, body: chat },
  ]
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

const report = (samples: ReadonlyMap<string, readonly Sample[]>) => {
  const floor = samples.get('direct')!
  for (const kind of ['firstByteMs', 'wholeMs'] as const) {
    const of = (all: readonly Sample[], part: number) =>
      quantile(
        all.map((sample) => sample[kind]),
        part,
      )
    console.log(`${kind}: direct ${of(floor, 0.5).toFixed(2)} at p50, ${of(floor, 0.99).toFixed(2)} at p99`)
    for (const [name, all] of samples) {
      if (name === 'direct') continue
      const added = [0.5, 0.99].map((part) => (of(all, part) - of(floor, part)).toFixed(2))
      console.log(`  ${name} adds ${added[0]} at p50, ${added[1]} at p99`)
    }
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

const started: Listening[] = []
const keep = async (starting: Promise<Listening>) => {
  const one = await starting
  started.push(one)
  return one
}
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const cluster = await startTestCluster()
try {
  const data = join(folder, 'data')
  const peer = await keep(startPeer(join(folder, 'peer')))
  const upstream = await keep(startProcess(['bench/gateway/upstream.ts'], {}))
  const ours = await keep(
    startProcess(['apps/server/main.ts'], {
      ...{ DATABASE_URL: cluster.url, ATELIER_DATA: data, ATELIER_MODEL_BASE_URL: `${upstream.url}/v1` },
      ...{ ATELIER_MODEL_NAME: 'large', ATELIER_MODEL_API_KEY: 'k' },
      ...{ ATELIER_MODEL_INPUT_PRICE: '1', ATELIER_MODEL_OUTPUT_PRICE: '2' },
    }),
  )
  const before = loadavg()[0]!
  report(await measure(await targetsOf(upstream, ours, peer, data)))
  console.log(`${rounds} rounds; load ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`)
} finally {
  for (const one of started.reverse()) await one.stop()
  await agent.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
