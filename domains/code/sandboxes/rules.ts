/** Why no project has a desktop. */
export const noDesktop =
  'This version of Atelier has no desktops. Work in the terminal of the project, or run cycles in mode sandbox.'

/** Where browsers open the terminal of a project, with user and password of a credential as further subprotocols. */
export const terminalSocket = { path: '/v1/sockets/terminal', protocol: 'atelier.terminal' } as const

const nameForm = /^terminal-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The worktree of people belongs to the slot that its sandbox holds: without the slot it is left over. */
export const worktreeNameOf = (slot: string): string => `terminal-${slot}`

/** The slot of a worktree of people; undefined for the worktree of a run. */
export const slotOfWorktree = (name: string): string | undefined => nameForm.exec(name)?.[1]

/** The words that a person pastes into a shell. An IPv6 address needs no brackets here. */
export const sshCommand = ({ user, host, port }: SshAddress & { readonly user: string }): string =>
  `ssh -p ${port} ${user}@${host}`

/** A line of a known-hosts file; port 22 is written without brackets. */
export const knownHostsLine = ({ host, port }: SshAddress, publicKey: string): string =>
  `${port === 22 ? host : `[${host}]:${port}`} ${publicKey}`

export interface SshAddress {
  readonly host: string
  readonly port: number
}

/** What a person reads before their shell starts. */
export const greetingOf = ({ projectName, idleMinutes }: Greeting): string =>
  [
    `Sandbox of “${printable(projectName)}”, with the newest commit of its default branch when it started.`,
    'Changes made here do not become a revision, and the Git folder is read-only. To keep a change, copy it out with',
    'sftp or “atelier ssh <project> git diff”, and push it from your own checkout.',
    `The sandbox has no network. It stops ${idleMinutes} minutes after its last session, and its files are deleted.`,
    '',
    '',
  ].join('\n')

interface Greeting {
  readonly projectName: string
  readonly idleMinutes: number
}

/** A name may hold control characters, which a terminal would carry out. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')
