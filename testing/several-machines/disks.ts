import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Disks of machines, which are lost with them. */
export interface SoakDisks {
  /** An empty disk; gives its folder. */
  add(): Promise<string>
  /** Takes a disk away with what is on it, also while programs have files open there. */
  lose(folder: string): Promise<void>
  close(): Promise<void>
}

// Unmounts what is below the folder when its input ends, which comes with the end of the test.
const reaper = `
cat
for disk in "$1"/*; do umount -l "$disk" 2>/dev/null; done
rm -rf --one-file-system "$1"`

/** Disks in memory, each a file system of its own; as root. */
export const memoryDisks = async (within: string): Promise<SoakDisks> => {
  const folder = await mkdtemp(join(within, 'at-d-'))
  // The user of the database passes through it.
  await chmod(folder, 0o711)
  const reap = spawn('sh', ['-c', reaper, 'reaper', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  reap.unref()
  return {
    add: async () => {
      const disk = await mkdtemp(join(folder, 'd'))
      const options = 'mode=0755,size=2g'
      const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`No disk in memory: ${stderr}`)
      return disk
    },
    lose: async (disk) => void spawnSync('umount', ['-l', disk]),
    close: async () => {
      reap.ref()
      const ended = once(reap, 'exit')
      reap.stdin.end()
      await ended
    },
  }
}

/** Folders in the place of disks. */
export const folderDisks = async (within: string): Promise<SoakDisks> => {
  const folder = await mkdtemp(join(within, 'at-d-'))
  return {
    add: () => mkdtemp(join(folder, 'd')),
    lose: (disk) => rm(disk, { recursive: true, force: true }),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
