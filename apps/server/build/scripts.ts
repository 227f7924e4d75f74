import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

export interface Scripts {
  /** What the script of this name in the folder exports; it runs once. */
  load(name: string): unknown
  /** Keeps what V8 has compiled of scripts that ran without it, and gives their names. */
  keep(): Promise<string[]>
}

type Wrapped = (exports: object, require: (id: string) => unknown, module: object, file: string, folder: string) => void

interface Kept {
  readonly name: string
  readonly file: string
  readonly script: Script
  readonly sum: number
}

// Before what V8 compiled: the sums of the script and of that itself. V8 looks at neither, and half a file would end it.
const headBytes = 8
const keptMs = 7 * 24 * 3_600_000

/**
 * Runs the scripts of `folder`, which require one another, with what V8 compiled for them in processes before, from the
 * folder `kept`. Of modules Node keeps only what V8 compiles when it reads them; of a script that has run, every function
 * that was called can be kept. What is run from `kept` has to be this user's own.
 */
export const openScripts = (folder: string, kept: string | undefined): Scripts => {
  const loaded = new Map<string, { exports: unknown }>()
  const fresh: Kept[] = []
  const requireOther = createRequire(join(folder, 'scripts.cjs'))
  const requireFrom = (id: string): unknown => (id.startsWith('./') ? load(id.slice(2)) : requireOther(id))

  const load = (name: string): unknown => {
    const known = loaded.get(name)
    if (known) return known.exports
    const path = join(folder, name)
    const bytes = readFileSync(path)
    const sum = crc32(bytes)
    const file = kept === undefined ? undefined : join(kept, `${basename(folder)}-${name}`)
    const cachedData = file === undefined ? undefined : readKept(file, sum)
    const filename = pathToFileURL(path).href
    const script = new Script(bytes.toString(), cachedData ? { filename, cachedData } : { filename })
    if (file !== undefined && (!cachedData || script.cachedDataRejected)) fresh.push({ name, file, script, sum })
    const module = { exports: {} }
    loaded.set(name, module)
    const run = script.runInThisContext() as Wrapped
    run(module.exports, requireFrom, module, path, folder)
    return module.exports
  }

  const keep = async () => {
    const missing = fresh.splice(0)
    if (kept === undefined || missing.length === 0) return []
    await mkdir(kept, { recursive: true, mode: 0o700 })
    for (const one of missing) await write(one)
    await removeOthers(kept, basename(folder))
    return missing.map(({ name }) => name)
  }
  return { load, keep }
}

const readKept = (file: string, sum: number) => {
  try {
    const bytes = readFileSync(file)
    const data = bytes.subarray(headBytes)
    return bytes.readUInt32LE(0) === sum && bytes.readUInt32LE(4) === crc32(data) ? data : undefined
  } catch {
    return undefined
  }
}

const write = async ({ file, script, sum }: Kept) => {
  const data = script.createCachedData()
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(sum, 0)
  head.writeUInt32LE(crc32(data), 4)
  const aside = `${file}.${randomUUID()}`
  try {
    await writeFile(aside, [head, data], { mode: 0o600 })
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

/** Other states of the sources, once nobody has kept them for a week. */
const removeOthers = async (kept: string, state: string) => {
  for (const name of await readdir(kept)) {
    if (name.startsWith(`${state}-`)) continue
    const file = join(kept, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - keptMs) await rm(file, { force: true })
  }
}
