import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, statfs, readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { familyOf } from './process-census.ts'

const walkMsMax = 10_000
const walkAtLeastEveryMs = 10_000
const walkAtMostEveryMs = 60_000
/** A command that takes this much of a disk whose end is near is stopped, even if it hides its files. */
const floorBytes = 512 * 1024 * 1024
const growthBelowFloorBytes = 64 * 1024 * 1024
/** The least that an entry counts: empty files use up a disk's inodes; ext4 makes one for 16 KiB. */
const entryBytes = 4096

/** Checks for a command: whether the folders hold more than allowed and more than when it began. */
export interface DiskChecks {
  /** While it runs, by the process that it was started as; undefined if this process does not see it. */
  isFull(pid: number | undefined): Promise<boolean>
  /** Once all of its processes have ended: a machine that is busy may have looked too seldom. */
  isLeftFull(): Promise<boolean>
}

interface Space {
  readonly usedBytes: number
  readonly freeBytes: number
}

/**
 * Watches how much the folders hold. Asking the file system is cheap and bounds their growth from above; only when that
 * leaves room for doubt, or every ten seconds, are they walked, by `find` in a process of its own. Adds unlinked files
 * that a process still holds, at most the growth of the file system; if a folder cannot be walked to its end, at least
 * that growth counts.
 */
export const watchDisk = (
  folders: readonly string[],
  limitBytes: number,
  space: (folders: readonly string[]) => Promise<Space> = spaceOf,
): { begin(): Promise<DiskChecks> } => {
  let lastWalk: { bytes: number; at: number; tookMs: number } | undefined
  let growth = openGrowth(0)

  const measure = async (usedBytes: number, openedWith: number, pid?: number) => {
    const began = performance.now()
    growth = openGrowth(usedBytes)
    const { bytes, whole } = await folderBytes(folders)
    const taken = Math.max(0, usedBytes - openedWith)
    // It is at most the taken space, and asks all processes on the machine: done only if it decides.
    const unlinked = async () => {
      if (!pid) return 0
      return bytes + taken > limitBytes ? Math.min(await unlinkedOf(folders, pid), taken) : taken
    }
    const seen = whole ? bytes + (await unlinked()) : Math.max(bytes, taken)
    lastWalk = { bytes: seen, at: performance.now(), tookMs: performance.now() - began }
    return seen
  }

  const isDoubtful = (usedBytes: number) => {
    const grownBytes = growth(usedBytes)
    if (!lastWalk) return true
    const ageMs = performance.now() - lastWalk.at
    if (ageMs > Math.max(walkAtLeastEveryMs, Math.min(walkAtMostEveryMs, 20 * lastWalk.tookMs))) return true
    return lastWalk.bytes + grownBytes > limitBytes && ageMs > 10 * lastWalk.tookMs
  }

  /** Whether the bytes written since the last walk, or the time since, leave room for doubt at the end. */
  const isLeftInDoubt = (usedBytes: number, beganAt: number) =>
    (lastWalk?.bytes ?? 0) + growth(usedBytes) > limitBytes ||
    performance.now() - Math.max(beganAt, lastWalk?.at ?? 0) > walkAtLeastEveryMs

  return {
    async begin() {
      const beganAt = performance.now()
      const before = await space(folders)
      const isOver = lastWalk !== undefined && lastWalk.bytes > limitBytes
      const bytesMost = isOver ? await measure(before.usedBytes, before.usedBytes) : limitBytes
      if (!lastWalk) growth = openGrowth(before.usedBytes)
      const isOverWith = async (usedBytes: number, pid?: number) =>
        (await measure(usedBytes, before.usedBytes, pid)) > Math.max(limitBytes, bytesMost)
      return {
        async isFull(pid) {
          const now = await space(folders)
          const isNearTheEnd = now.freeBytes < Math.min(floorBytes, before.freeBytes / 2)
          if (isNearTheEnd && now.usedBytes - before.usedBytes > growthBelowFloorBytes) return true
          return isDoubtful(now.usedBytes) && isOverWith(now.usedBytes, pid)
        },
        async isLeftFull() {
          const { usedBytes } = await space(folders)
          return isLeftInDoubt(usedBytes, beganAt) && isOverWith(usedBytes)
        },
      }
    },
  }
}

/**
 * How much a file system has taken on since it was seen first, from look to look. Space that others free between two
 * looks hides no more than is written between the same two.
 */
export const openGrowth = (usedBytes: number): ((nowBytes: number) => number) => {
  let last = usedBytes
  let grown = 0
  return (nowBytes) => {
    grown += Math.max(0, nowBytes - last)
    last = nowBytes
    return grown
  }
}

const unlinkedOf = async (folders: readonly string[], pid: number) => {
  const found = await Promise.all(folders.map((folder) => stat(folder)))
  return unlinkedBytes(pid, new Set(found.map(({ dev }) => dev)))
}

// A file system that makes its inodes as it needs them reports none.
const spaceOf = async (folders: readonly string[]): Promise<Space> => {
  const spaces = folders.map(async (folder) => {
    const { blocks, bfree, bavail, bsize, files, ffree } = await statfs(folder)
    return {
      usedBytes: (blocks - bfree) * bsize + Math.max(0, files - ffree) * entryBytes,
      freeBytes: Math.min(bavail * bsize, files > 0 ? ffree * entryBytes : Infinity),
    }
  })
  const found = await Promise.all(spaces)
  return {
    usedBytes: Math.max(...found.map(({ usedBytes }) => usedBytes)),
    freeBytes: Math.min(...found.map(({ freeBytes }) => freeBytes)),
  }
}

const list = `find "$@" -xdev -printf '%b %n %D:%i\\n'`
const sum = `awk '{ if ($2 > 1 && seen[$3]++) next; size = $1 * 512; total += size < ${entryBytes} ? ${entryBytes} : size }
  END { printf "%.0f", total }'`

/** The size of folders together; `whole` is false if some of it could not be looked at within ten seconds. */
export const folderBytes = async (folders: readonly string[]): Promise<{ bytes: number; whole: boolean }> => {
  const find = spawn('sh', ['-c', `${list} | ${sum}`, 'sh', ...folders], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    detached: true,
  })
  let output = ''
  let complaints = ''
  find.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  find.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4096)))
  const ended = once(find, 'close')
  const patience = new AbortController()
  const inTime = await Promise.race([
    ended.then(() => true),
    delay(walkMsMax, false, { signal: patience.signal, ref: false }).catch(() => false),
  ])
  patience.abort()
  if (!inTime && find.pid) process.kill(-find.pid, 'SIGKILL')
  await ended
  // Files come and go under find; a folder without access is another thing.
  const whole = inTime && output !== '' && !/Permission denied|too long/.test(complaints)
  return { bytes: Number(output), whole }
}

const atOnce = 64

/**
 * Bytes of the files that the process `root` and its descendants hold open or mapped while no folder lists them, on the
 * file systems of these device numbers. A mapped file counts with its mapped bytes. Source: proc_pid_fd(5),
 * proc_pid_maps(5).
 */
const unlinkedBytes = async (root: number, devices: ReadonlySet<number>): Promise<number> => {
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
