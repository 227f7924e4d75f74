import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cgroupsOver } from './cgroup.ts'
import { divideOwnGroup } from './cgroup-hierarchies.ts'
import { folderMark, ownerIsGone, ownerMark } from './owner-mark.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cgroup-'))
})
afterEach(() => rm(folder, { recursive: true }))

const limits = { memoryBytes: 1000, processes: 7 }

test('cgroup v2 limits the sandbox and reads the counters of each command', async () => {
  const cgroups = cgroupsOver([
    { version: 2, mountPoint: folder, path: folder, controllers: ['memory', 'pids', 'cpu'] },
  ])
  const group = await cgroups.sandbox(limits)
  const [name] = await readdir(folder)
  const text = (file: string) => readFile(join(folder, name!, file), 'utf8')
  expect(await Promise.all(['memory.max', 'memory.swap.max', 'pids.max'].map(text))).toEqual(['1000', '0', '7'])
  expect(await text('cgroup.subtree_control')).toBe('+memory +pids')
  const command = await group.command()
  expect(command.joinFiles).toEqual([join(folder, name!, 'command-1/cgroup.procs')])
  await writeFile(join(folder, name!, 'command-1/cpu.stat'), 'usage_usec 2500000\nuser_usec 1\n')
  await writeFile(join(folder, name!, 'command-1/memory.events'), 'low 0\noom 3\noom_kill 2\noom_group_kill 1\n')
  expect([await command.cpuSeconds(), await command.oomKills()]).toEqual([2.5, 2])
})

test('cgroup v1 sets each limit in its own hierarchy', async () => {
  const paths = ['memory', 'pids', 'cpuacct'].map((name) => join(folder, name))
  for (const path of paths) await mkdir(path)
  const cgroups = cgroupsOver([
    { version: 1, mountPoint: folder, path: paths[0]!, controllers: ['memory'] },
    { version: 1, mountPoint: folder, path: paths[1]!, controllers: ['pids'] },
    { version: 1, mountPoint: folder, path: paths[2]!, controllers: ['cpu'] },
  ])
  const group = await cgroups.sandbox(limits)
  const [name] = await readdir(paths[0]!)
  expect(await readFile(join(paths[0]!, name!, 'memory.limit_in_bytes'), 'utf8')).toBe('1000')
  expect(await readFile(join(paths[1]!, name!, 'pids.max'), 'utf8')).toBe('7')
  const command = await group.command()
  expect(command.joinFiles).toHaveLength(3)
  await writeFile(join(paths[2]!, name!, 'command-1/cpuacct.usage'), '1500000000\n')
  await writeFile(
    join(paths[0]!, name!, 'command-1/memory.oom_control'),
    'oom_kill_disable 0\nunder_oom 0\noom_kill 1\n',
  )
  expect([await command.cpuSeconds(), await command.oomKills()]).toEqual([1.5, 1])
})

test('sweeping removes only the control groups of dead servers', async () => {
  const [namespace] = ownerMark().split('.')
  const gone = [`atelier-${namespace}.999999999.1-1`, `atelier-${namespace}.${process.pid}.1-2`]
  const kept = [`atelier-${ownerMark()}-3`, 'atelier-1.1.1-4', 'somebody-else']
  await mkdir(join(folder, 'deeper/still'), { recursive: true })
  for (const name of [...gone, ...kept]) await mkdir(join(folder, 'deeper/still', name))
  await mkdir(join(folder, 'deeper/still', gone[0]!, 'command-1'))
  const cgroups = cgroupsOver([{ version: 2, mountPoint: folder, path: folder, controllers: ['pids'] }])
  await cgroups.sweep()
  expect((await readdir(join(folder, 'deeper/still'))).sort()).toEqual(kept.sort())
})

test('an owner mark survives a reused process id and ignores other machines and pid namespaces', () => {
  const [namespace, pid, ticks] = ownerMark().split('.')
  expect(ownerIsGone(ownerMark())).toBe(false)
  expect(ownerIsGone(`${namespace}.${pid}.${Number(ticks) + 1}`)).toBe(true)
  expect(ownerIsGone(`1${namespace}.${pid}.1`)).toBe(false)
  const [boot, ...owner] = folderMark().split('.')
  expect(owner.join('.')).toBe(ownerMark())
  expect(ownerIsGone(`${boot}.${namespace}.${pid}.${Number(ticks) + 1}`)).toBe(true)
  expect(ownerIsGone(`1${boot}.${namespace}.${pid}.${Number(ticks) + 1}`)).toBe(false)
  // More than the largest process id of Linux.
  expect(ownerIsGone(`${namespace}.4194305.${ticks}`)).toBe(true)
})

test('a container that may write its own group divides it; the machine’s first group stays as it is', async () => {
  const put = (file: string, content: string) => writeFile(join(folder, file), content)
  await put('cgroup.controllers', 'cpu memory pids\n')
  await put('cgroup.procs', '17\n')
  expect(await divideOwnGroup(folder)).toBe(false)
  expect((await readdir(folder)).toSorted()).toEqual(['cgroup.controllers', 'cgroup.procs'])
  await put('cgroup.type', 'domain\n')
  expect(await divideOwnGroup(folder)).toBe(true)
  expect(await readFile(join(folder, 'server/cgroup.procs'), 'utf8')).toBe('17')
  expect(await readFile(join(folder, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids')
})
