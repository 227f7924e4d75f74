import { readdir, readFile, stat } from 'node:fs/promises'
import { familyOf } from './process-census.ts'

const atOnce = 64

/**
 * Bytes of the files that the process `root` and its descendants hold open or mapped while no folder lists them, on the
 * file systems of these device numbers. A mapped file counts with its mapped bytes. Source: proc_pid_fd(5),
 * proc_pid_maps(5).
 */
export const unlinkedBytes = async (root: number, devices: ReadonlySet<number>): Promise<number> => {
  const bytes = new Map<string, number>()
  for (const { pid } of await familyOf(root)) {
    for (const { file, sizeBytes } of await mappedBy(pid, devices))
      bytes.set(file, Math.max(sizeBytes, bytes.get(file) ?? 0))
    for (const { file, sizeBytes } of await openIn(pid, devices)) bytes.set(file, sizeBytes)
  }
  return [...bytes.values()].reduce((sum, each) => sum + each, 0)
}

const openIn = async (pid: number, devices: ReadonlySet<number>) => {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder).catch(() => [])
  const found = []
  for (let at = 0; at < names.length; at += atOnce)
    found.push(...(await Promise.all(names.slice(at, at + atOnce).map((name) => statusOf(`${folder}/${name}`)))))
  return found.flatMap((status) =>
    status?.isFile() && status.nlink === 0 && devices.has(status.dev)
      ? [{ file: fileOf(status.dev, status.ino), sizeBytes: status.blocks * 512 }]
      : [],
  )
}

// A descriptor may be closed between the list and the look.
const statusOf = (path: string) => stat(path).catch(() => undefined)

const fileOf = (device: number, inode: number) => `${device}:${inode}`

// “7f00-7f10 rw-s 00000000 fe:01 1234   /tmp/x (deleted)”.
const mapping = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ ([0-9a-f]+):([0-9a-f]+) (\d+) .* \(deleted\)$/gm

const mappedBy = async (pid: number, devices: ReadonlySet<number>) => {
  const table = await readFile(`/proc/${pid}/maps`, 'latin1').catch(() => '')
  const bytes = new Map<string, number>()
  for (const [, from, to, major, minor, inode] of table.matchAll(mapping)) {
    const device = deviceOf(parseInt(major!, 16), parseInt(minor!, 16))
    if (!devices.has(device)) continue
    const file = fileOf(device, Number(inode))
    bytes.set(file, (bytes.get(file) ?? 0) + parseInt(to!, 16) - parseInt(from!, 16))
  }
  return [...bytes].map(([file, sizeBytes]) => ({ file, sizeBytes }))
}

/** The device number of stat(2), which glibc computes like makedev(3). */
const deviceOf = (major: number, minor: number) =>
  (major % 4096) * 256 + (minor % 256) + Math.floor(minor / 256) * 1_048_576
