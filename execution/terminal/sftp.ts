import { statSync } from 'node:fs'
import type { Sandbox } from '../sandbox/index.ts'
import { PassThrough } from 'node:stream'
import { TerminalRefusal } from './ssh-channel.ts'
import type { Shell, ShellOptions } from './shell.ts'

// Where Debian, Fedora, Alpine and Arch install OpenSSH's program. Below /usr, which every sandbox sees.
const places = [
  '/usr/lib/openssh/sftp-server',
  '/usr/libexec/openssh/sftp-server',
  '/usr/lib/ssh/sftp-server',
  '/usr/libexec/sftp-server',
]

/** The path of OpenSSH's sftp-server on this machine; undefined if it is not installed. */
export const findSftpServer = (): string | undefined =>
  places.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile())

/**
 * Starts the file transfer in a sandbox: a client's requests are carried out inside, with write access to the worktree,
 * the home and /tmp. Throws a TerminalRefusal if the program is not installed.
 */
export const startSftp = (
  sandbox: Sandbox,
  { onOutput, signal, limits }: Pick<ShellOptions, 'onOutput' | 'signal' | 'limits'>,
): Shell => {
  const program = findSftpServer()
  if (program === undefined)
    throw new TerminalRefusal(
      'This server has no sftp-server. Its operator can install the package openssh-sftp-server.',
    )
  const input = new PassThrough()
  const ended = sandbox.run({ argv: [program, '-e'], stdin: input, onOutput, signal, ...limits })
  return { input, resize: () => undefined, ended: ended.finally(() => input.destroy()) }
}
