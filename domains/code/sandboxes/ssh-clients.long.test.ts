import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findSftpServer } from '../../../execution/terminal/index.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import type { SshAccess } from '../../../testing/sandbox/ssh.ts'
import { getProjectTerminal } from './contract.ts'

const run = promisify(execFile)
const isInstalled = existsSync('/usr/bin/ssh') && existsSync('/usr/bin/sftp')
const canTransfer = isInstalled && findSftpServer() !== undefined

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_SSH: 'on' })
const { owner } = await scene(server)
const projectId = await emptyProject(owner)

/** The options of OpenSSH's client that sign in without asking, and trust only the key of the answer. */
const signIn = async () => {
  const { body } = await owner.call(getProjectTerminal, { id: projectId })
  const access = body as unknown as SshAccess & { readonly knownHosts: string }
  const folder = await mkdtemp(join(tmpdir(), 'atelier-ssh-client-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const knownHosts = join(folder, 'known_hosts')
  const askpass = join(folder, 'askpass')
  await writeFile(knownHosts, `${access.knownHosts}\n`)
  await writeFile(askpass, `#!/bin/sh\nprintf '%s\\n' "$TEST_PASSWORD"\n`, { mode: 0o700 })
  const options = ['StrictHostKeyChecking=yes', `UserKnownHostsFile=${knownHosts}`, 'GlobalKnownHostsFile=/dev/null']
  const argv = [...options, 'PreferredAuthentications=password', 'BatchMode=no', 'LogLevel=ERROR'].flatMap((one) => [
    '-o',
    one,
  ])
  const env = { ...process.env, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force', TEST_PASSWORD: access.password }
  return { access, folder, argv: ['-F', '/dev/null', ...argv], env }
}

test.skipIf(!isInstalled)(
  'ssh runs a command, knows the host by the line of the answer, and gets its exit code',
  async () => {
    const { access, argv, env } = await signIn()
    const words = [...argv, '-p', String(access.port), `${access.user}@${access.host}`, 'pwd; exit 3']
    await expect(run('ssh', words, { env })).rejects.toMatchObject({ code: 3, stdout: '/worktree\n' })
  },
)

test.skipIf(!isInstalled)('ssh -t has a terminal, and ssh -L and -A get no forwarding', async () => {
  const { access, argv, env } = await signIn()
  const forwarded = ['-tt', '-A', '-R', '0:127.0.0.1:22', '-o', 'ExitOnForwardFailure=no']
  const words = [...argv, ...forwarded, '-p', String(access.port), `${access.user}@${access.host}`]
  const running = run('ssh', [...words, 'read; tty; [ -n "$SSH_AUTH_SOCK" ] || echo agent:none'], { env })
  // The client reports the end of its input before the command has read the line, and long before it prints.
  running.child.stdin!.end('\n')
  const { stdout } = await running
  expect(stdout).toContain('/dev/pts/')
  expect(stdout).toContain('agent:none')
})

const cli = join(import.meta.dirname, '../../../apps/cli/main.ts')
const atelier = (...words: string[]) =>
  run(process.execPath, [cli, ...words], {
    env: { ...process.env, ATELIER_URL: server.baseUrl, ATELIER_API_KEY: owner.key! },
  })

test.skipIf(!isInstalled)('atelier ssh runs a command without asking, and ends with its exit code', async () => {
  expect((await atelier('ssh', projectId, '--', 'sh', '-c', '"echo in $PWD"')).stdout).toBe('in /worktree\n')
  await expect(atelier('ssh', projectId, 'exit 9')).rejects.toMatchObject({ code: 9 })
})

// Needs the Debian package openssh-sftp-server.
test.skipIf(!canTransfer)(
  'sftp puts and gets a file, and a link that leads out of the sandbox leads to nothing',
  async () => {
    const { access, folder, argv, env } = await signIn()
    const batch = join(folder, 'batch')
    await writeFile(join(folder, 'local.txt'), 'by sftp\n')
    const secret = join(server.dataFolder, 'owner.json')
    const lines = [
      `put ${join(folder, 'local.txt')} note.txt`,
      `get note.txt ${join(folder, 'back.txt')}`,
      `symlink ${secret} leak`,
      `-get leak ${join(folder, 'leak.txt')}`,
      `-get ${secret} ${join(folder, 'leak.txt')}`,
      `-put ${join(folder, 'local.txt')} /usr/note.txt`,
      `-put ${join(folder, 'local.txt')} .git`,
    ]
    await writeFile(batch, `${lines.join('\n')}\n`)
    const words = [...argv, '-P', String(access.port), '-b', batch, `${access.user}@${access.host}`]
    await run('sftp', words, { env: { ...env } })
    expect(await readFile(join(folder, 'back.txt'), 'utf8')).toBe('by sftp\n')
    expect(existsSync(join(folder, 'leak.txt'))).toBe(false)
    expect(existsSync('/usr/note.txt')).toBe(false)
  },
)
