import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import canonicalize from 'canonicalize'

const mebibyte = 2 ** 20

export interface Source {
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
}

/** Writes a file that begins as a bundle does, of so many MiB and 16 bytes. */
export const writeSource = async (path: string, mebibytes: number): Promise<Source> => {
  const hash = createHash('sha256')
  const file = createWriteStream(path)
  const block = randomBytes(mebibyte)
  const blocks = function* () {
    yield Buffer.from('# v2 git bundle\n')
    for (let at = 0; at < mebibytes; at += 1) yield block.fill(at % 251, 0, 64)
  }
  await pipeline(Readable.from(blocks()), through(hash), file)
  return { path, sha256: hash.digest('hex'), sizeBytes: mebibytes * mebibyte + 16 }
}

/** Hashes what passes. */
export const through = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, Buffer.from(chunk))
    },
  })

export const peakMebibytes = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const manifest = { version: 1, commitSha: '0'.repeat(40), files: [], protected: [], findings: [] }

/** Begins an import of the file, and gives the address of its upload. */
export const beginImport = async (url: string, apiKey: string, { sha256, sizeBytes }: Source, turn: number) => {
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
  const created = await fetch(`${url}/v1/api/imports`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { id } = (await created.json()) as { id: string }
  return `${url}/v1/api/imports/${id}/bundle`
}
