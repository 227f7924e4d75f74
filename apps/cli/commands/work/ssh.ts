import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { getProjectTerminal } from '../../../../domains/code/sandboxes/contract.ts'
import type { Reply } from '../../client/client.ts'
import { ChildEnded, failed } from '../../failure.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { inTemporaryFolder } from '../../files/temporary-folder.ts'

type Access = Pick<Reply<typeof getProjectTerminal>, 'user' | 'host' | 'port'>

/** `atelier ssh`: runs the system's ssh into the sandbox of a project, and returns its exit code. */
export const sshCommand = async (session: Session, named: string | undefined, words: readonly string[]) => {
  session.ifInterrupted('Stopped.')
  const client = await session.client()
  const projectId = await chooseProject(session, named)
  const access = await client.call(getProjectTerminal, { params: { id: projectId } })
  await client.close()
  const exitCode = await inTemporaryFolder(async (folder) => {
    const knownHosts = join(folder, 'known_hosts')
    const askpass = join(folder, 'askpass')
    await writeFile(knownHosts, `${access.knownHosts}\n`, { mode: 0o600 })
    await writeFile(askpass, `#!/bin/sh\nprintf '%s\\n' "$ATELIER_SSH_PASSWORD"\n`, { mode: 0o700 })
    const secret = { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force', ATELIER_SSH_PASSWORD: access.password }
    return runSsh(sshWords(access, knownHosts, words), { ...session.environment, ...secret })
  })
  if (exitCode !== 0) throw new ChildEnded(exitCode)
}

/**
 * The arguments of ssh: it trusts the key of the answer and no other, reads no configuration, forwards nothing, and
 * takes neither host nor command for an option.
 */
export const sshWords = ({ user, host, port }: Access, knownHosts: string, command: readonly string[]): string[] => [
  '-F',
  '/dev/null',
  ...[
    'StrictHostKeyChecking=yes',
    `UserKnownHostsFile="${knownHosts}"`,
    'GlobalKnownHostsFile=/dev/null',
    'PreferredAuthentications=password',
    'NumberOfPasswordPrompts=1',
    'ClearAllForwardings=yes',
    'ForwardAgent=no',
    'LogLevel=ERROR',
  ].flatMap((option) => ['-o', option]),
  '-p',
  String(port),
  '-l',
  user,
  '--',
  host,
  ...command,
]

const runSsh = (words: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<number>((resolve, reject) => {
    const child = spawn('ssh', words, { stdio: 'inherit', env })
    child.once('error', (error) =>
      reject(failed('not_started', `ssh could not be started: ${error.message}. Install OpenSSH’s client.`)),
    )
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]))
  })
