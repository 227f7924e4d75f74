import { lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { faultOfPath, parseSums, type Section, type Sums } from './backup-paths.ts'
import { copyFile, openPlain } from './copy-file.ts'
import { parseDescription, BackupRefusal } from './description.ts'
import { sha256Of } from './writer.ts'

const listMostBytes = 512 * 1024 * 1024
const filesAtOnce = 4
const faultsMost = 20

/** A backup whose list and description belong together, and whose folder holds exactly the named files. */
export type Backup = Awaited<ReturnType<typeof readBackup>>

/** Reads a backup's list and checks that exactly its files exist. Throws a BackupRefusal that names the fault. */
export const readBackup = async (folder: string) => {
  const description = parseDescription(await textIn(folder, 'backup.json'))
  if (!description)
    throw new BackupRefusal(`${join(folder, 'backup.json')} is not of a backup that this Atelier can read.`)
  const list = await textIn(folder, 'SHA256SUMS')
  if (sha256Of(list) !== description.sumsSha256)
    throw new BackupRefusal(`${join(folder, 'SHA256SUMS')} is not the list that this backup was made with.`)
  const sums = parseSums(list)
  if ('fault' in sums) throw new BackupRefusal(`${folder} cannot be used. ${sums.fault}`)
  const bad = description.emptyFolders.find((path) => faultOfPath(`${path}/file`))
  if (bad !== undefined) throw new BackupRefusal(`${folder} cannot be used. “${bad.slice(0, 200)}” is no folder of it.`)
  const faults = faultsAmong(sums, await filesBelow(folder))
  if (faults.length > 0) throw broken(folder, faults)
  return { folder, description, sums }
}

const textIn = async (folder: string, name: string) => {
  const path = join(folder, name)
  await using file = await openPlain(path)
  if (!file) throw new BackupRefusal(`${folder} is not a backup: it has no ${name}.`)
  if ((await file.stat()).size > listMostBytes) throw new BackupRefusal(`${path} is larger than any backup’s.`)
  return await text(file.createReadStream({ autoClose: false }))
}

/** The plain files of a backup, by their paths; anything else in it as a fault. */
const filesBelow = async (folder: string) => {
  const files = new Set<string>()
  const faults: string[] = []
  const below = async (at: string) => {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory()) await below(path)
      else if (entry.isFile()) files.add(path)
      else faults.push(`${path} is neither a file nor a folder.`)
    }
  }
  if (!(await lstat(folder)).isDirectory()) throw new BackupRefusal(`${folder} is not a folder.`)
  await below('')
  for (const own of ['backup.json', 'SHA256SUMS']) files.delete(own)
  return { files, faults }
}

const faultsAmong = (sums: Sums, { files, faults }: Awaited<ReturnType<typeof filesBelow>>) => [
  ...faults,
  ...[...sums.keys()].filter((path) => !files.has(path)).map((path) => `${path} is missing.`),
  ...[...files].filter((path) => !sums.has(path)).map((path) => `${path} is not in the list of files.`),
]

const broken = (folder: string, faults: readonly string[]) => {
  const more = faults.length > faultsMost ? [`And ${faults.length - faultsMost} more.`] : []
  return new BackupRefusal([`${folder} is not whole:`, ...faults.slice(0, faultsMost), ...more].join('\n  '))
}

/** Reads every byte of a backup. Throws a BackupRefusal that names the changed files. */
export const verifyBackup = async ({ folder, sums }: Backup, signal: AbortSignal): Promise<void> => {
  const limit = pLimit(filesAtOnce)
  const faults: string[] = []
  const check = async (path: string, expected: string) => {
    const found = await copyFile(join(folder, path), undefined, signal)
    if (found?.sha256 !== expected) faults.push(changed(path))
  }
  await Promise.all([...sums].map(([path, expected]) => limit(() => check(path, expected))))
  if (faults.length > 0) throw broken(folder, faults.sort())
}

const changed = (path: string) => `${path} is not what it was when the backup was made.`

/** Copies a section of a backup into `target`, mode 0700 and 0600, checked byte by byte. Throws BackupRefusal. */
export const restoreSection = async (
  { folder, description, sums }: Backup,
  section: Section,
  target: string,
  signal: AbortSignal,
): Promise<void> => {
  const limit = pLimit(filesAtOnce)
  const placeOf = (path: string) => join(target, path.slice(section.length + 1))
  const isOf = (path: string) => path.startsWith(`${section}/`)
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const path of description.emptyFolders.filter(isOf)) await mkdir(placeOf(path), { recursive: true, mode: 0o700 })
  const restore = async (path: string, expected: string) => {
    signal.throwIfAborted()
    await mkdir(dirname(placeOf(path)), { recursive: true, mode: 0o700 })
    const copied = await copyFile(join(folder, path), placeOf(path), signal)
    if (copied?.sha256 !== expected) throw broken(folder, [changed(path)])
  }
  const files = [...sums].filter(([path]) => isOf(path))
  await Promise.all(files.map(([path, expected]) => limit(() => restore(path, expected))))
}
