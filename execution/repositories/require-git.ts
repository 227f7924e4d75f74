import { StartRefusal } from '../../platform/configuration/index.ts'
import { git } from './git.ts'

let hasGit = false

/** Throws StartRefusal when the host has no git or a git that cannot merge without a worktree (2.38, October 2022). */
export const requireGit = async (): Promise<void> => {
  if (hasGit) return
  const answer = await git(['version']).catch(() => undefined)
  const fault = gitFault(answer?.stdout.toString())
  if (fault !== undefined) throw new StartRefusal(fault)
  hasGit = true
}

/** The fault of what `git version` printed; undefined if the version will do. */
export const gitFault = (printed: string | undefined): string | undefined => {
  if (printed === undefined)
    return 'Atelier needs git, and none was found. Install it (apt-get install git), then start again.'
  const [, major = '0', minor = '0'] = /(\d{1,9})\.(\d{1,9})/.exec(printed) ?? []
  if (Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38)) return undefined
  return `Atelier needs git 2.38 or newer, and this is ${printed.trim()}. Install a newer one, then start again.`
}
