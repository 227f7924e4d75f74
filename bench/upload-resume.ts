// An upload over HTTP whose connection is cut and resumed, with the server's peak memory.
//   node bench/upload-resume.ts [MiB] [cuts]
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess, timed } from './measure.ts'
import { beginImport, peakMebibytes, writeSource } from './uploads.ts'

const [mebibytes = 256, cuts = 10] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const server = await startProcess(['apps/server/main.ts'], { ATELIER_DATA: join(folder, 'data') })

try {
  const source = await writeSource(join(folder, 'source'), mebibytes)
  const { apiKey } = JSON.parse(await readFile(join(folder, 'data', 'owner.json'), 'utf8')) as { apiKey: string }
  const idle = await peakMebibytes(server.pid)
  const address = await beginImport(server.url, apiKey, source, 1)
  const arrived = async () => {
    const { headers } = await fetch(address, { method: 'HEAD', headers: { 'x-api-key': apiKey } })
    return Number(headers.get('upload-offset'))
  }
  /** Sends from an offset on, up to `until`, where the connection is cut. The status of the answer; 0 for none. */
  const send = (offset: number, until: number) =>
    new Promise<number>((resolve) => {
      const headers = {
        ...{ 'x-api-key': apiKey, 'content-type': 'application/x-git-bundle', 'upload-complete': '?1' },
        ...{ 'upload-offset': String(offset), 'content-length': String(source.sizeBytes - offset) },
      }
      const sending = request(address, { method: 'PUT', headers }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode!))
      })
      sending.once('error', () => resolve(0))
      const isCut = until < source.sizeBytes
      const reading = createReadStream(source.path, { start: offset, end: until - 1, highWaterMark: 2 ** 18 })
      reading.pipe(sending, { end: !isCut })
      if (isCut) reading.once('end', () => sending.destroy())
    })
  let resent = 0
  const took = await timed(async () => {
    for (let cut = 1; cut <= cuts; cut += 1) {
      const until = Math.floor((source.sizeBytes * cut) / (cuts + 1))
      while ((await send(await arrived(), until)) === 409);
      resent += until - (await arrived())
    }
    let status = 409
    // What a cut connection still held may come to rest after its offset was asked for: it is asked again.
    while (status === 409) status = await send(await arrived(), source.sizeBytes)
    if (status !== 200) throw new Error(`The upload was answered with ${status}`)
  })
  if ((await arrived()) !== source.sizeBytes) throw new Error('The server does not say that all has arrived')
  console.log(
    `${mebibytes} MiB with ${cuts} cuts: ${took.toFixed(0)} ms, ${(resent / 2 ** 20).toFixed(1)} MiB sent twice`,
  )
  console.log(
    `the server's peak memory: ${idle.toFixed(0)} MiB idle, ${(await peakMebibytes(server.pid)).toFixed(0)} MiB after`,
  )
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
