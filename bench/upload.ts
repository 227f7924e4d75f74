// The upload of a bundle over HTTP, against writing the same bytes to the same disk with their SHA-256.
//   node bench/upload.ts [MiB] [turns]
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import canonicalize from 'canonicalize'
import { median, startProcess, timed } from './measure.ts'

const [mebibytes = 2048, turns = 3] = process.argv.slice(2).map(Number)
const mebibyte = 2 ** 20
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const source = join(folder, 'source')

/** Bytes that begin as a bundle does; their size and hash. */
const writeSource = async () => {
  const [hash, file, block] = [createHash('sha256'), createWriteStream(source), randomBytes(mebibyte)]
  const blocks = function* () {
    yield Buffer.from('# v2 git bundle\n')
    for (let at = 0; at < mebibytes; at += 1) yield block.fill(at % 251, 0, 64)
  }
  await pipeline(Readable.from(blocks()), through(hash), file)
  return { sha256: hash.digest('hex'), sizeBytes: mebibytes * mebibyte + 16 }
}

const through = (hash: ReturnType<typeof createHash>) =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, Buffer.from(chunk))
    },
  })

/** The floor: what any receiver has to do, in this process, without a network. */
const writeAndHash = async () => {
  const hash = createHash('sha256')
  const target = join(folder, 'floor')
  await pipeline(
    createReadStream(source, { highWaterMark: 2 ** 18 }),
    through(hash),
    createWriteStream(target, { highWaterMark: 2 ** 20 }),
  )
  hash.digest()
  const file = await open(target)
  await file.sync()
  await file.close()
  await rm(target)
}

const peakMebibytes = async (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const put = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const sending = request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode!))
    })
    sending.once('error', reject)
    createReadStream(source, { highWaterMark: 2 ** 18 }).pipe(sending)
  })

const manifest = { version: 1, commitSha: '0'.repeat(40), files: [], protected: [], findings: [] }

try {
  const { sha256, sizeBytes } = await writeSource()
  const server = await startProcess(['apps/server/main.ts'], { ATELIER_DATA: join(folder, 'data') })
  const { apiKey } = JSON.parse(await readFile(join(folder, 'data', 'owner.json'), 'utf8')) as { apiKey: string }
  const idle = await peakMebibytes(server.pid)
  const send = async (turn: number) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const body = {
      bundleSha256: sha256,
      bundleSize: sizeBytes,
      commitSha: manifest.commitSha,
      defaultBranch: 'main',
      historyMode: 'preserve',
      idempotencyKey: `bench-upload-${String(turn).padStart(8, '0')}`,
      manifest,
      manifestSha256: createHash('sha256').update(canonicalize(manifest)!).digest('hex'),
      name: `Bench ${turn}`,
      stack: 'none',
    }
    const created = await fetch(`${server.url}/v1/api/imports`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { id } = (await created.json()) as { id: string }
    const answer = await put(`${server.url}/v1/api/imports/${id}/bundle`, {
      ...headers,
      'content-type': 'application/x-git-bundle',
      'content-length': String(sizeBytes),
    })
    if (answer !== 200) throw new Error(`The upload was answered with ${answer}`)
  }
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const floor = await timed(writeAndHash)
    const took = await timed(() => send(turn))
    ratios.push(floor / took)
    console.log(
      `turn ${turn + 1}: ${took.toFixed(0)} ms, floor ${floor.toFixed(0)} ms, ratio ${(floor / took).toFixed(2)}`,
    )
  }
  console.log(`median ratio ${median(ratios).toFixed(2)} of write and SHA-256 (target 0.70), ${mebibytes} MiB`)
  console.log(
    `the server's peak memory: ${idle.toFixed(0)} MiB idle, ${(await peakMebibytes(server.pid)).toFixed(0)} MiB after`,
  )
  await server.stop()
} finally {
  await rm(folder, { recursive: true, force: true })
}
