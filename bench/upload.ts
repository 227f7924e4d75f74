// The upload of a bundle over HTTP, against writing the same bytes to the same disk with their SHA-256.
//   node bench/upload.ts [MiB] [turns]
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { median, startProcess, timed } from './measure.ts'
import { beginImport, peakMebibytes, through, writeSource } from './uploads.ts'

const [mebibytes = 2048, turns = 3] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const path = join(folder, 'source')

/** The floor: what any receiver has to do, in this process, without a network. */
const writeAndHash = async () => {
  const hash = createHash('sha256')
  const target = join(folder, 'floor')
  await pipeline(
    createReadStream(path, { highWaterMark: 2 ** 18 }),
    through(hash),
    createWriteStream(target, { highWaterMark: 2 ** 20 }),
  )
  hash.digest()
  const file = await open(target)
  await file.sync()
  await file.close()
  await rm(target)
}

const put = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const sending = request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode!))
    })
    sending.once('error', reject)
    createReadStream(path, { highWaterMark: 2 ** 18 }).pipe(sending)
  })

try {
  const source = await writeSource(path, mebibytes)
  const server = await startProcess(['apps/server/main.ts'], { ATELIER_DATA: join(folder, 'data') })
  const { apiKey } = JSON.parse(await readFile(join(folder, 'data', 'owner.json'), 'utf8')) as { apiKey: string }
  const idle = await peakMebibytes(server.pid)
  const send = async (turn: number) => {
    const answer = await put(await beginImport(server.url, apiKey, source, turn), {
      'x-api-key': apiKey,
      'content-type': 'application/x-git-bundle',
      'content-length': String(source.sizeBytes),
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
