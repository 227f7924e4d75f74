import { moreSandboxes, sandboxUseSentence, type SandboxUse } from '../../../platform/contract/index.ts'

/** Why a push is not taken: a word for the audit row, a short reason beside the branch, and sentences for its person. */
export interface PushRefusal {
  readonly code: string
  readonly reason: string
  readonly sentences: readonly string[]
}

/** A ref that a push asks to move. */
interface RefCommand {
  readonly from: string
  readonly to: string
  readonly name: string
}

const zeros = '0'.repeat(40)

/** Why a push is refused for the refs that it names, before its pack is looked at. */
export const refusalOfRefs = (
  commands: readonly RefCommand[],
  { branch, commitSha }: { readonly branch: string; readonly commitSha: string },
): PushRefusal | undefined => {
  const name = `refs/heads/${branch}`
  const other = commands.find((command) => command.name !== name)
  if (other || commands.length !== 1) return otherRef(other?.name ?? name, branch)
  const [{ from, to }] = commands as [RefCommand]
  if (to === zeros) return branchDeleted(branch)
  return from === commitSha ? undefined : headMoved(branch)
}

const otherRef = (name: string, branch: string): PushRefusal => ({
  code: 'ref_refused',
  reason: `only ${branch} takes a push`,
  sentences: [
    `Only the branch ${branch} takes a push here, and this push names ${shown(name)}. Nothing was taken.`,
    `Push the branch alone, without tags: git push --no-follow-tags origin HEAD:${branch}`,
  ],
})

const branchDeleted = (branch: string): PushRefusal => ({
  code: 'branch_deleted',
  reason: 'the default branch stays',
  sentences: [`${branch} is the branch that the project's revisions are on. It cannot be deleted.`],
})

export const headMoved = (branch: string): PushRefusal => ({
  code: 'revision_moved',
  reason: 'fetch first',
  sentences: [`${branch} has moved since you fetched it. Run git pull, then push again.`],
})

export const notFastForward = (branch: string): PushRefusal => ({
  code: 'not_fast_forward',
  reason: 'non-fast-forward',
  sentences: [
    `The head of ${branch} is not in the history of your commit, and a revision is never taken back.`,
    'Merge the head or rebase onto it, then push again: git pull --rebase',
  ],
})

export const taskActive: PushRefusal = {
  code: 'task_active',
  reason: 'an agent is working',
  sentences: ['An agent is working on this project. Push again when its task has been merged or waits for a person.'],
}

export const tooManyRefs = (message: string): PushRefusal => ({
  code: 'too_many_refs',
  reason: 'too many refs',
  sentences: [`${message} Push the default branch alone.`],
})

export const sandboxesInUse = (use: SandboxUse): PushRefusal => ({
  code: 'sandboxes_in_use',
  reason: 'no sandbox is free',
  sentences: [sandboxUseSentence(use), `Push again when one of them is free. ${moreSandboxes}`],
})

export const checkTimedOut: PushRefusal = {
  code: 'check_timeout',
  reason: 'checks took too long',
  sentences: ['The server is too busy to check this push in time. Nothing was changed; push again in a minute.'],
}

const faultsShown = 20

/** The refusal of a pack, or of a committed file, that is not allowed in a repository here. */
export const rejectedPush = (faults: readonly { readonly path: string; readonly message: string }[]): PushRefusal => ({
  code: 'bundle_rejected',
  reason: 'rejected by checks',
  sentences: [
    'The push was rejected. Correct the commits, then push again.',
    ...faults
      .slice(0, faultsShown)
      .map(({ path, message }) => (path === 'bundle' ? message : `${shown(path)}: ${message}`)),
    ...more(faults.length),
  ],
})

export const protectedFiles = (paths: readonly string[]): PushRefusal => ({
  code: 'protected_path',
  reason: 'protected files',
  sentences: [
    'The project keeps these files outside of its repository, because they hold secrets. Take them out of the commits:',
    ...paths.slice(0, faultsShown).map(shown),
    ...more(paths.length),
  ],
})

interface Finding {
  readonly path?: string | undefined
  readonly pathBase64?: string | undefined
  readonly rule: string
  readonly commitSha: string
  readonly line: number | null
}

/** Returns the findings that earlier revisions do not have: theirs were accepted with them. */
export const newFindings = <F extends Finding>(found: readonly F[], earlier: readonly Finding[]): F[] => {
  const keys = new Set(earlier.map(keyOf))
  return found.filter((finding) => !keys.has(keyOf(finding)))
}

const keyOf = ({ path, pathBase64, line, rule, commitSha }: Finding) =>
  JSON.stringify([path, pathBase64, line, rule, commitSha])

/** The option of a push that takes its findings in, as `atelier push --on-findings keep` does. */
export const keepFindings = 'findings=keep'

export const findingsPresent = (findings: readonly Finding[]): PushRefusal => ({
  code: 'findings_present',
  reason: 'secrets found',
  sentences: [
    'The new commits hold secrets, or files that should not be in a repository:',
    ...findings.slice(0, faultsShown).map(lineOfFinding),
    ...more(findings.length),
    'Take them out of the history and replace the secrets.',
    `If they are none, push them all the same: git push -o ${keepFindings}`,
  ],
})

const lineOfFinding = ({ path, pathBase64, line, rule, commitSha }: Finding) => {
  const name = path ?? Buffer.from(pathBase64 ?? '', 'base64').toString('latin1')
  return `${shown(name)}${line === null ? '' : `:${line}`} (${rule}, commit ${commitSha.slice(0, 12)})`
}

const more = (count: number) => (count > faultsShown ? [`… and ${count - faultsShown} more.`] : [])

/** A name of the client for a terminal: without control characters, and of a length that fits. */
const shown = (name: string) => name.slice(0, 200).replaceAll(/\p{C}/gu, '?')
