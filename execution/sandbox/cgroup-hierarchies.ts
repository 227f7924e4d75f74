import { mkdir, mkdtemp, readFile, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The resources that a group can bound. */
export type Controller = 'memory' | 'pids' | 'cpu'

/** A folder of the cgroup file system in which this process may make groups, and what those groups can bound. */
export interface Hierarchy {
  version: 1 | 2
  mountPoint: string
  path: string
  controllers: readonly Controller[]
}

/** Empty if nothing can be written. Looks at /proc/self/cgroup and /proc/self/mountinfo (cgroups(7), proc(5)). */
export const findHierarchies = async (): Promise<Hierarchy[]> => {
  const [mounts, memberships] = await Promise.all([
    readFile('/proc/self/mountinfo', 'utf8').catch(() => ''),
    readFile('/proc/self/cgroup', 'utf8').catch(() => ''),
  ])
  const unified = await findUnified(mounts, memberships)
  return unified ? [unified] : findLegacy(mounts, memberships)
}

const findUnified = async (mounts: string, memberships: string): Promise<Hierarchy | undefined> => {
  const mount = parseMounts(mounts).find((each) => each.type === 'cgroup2')
  const own = /^0::(.*)$/m.exec(memberships)?.[1]
  if (!mount || own === undefined) return undefined
  // The process's own group can have no limited children while it has members, so its ancestors are asked as well.
  for (let path = pathIn(mount, own); path.startsWith(mount.point); path = dirname(path)) {
    const enabled = (await readFile(join(path, 'cgroup.subtree_control'), 'utf8').catch(() => '')).trim().split(' ')
    if (enabled.includes('memory') && enabled.includes('pids') && (await canMakeGroups(path)))
      return { version: 2, mountPoint: mount.point, path, controllers: ['memory', 'pids', 'cpu'] }
    if (path === mount.point) break
  }
  const isOutermost = pathIn(mount, own) === mount.point
  if (!isOutermost || !(await divideOwnGroup(mount.point))) return undefined
  return { version: 2, mountPoint: mount.point, path: mount.point, controllers: ['memory', 'pids', 'cpu'] }
}

/**
 * Makes room for limited groups in a container's group, if the container may write it (`cgroup_writable` of
 * containerd): a group has no limited children while it has members, so these move into a group of their own. False if
 * that cannot be done; the machine's own first group, which has no type, stays as it is.
 */
export const divideOwnGroup = async (path: string): Promise<boolean> => {
  const text = (file: string) => readFile(join(path, file), 'utf8').catch(() => '')
  const controllers = (await text('cgroup.controllers')).trim().split(' ')
  if ((await text('cgroup.type')).trim() !== 'domain') return false
  if (!controllers.includes('memory') || !controllers.includes('pids') || !(await canMakeGroups(path))) return false
  try {
    await mkdir(join(path, 'server'), { recursive: true })
    for (const pid of (await text('cgroup.procs')).split('\n').filter(Boolean))
      await writeFile(join(path, 'server', 'cgroup.procs'), pid)
    await writeFile(join(path, 'cgroup.subtree_control'), '+memory +pids')
    return true
  } catch {
    return false
  }
}

const legacyNames: readonly [string, Controller][] = [
  ['memory', 'memory'],
  ['pids', 'pids'],
  ['cpuacct', 'cpu'],
]

const findLegacy = async (mounts: string, memberships: string): Promise<Hierarchy[]> => {
  const found: Hierarchy[] = []
  for (const [name, controller] of legacyNames) {
    const mount = parseMounts(mounts).find((each) => each.type === 'cgroup' && each.options.includes(name))
    const own = memberships.split('\n').find((line) => line.split(':')[1]?.split(',').includes(name))
    if (!mount || !own) continue
    const path = pathIn(mount, own.split(':').slice(2).join(':'))
    const shared = found.findIndex((each) => each.path === path)
    if (shared >= 0) found[shared] = { ...found[shared]!, controllers: [...found[shared]!.controllers, controller] }
    else if (await canMakeGroups(path))
      found.push({ version: 1, mountPoint: mount.point, path, controllers: [controller] })
  }
  return found
}

const parseMounts = (mounts: string) =>
  mounts.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ')
    const [, , , root, point] = before!.split(' ')
    const [type, , options] = (after ?? '').split(' ')
    return root && point && type ? [{ root, point, type, options: (options ?? '').split(',') }] : []
  })

// A container may show only its own part of the tree: paths are then relative to the host's root, mounts to its own.
const pathIn = ({ root, point }: { readonly root: string; readonly point: string }, own: string) => {
  const below = root !== '/' && own.startsWith(root) ? own.slice(root.length) : own
  return below === '/' || below.startsWith('/..') ? point : join(point, below)
}

const canMakeGroups = async (path: string) => {
  try {
    await rmdir(await mkdtemp(join(path, 'atelier-probe-')))
    return true
  } catch {
    return false
  }
}
