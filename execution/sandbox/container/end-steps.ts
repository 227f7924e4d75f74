import { readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const looksMax = 50
const lookAgainMs = 50

/**
 * Ends the processes in the control group `name`, as far as this user may, and removes the group. For steps of a build:
 * Podman lets them go on when the caller of the build has left.
 */
export const endSteps = async (name: string): Promise<void> => {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const members = membersOf(name)
    if (members.length === 0) break
    for (const pid of members) killQuietly(pid)
    await delay(lookAgainMs)
  }
  removeGroups(name)
}

const membersOf = (name: string) =>
  readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) && isIn(pid, name) ? [Number(pid)] : []))

const isIn = (pid: string, name: string) => {
  try {
    const groups = readFileSync(`/proc/${pid}/cgroup`, 'latin1').split('\n')
    return groups.some((line) => line.split('/').includes(name))
  } catch {
    return false
  }
}

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already, or not ours to end.
  }
}

const cgroups = '/sys/fs/cgroup'

/** Version 1 has a group in the folder of each controller. */
const removeGroups = (name: string) => {
  for (const folder of ['', ...readdirSync(cgroups)]) {
    try {
      rmdirSync(join(cgroups, folder, name))
    } catch {
      // Not there, or not ours to remove.
    }
  }
}
