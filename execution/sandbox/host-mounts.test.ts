import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isolatingDrivers, testLimits } from '../../testing/sandbox/conformance-scene.ts'
import { hostMounts, mountOf, mountsBelow } from './view.ts'

const table = `22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
23 22 0:20 / /tmp rw,nosuid,noexec - tmpfs tmpfs rw
24 22 0:21 / /srv/with\\040space rw - tmpfs tmpfs rw
25 24 0:22 / /srv/with\\040space/deeper ro,noexec - tmpfs tmpfs rw
`

test('a path belongs to its deepest mount, and to the newest of two at one path', () => {
  const mounts = hostMounts(table)
  expect(mountOf('/tmp/x', mounts)).toEqual({ point: '/tmp', noexec: true })
  expect(mountOf('/tmpfile', mounts)).toEqual({ point: '/', noexec: false })
  expect(mountOf('/srv/with space/deeper', mounts)?.noexec).toBe(true)
  expect(mountsBelow('/srv', mounts).map(({ point }) => point)).toEqual(['/srv/with space', '/srv/with space/deeper'])
  expect(mountsBelow('/tmp', mounts)).toEqual([])
})

const available = (await isolatingDrivers()).filter(({ driver }) => driver !== undefined)

test.each(available)('$name shows mounts below a bound folder, read-only like the folder', async ({ name }) => {
  const outside = await mkdtemp(join(tmpdir(), 'host-mounts-'))
  for (const folder of ['shown/below', 'worktree/below', 'scratch'])
    await mkdir(join(outside, folder), { recursive: true })
  const script = `
    const { chooseDriver } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))})
    const driver = await chooseDriver('${name}', { scratchIn: '${outside}/scratch' })
    const sandbox = await driver.open({
      id: 'x', limits: ${JSON.stringify(testLimits)}, worktree: { from: '${outside}/worktree', writable: true },
      readonly: [{ from: '${outside}/shown', to: '/opt/shown' }] })
    const attempts = 'cat /opt/shown/below/file; true >/opt/shown/below/new || echo refused; true >/worktree/below/new && echo wrote; ls /usr >/dev/null && ls -d /usr/bin'
    console.log((await sandbox.run({ argv: ['sh', '-c', attempts] })).stdout)
    await sandbox.close()`
  await writeFile(join(outside, 'script.mjs'), script)
  // A namespace of our own, in which any test can mount: on /usr as well, which every sandbox shows.
  const mounting = `set -e
    for folder in shown worktree; do mount -t tmpfs -o noexec none ${outside}/$folder/below; done
    echo inside >${outside}/shown/below/file
    mount --bind /usr/bin /usr/bin
    exec "${process.execPath}" ${outside}/script.mjs`
  const unshare = ['--user', '--map-root-user', '--mount', '--propagation', 'private', 'sh', '-c', mounting]
  const { stdout } = await promisify(execFile)('unshare', unshare)
  expect(stdout).toBe('inside\nrefused\nwrote\n/usr/bin\n\n')
  await rm(outside, { recursive: true })
})
