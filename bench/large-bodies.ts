// The longest block of the event loop and the memory of a server that takes in manifests of 56 MiB, and how long the
// reads of somebody else take meanwhile: one body alone, then 40 at once with one key.
//   node bench/large-bodies.ts [bodies at once]
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { median, startProcess } from './measure.ts'

const [atOnce = 40] = process.argv.slice(2).map(Number)
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

const manifest = canonicalize(manifestOf(56 * mebibyte))!
const manifestSha256 = createHash('sha256').update(manifest).digest('hex')
const bodyOf = (key: string) =>
  `{"bundleSha256":"${'b'.repeat(64)}","bundleSize":1,"commitSha":"${commitSha}","defaultBranch":"main",` +
  `"historyMode":"preserve","idempotencyKey":"${key.padEnd(20, 'x')}","manifestSha256":"${manifestSha256}",` +
  `"name":"${key}","stack":"node","manifest":${manifest}}`

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const server = await startProcess(['--import', './bench/watch-loop.ts', 'apps/server/main.ts'], {
  ATELIER_DATA: folder,
})
const { apiKey } = JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8')) as { apiKey: string }
const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }

const blocks = async () => {
  process.kill(server.pid, 'SIGUSR2')
  await new Promise((resolve) => setTimeout(resolve, 300))
  return JSON.parse(await readFile(`/tmp/atelier-loop-${server.pid}`, 'utf8')) as { clock: number; cpu: number }
}
const peakMebibytes = async () =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024

const post = async (key: string) => {
  const began = performance.now()
  const response = await fetch(`${server.url}/v1/api/imports`, { method: 'POST', headers, body: bodyOf(key) })
  await response.text()
  return { status: response.status, tookMs: performance.now() - began }
}

const readsWhile = async (work: Promise<unknown>) => {
  const state = { isOver: false }
  const watching = work.finally(() => {
    state.isOver = true
  })
  const took: number[] = []
  while (!state.isOver) {
    const began = performance.now()
    await (await fetch(`${server.url}/v1/api/projects`, { headers })).text()
    took.push(performance.now() - began)
  }
  await watching
  return took
}

const measure = async (title: string, keys: readonly string[]) => {
  await blocks()
  const posts = Promise.all(keys.map(post))
  const reads = await readsWhile(posts)
  const counts: Record<number, number> = {}
  for (const { status } of await posts) counts[status] = (counts[status] ?? 0) + 1
  const { clock, cpu } = await blocks()
  console.log(
    `${title}: statuses ${JSON.stringify(counts)}, longest block ${clock.toFixed(0)} ms (CPU ${cpu.toFixed(0)} ms), ` +
      `reads beside it median ${median(reads).toFixed(0)} ms, slowest ${Math.max(...reads).toFixed(0)} ms, ` +
      `peak memory ${(await peakMebibytes()).toFixed(0)} MiB`,
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
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
