import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { applyCap } from '../domains/agents/spending/index.ts'
import { openGateway } from '../execution/models/index.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { migrations, temporaryFolder } from '../testing/cluster.ts'
import { fakeEndpoint, newIdentity, serveRoute } from '../testing/model-provider/index.ts'
import { quantile } from './measure.ts'

// Latency that the gateway adds to a streamed call, over a direct call of the same upstream on loopback (the floor),
// beside the two durable commits that every call has to make.
//   node bench/model-gateway.ts
const rounds = 400
const warmUp = 100
const request = { model: 'fake-large', messages: [{ role: 'user', content: 'x'.repeat(8_000) }], stream: true }

const chunk = (content: string, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 2_000, completion_tokens: 20 } })}\n\n`
const answer = [...Array.from({ length: 20 }, () => chunk('word ', null)), chunk('', 'stop'), usage, 'data: [DONE]\n\n']

const startUpstream = async () => {
  const server = createServer((incoming, response) => {
    incoming.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(answer[0])
      setImmediate(() => response.end(answer.slice(1).join('')))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

interface Sample {
  readonly firstByteMs: number
  readonly totalMs: number
}

const call = async (url: string): Promise<Sample> => {
  const started = performance.now()
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(request) })
  let firstByteMs = 0
  const reader = response.body!.getReader()
  while (!(await reader.read()).done) firstByteMs ||= performance.now() - started
  if (response.status !== 200) throw new Error(`The call was answered ${response.status}`)
  return { firstByteMs, totalMs: performance.now() - started }
}

/** The least cost of recording a call: one commit before it is sent, one after. */
const recording = async (): Promise<Sample> => {
  const started = performance.now()
  const write = () => database.within(identity.workspaceId, (tx) => applyCap(tx, { kind: 'cycle', id: uuidv7() }, null))
  await write()
  const firstByteMs = performance.now() - started
  await write()
  return { firstByteMs, totalMs: performance.now() - started }
}

const report = (name: string, direct: readonly Sample[], through: readonly Sample[]) => {
  for (const kind of ['firstByteMs', 'totalMs'] as const) {
    const [floor, reached] = [direct, through].map((samples) => samples.map((sample) => sample[kind])) as [
      number[],
      number[],
    ]
    const added = (part: number) => (quantile(reached, part) - quantile(floor, part)).toFixed(2)
    const ratio = (quantile(reached, 0.5) / quantile(floor, 0.5)).toFixed(2)
    console.log(`${name}, ${kind}: ${ratio} × direct at p50; added ${added(0.5)} ms at p50, ${added(0.95)} ms at p95`)
  }
}

const folder = await temporaryFolder()
const cluster = await startEmbedded({ folder: join(folder, 'postgres') })
await migrate({ url: cluster.url, folder: migrations })
const database = openDatabase({ url: cluster.url })
const upstream = await startUpstream()
const identity = await newIdentity(database)
const priced = openGateway({ provider: fakeEndpoint(`${upstream.url}/v1`) })
const free = { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }
const unpriced = openGateway({ provider: fakeEndpoint(`${upstream.url}/v1`, { price: free }) })
const routes = {
  priced: await serveRoute(database, priced, identity),
  free: await serveRoute(database, unpriced, identity),
}

const samples = { direct: [] as Sample[], priced: [] as Sample[], free: [] as Sample[], recording: [] as Sample[] }
for (let round = 0; round < rounds + warmUp; round += 1) {
  // In turn, so that other load of the machine meets all alike.
  const kinds = {
    direct: () => call(upstream.url),
    priced: () => call(routes.priced.url),
    free: () => call(routes.free.url),
    recording,
  }
  for (const [name, measure] of Object.entries(kinds) as [keyof typeof kinds, () => Promise<Sample>][]) {
    const sample = await measure()
    if (round >= warmUp) samples[name].push(sample)
  }
}
const bare = (kind: keyof Sample) =>
  quantile(
    samples.recording.map((sample) => sample[kind]),
    0.5,
  ).toFixed(2)
console.log(`one bare commit ${bare('firstByteMs')} ms, two ${bare('totalMs')} ms at p50`)
report('reserved and settled', samples.direct, samples.priced)
report('without a price', samples.direct, samples.free)

await Promise.all([routes.priced.close(), routes.free.close(), priced.close(), unpriced.close()])
upstream.server.closeAllConnections()
upstream.server.close()
await database.close()
await cluster.stop()
await rm(folder, { recursive: true })
