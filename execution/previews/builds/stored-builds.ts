import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { openMeasure, undefinedIfAbsent, type ObjectStore } from '../../../platform/storage/index.ts'
import { removeOwnFolder } from '../../sandbox/index.ts'
import { descriptionOf, findKeptBuild, unfinishedBeside } from './kept-builds.ts'
import type { BuildObject, PreviewBuild } from '../preview.ts'

/** Builds as objects: the folders of a machine are copies of them. */
export interface StoredBuilds {
  /** Stores the folder of a build, and returns its object. */
  store(build: PreviewBuild, key: string, signal?: AbortSignal): Promise<BuildObject>
  /** Brings a missing build folder back, once for all callers. Rejects if its object is lost or changed. */
  prepare(build: PreviewBuild): Promise<void>
}

export const openStoredBuilds = (objects: ObjectStore): StoredBuilds => {
  const fetching = new Map<string, Promise<void>>()
  return {
    store: (build, key, signal) => storeFolder(objects, build, key, signal),
    prepare: async (build) => {
      const { folder } = build
      if (await stat(descriptionOf(folder)).catch(undefinedIfAbsent)) return
      const underWay = fetching.get(folder) ?? fetchFolder(objects, build).finally(() => fetching.delete(folder))
      fetching.set(folder, underWay)
      await underWay
    },
  }
}

/** An archive has heads beside the files; files with holes are stored without them. */
const mostBytesOf = ({ sizeBytes }: PreviewBuild) => 2 * sizeBytes + 64 * 2 ** 20

const storeFolder = async (objects: ObjectStore, build: PreviewBuild, key: string, signal?: AbortSignal) => {
  const mostBytes = mostBytesOf(build)
  const options = ['--create', '--file=-', '--sparse', '--ignore-failed-read', '--directory', build.folder, '.']
  const tar = spawn('tar', options, { stdio: ['ignore', 'pipe', 'ignore'] })
  const compress = createZstdCompress()
  const ending = endOf(tar)
  // Its end reaches the store after tar has ended well, so that an archive that breaks off is not stored.
  const whole = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(undefined, chunk),
    flush: (done) => void ending.then(() => done(), done),
  })
  const packing = pipeline(tar.stdout, atMost(mostBytes), whole, compress)
  try {
    const storing = objects.put(key, compress, { maxBytes: mostBytes, ...(signal && { signal }) })
    const [object] = await Promise.all([storing, packing, ending])
    return { key, ...object }
  } catch (error) {
    tar.kill('SIGKILL')
    await Promise.allSettled([packing, ending])
    throw error
  }
}

const fetchFolder = async (objects: ObjectStore, build: PreviewBuild): Promise<void> => {
  const { folder, object } = build
  const archive = object && (await objects.open(object.key))
  if (!archive) throw new Error('The files of this build are gone. Deploy its commit again.')
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const work = unfinishedBeside(folder)
  await mkdir(work, { mode: 0o700 })
  try {
    const sha256 = await unpack(archive.content, work, mostBytesOf(build))
    if (sha256 !== object.sha256)
      throw new Error('The stored files of this build were altered. Deploy its commit again.')
    await rename(work, folder).catch(async (error: unknown) => {
      if (!(await findKeptBuild(folder))) throw error
    })
  } finally {
    await removeOwnFolder(work)
  }
}

/** Unpacks an archive, and returns the SHA-256 of its bytes. */
const unpack = async (content: Readable, work: string, mostBytes: number): Promise<string> => {
  // Tar ends at the first two empty blocks and may not read what fills the last record: with --ignore-zeros it reads all.
  const options = ['--ignore-zeros', '--no-same-owner', '--preserve-permissions', '--directory', work]
  const tar = spawn('tar', ['--extract', '--file=-', ...options], { stdio: ['pipe', 'ignore', 'ignore'] })
  const measure = openMeasure()
  const measuring = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      measure.add(chunk)
      done(undefined, chunk)
    },
  })
  const ending = endOf(tar)
  const passing = pipeline(content, measuring, createZstdDecompress(), atMost(mostBytes), tar.stdin)
  try {
    await Promise.all([passing, ending])
  } catch (error) {
    tar.kill('SIGKILL')
    await Promise.allSettled([passing, ending])
    throw new Error('The stored files of this build could not be unpacked.', { cause: error })
  }
  return measure.result().sha256
}

const endOf = (tar: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    tar.on('error', reject)
    tar.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${String(code)}`))))
  })

const atMost = (bytes: number) => {
  let left = bytes
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      left -= chunk.length
      if (left < 0) done(new Error(`The archive of a build has more than ${bytes} bytes`))
      else done(undefined, chunk)
    },
  })
}
