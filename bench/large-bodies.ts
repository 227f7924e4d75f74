// The longest block of the event loop and the memory of a server that takes in manifests of 56 MiB, and how long the
// reads of another process take meanwhile: one body alone, then 40 at once with one key.
//   node bench/large-bodies.ts [bodies at once]
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { median, startProcess, type Listening } from './measure.ts'

const mebibyte = 2 ** 20
const commitSha = 'a'.repeat(40)

const manifestOf = (bytes: number) => {
  const file = (at: number) => ({
    path: `folder/${String(at).padStart(8, '0')}/${'x'.repeat(200)}`,
    mode: '100644',
    size: at,
    blobSha: commitSha,
  })
  const files = Array.from({ length: Math.floor(bytes / JSON.stringify(file(1)).length) }, (_none, at) => file(at))
  return { version: 1, commitSha, files, protected: [], findings: [] }
}

const bodiesOf = (manifest: string) => {
  const manifestSha256 = createHash('sha256').update(manifest).digest('hex')
  return (key: string) =>
    `{"bundleSha256":"${'b'.repeat(64)}","bundleSize":1,"commitSha":"${commitSha}","defaultBranch":"main",` +
    `"historyMode":"preserve","idempotencyKey":"${key.padEnd(20, 'x')}","manifestSha256":"${manifestSha256}",` +
    `"name":"${key}","stack":"node","manifest":${manifest}}`
}

interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly keys: readonly string[]
}

/** Posts in a process of its own: making and sending gigabytes would hold up the reads that are measured. */
const serveSender = () => {
  const bodyOf = bodiesOf(canonicalize(manifestOf(56 * mebibyte))!)
  const post = async ({ url, headers }: Sending, key: string) => {
    const response = await fetch(`${url}/v1/api/imports`, { method: 'POST', headers, body: bodyOf(key) })
    await response.text()
    return response.status
  }
  process.on('message', (sending: Sending) => {
    Promise.all(sending.keys.map((key) => post(sending, key))).then(
      (statuses) => process.send!(statuses),
      (error: unknown) => {
        throw error
      },
    )
  })
  process.send!('ready')
}

const startSender = async () => {
  const child = fork(import.meta.filename, ['sender'])
  await once(child, 'message')
  return {
    post: async (sending: Sending) => {
      child.send(sending)
      const [statuses] = (await once(child, 'message')) as [readonly number[]]
      return statuses
    },
    stop: () => child.kill(),
  }
}

const blocksOf = async ({ pid }: Listening) => {
  process.kill(pid, 'SIGUSR2')
  await new Promise((resolve) => setTimeout(resolve, 300))
  return JSON.parse(await readFile(`/tmp/atelier-loop-${pid}`, 'utf8')) as { clock: number; cpu: number }
}
const peakMebibytes = async ({ pid }: Listening) =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const readsWhile = async (read: () => Promise<unknown>, work: Promise<unknown>) => {
  const state = { isOver: false }
  const watching = work.finally(() => {
    state.isOver = true
  })
  const took: number[] = []
  while (!state.isOver) {
    const began = performance.now()
    await read()
    took.push(performance.now() - began)
  }
  await watching
  return took
}

const bench = async (atOnce: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const watched = ['--import', './bench/watch-loop.ts', 'apps/server/main.ts']
  const [server, sender] = await Promise.all([startProcess(watched, { ATELIER_DATA: folder }), startSender()])
  const { apiKey } = JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8')) as { apiKey: string }
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const read = async () => (await fetch(`${server.url}/v1/api/projects`, { headers })).text()
  const measure = async (title: string, keys: readonly string[]) => {
    await blocksOf(server)
    const posts = sender.post({ url: server.url, headers, keys })
    const reads = await readsWhile(read, posts)
    const counts: Record<number, number> = {}
    for (const status of await posts) counts[status] = (counts[status] ?? 0) + 1
    const { clock, cpu } = await blocksOf(server)
    console.log(
      `${title}: statuses ${JSON.stringify(counts)}, longest block ${clock.toFixed(0)} ms (CPU ${cpu.toFixed(0)} ms), ` +
        `reads beside it median ${median(reads).toFixed(0)} ms, slowest ${Math.max(...reads).toFixed(0)} ms, ` +
        `peak memory ${(await peakMebibytes(server)).toFixed(0)} MiB`,
    )
  }
  try {
    await measure('warm-up', ['warm'])
    for (const turn of ['one', 'two', 'three']) await measure('one body', [turn])
    await measure(
      `${atOnce} bodies`,
      Array.from({ length: atOnce }, (_none, at) => `many-${at}`),
    )
  } finally {
    sender.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[2] === 'sender') serveSender()
else await bench(Number(process.argv[2] ?? 40))
