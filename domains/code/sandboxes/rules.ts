import type { SandboxUse } from '../../../platform/contract/index.ts'
import { sandboxUseSentence } from '../../../platform/contract/sandbox-holders.ts'

/** Why this server has no desktops, as a sentence; undefined if it has them. */
export const whyNoDesktop = ({ isOn, isolates, missing }: DesktopNeeds): string | undefined => {
  if (!isOn) return 'This server has no desktops: its operator switched them off.'
  if (!isolates) return 'This server has no desktops: its sandbox driver does not isolate.'
  if (missing.length === 0) return undefined
  return `This server has no desktops. Its operator can install what they need: apt-get install ${missing.join(' ')}`
}

interface DesktopNeeds {
  readonly isOn: boolean
  readonly isolates: boolean
  /** Packages of Debian. */
  readonly missing: readonly string[]
}

/** Why a project has no desktop now. */
export const unusableDesktop = {
  archived: 'This project is archived. Unarchive it to work in its sandbox.',
  noRevision: 'This project has no revision yet. Import one first.',
  notStarted: 'The desktop is not started.',
  inUse: (use: SandboxUse) => `${sandboxUseSentence(use)} Try again when one of them is free.`,
} as const

/** Where browsers open the desktop of a project, with user and password of a credential as further subprotocols. */
export const desktopSocket = { path: '/v1/sockets/desktop', protocol: 'atelier.desktop' } as const

/** The page that shows a desktop with a credential, which is in the fragment: no server or log gets to see it. */
export const desktopPath = ({ user, password }: DesktopCredential, canSteer: boolean): string =>
  `/console/desktop#${user}/${password}/${canSteer ? 'steer' : 'view'}`

interface DesktopCredential {
  readonly user: string
  readonly password: string
}

/** The values in the fragment of `desktopPath`; undefined for anything else. */
export const desktopIn = (fragment: string): (DesktopCredential & { readonly canSteer: boolean }) | undefined => {
  const [, user, password, how] = /^#?([\w-]{1,100})\/([\w-]{1,200})\/(view|steer)$/.exec(fragment) ?? []
  return user === undefined || password === undefined ? undefined : { user, password, canSteer: how === 'steer' }
}

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

/** The text before a person's shell starts. */
export const greetingOf = ({ projectName, idleMinutes }: { projectName: string; idleMinutes: number }): string =>
  [
    `Sandbox of “${printable(projectName)}”, with the newest commit of its default branch when it started.`,
    'What you change here is not kept, and the Git folder is read-only. To keep a change, copy it out with',
    'sftp or “atelier ssh <project> git diff”, and push it from your own checkout.',
    `The sandbox has no network. It stops ${idleMinutes} minutes after its last session, and its files are deleted.`,
    '',
    '',
  ].join('\n')

/** A name may hold control characters, which a terminal would carry out. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')

export const imageBuildStatuses = ['building', 'ready', 'failed'] as const
export type ImageBuildStatus = (typeof imageBuildStatuses)[number]

/** `packages` are installed in a sandbox; a `dockerfile` is built by the container engine. */
export const imageBuildKinds = ['packages', 'dockerfile'] as const
export type ImageBuildKind = (typeof imageBuildKinds)[number]

/** The cause of a build: the base of a cycle, a change of its agents, or a deployment. */
export const imageBuildCauses = ['base', 'change', 'preview'] as const
export type ImageBuildCause = (typeof imageBuildCauses)[number]

/** How many builds of a project are kept and listed. */
export const imageBuildsMost = 50

/** The longest log of a build that is kept. */
export const buildLogMostChars = 8_192

/** Why a build failed that did not come to its end. */
export const unfinishedBuild = 'It was stopped before it was done.'
