import { readBlobs } from './blobs.ts'
import { isLfsPointer } from '../worktrees/file-rules.ts'
import { git, splitNul } from '../git.ts'
import { caseClashes, forbiddenPath, leadsIntoGit, shownPath } from '../paths.ts'
import type { Rejection, RejectionRule } from '../repositories.ts'
import { filesOf, type TreeEntry, TreeTooLargeError } from './tree.ts'

/** Limits for a commit. */
export const branchHeadLimits = { maxFiles: 200_000, maxBytes: 16 * 1024 ** 3 }

const reportedMax = 100

/** Why the files of a commit cannot be taken in, beyond what git itself refuses. The objects have been checked. */
export const branchHeadFaults = async (
  gitDir: string,
  commitSha: string,
  limits: Readonly<typeof branchHeadLimits>,
  signal?: AbortSignal,
): Promise<Rejection[]> => {
  try {
    const files = await filesOf(gitDir, commitSha, { maxFiles: limits.maxFiles, signal })
    const [links, submodules, pointers] = await Promise.all([
      linkFaults(gitDir, files, signal),
      submoduleFaults(gitDir, files),
      pointerFaults(gitDir, files, signal),
    ])
    const faults = [...sizeFaults(files, limits), ...pathFaults(files), ...links, ...submodules, ...pointers]
    return faults.slice(0, reportedMax)
  } catch (error) {
    if (error instanceof TreeTooLargeError) return [{ path: 'commitSha', rule: 'too_large', message: error.message }]
    throw error
  }
}

/**
 * The paths and links of `head` that no import would take, without paths and links that `base` has as well: names in
 * git's own folder, names that clash if case is ignored, and links into git's folder. At most 100.
 */
export const newPathFaults = async (
  gitDir: string,
  { base, head }: { readonly base: string; readonly head: string },
  signal?: AbortSignal,
): Promise<Rejection[]> => {
  const at = async (commitSha: string) => {
    const files = await filesOf(gitDir, commitSha, { maxFiles: branchHeadLimits.maxFiles, signal })
    return [...pathFaults(files), ...(await linkFaults(gitDir, files, signal))]
  }
  const [before, after] = await Promise.all([at(base), at(head)])
  const known = new Set(before.map(({ message }) => message))
  return after.filter(({ message }) => !known.has(message)).slice(0, reportedMax)
}

/** Throws a TreeTooLargeError for a commit that no import would take as the tip of its branch. */
export const refuseOversized = async (gitDir: string, commitSha: string, signal?: AbortSignal): Promise<void> => {
  const files = await filesOf(gitDir, commitSha, { maxFiles: branchHeadLimits.maxFiles, signal })
  if (sizeFaults(files, branchHeadLimits).length > 0)
    throw new TreeTooLargeError(`${branchHeadLimits.maxBytes} bytes of files`)
}

const sizeFaults = (files: readonly TreeEntry[], { maxBytes }: Readonly<typeof branchHeadLimits>): Rejection[] => {
  const sizeBytes = files.reduce((sum, file) => sum + (file.sizeBytes ?? 0), 0)
  if (sizeBytes <= maxBytes) return []
  const message = `The files of the commit have ${sizeBytes} bytes in all, and Atelier takes ${maxBytes}.`
  return [{ path: 'commitSha', rule: 'too_large', message }]
}

const pathFaults = (files: readonly TreeEntry[]): Rejection[] => {
  const forbidden = files.flatMap(({ path }) => {
    const reason = forbiddenPath(path)
    const message = `${shownStart(path)} is ${reason}. Rename or remove it.`
    return reason === undefined ? [] : [at(path, 'forbidden_path', message)]
  })
  return [...forbidden, ...clashFaults(files)]
}

// A hundred faults of four kilobytes each would be an unreadable page.
const shownStart = (path: Buffer) => (path.length > 300 ? `${shownPath(path.subarray(0, 300))}…` : shownPath(path))

const clashFaults = (files: readonly TreeEntry[]): Rejection[] =>
  caseClashes(files.map(({ path }) => path)).map((group) => {
    const names = group.slice(0, 10).map(shownStart).join(' and ')
    const message = `${names} are one file on systems that ignore case. Rename one of them in a new commit.`
    return at(group[0]!, 'case_clash', message)
  })

const link = '120000'
// No system follows a longer one.
const linkMaxBytes = 4096

const linkFaults = async (gitDir: string, files: readonly TreeEntry[], signal?: AbortSignal): Promise<Rejection[]> => {
  const links = files.filter(({ mode, sizeBytes }) => mode === link && (sizeBytes ?? 0) <= linkMaxBytes)
  const paths = await pathsWith(leadsIntoGit, gitDir, links, signal)
  return paths.map((path) =>
    at(path, 'forbidden_path', `${shownStart(path)} is a link into git’s own folder .git. Remove it.`),
  )
}

const pointerFaults = async (gitDir: string, files: readonly TreeEntry[], signal?: AbortSignal) => {
  const small = files.filter(({ sizeBytes }) => sizeBytes !== undefined && sizeBytes > 100 && sizeBytes < 1024)
  const paths = await pathsWith(isLfsPointer, gitDir, small, signal)
  return paths.map((path) => at(path, 'lfs_pointer', pointerMessage(shownPath(path))))
}

/** The paths of the entries whose content fits; each content is read once. */
const pathsWith = async (
  fits: (content: Buffer) => boolean,
  gitDir: string,
  entries: readonly TreeEntry[],
  signal: AbortSignal | undefined,
): Promise<Buffer[]> => {
  const bySha = Map.groupBy(entries, ({ sha }) => sha)
  const paths: Buffer[] = []
  for await (const { sha, content } of readBlobs(gitDir, [...bySha.keys()], signal))
    if (fits(content)) paths.push(...bySha.get(sha)!.map(({ path }) => path))
  return paths
}

const pointerMessage = (path: string) =>
  `${path} is a pointer to Git LFS, and a bundle does not hold what it points to. Run git lfs migrate export, then make the bundle again.`

const gitmodulesMaxBytes = 1024 * 1024

const submoduleFaults = async (gitDir: string, files: readonly TreeEntry[]): Promise<Rejection[]> => {
  const file = files.find(({ path }) => path.equals(Buffer.from('.gitmodules')))
  if (!file) return []
  if ((file.sizeBytes ?? 0) > gitmodulesMaxBytes)
    return [at(file.path, 'submodule', `.gitmodules has more than ${gitmodulesMaxBytes} bytes. Make it smaller.`)]
  const argv = ['config', '--blob', file.sha, '--no-includes', '--null', '--list']
  const { exitCode, stdout } = await git(argv, { gitDir, exitCodes: [0, 1, 128] })
  if (exitCode !== 0)
    return [at(file.path, 'submodule', '.gitmodules cannot be read as git configuration. Correct it.')]
  return splitNul(stdout).flatMap((entry) => {
    const [key = '', value = ''] = entry.toString('utf8').split(/\n(.*)/s)
    const message = `.gitmodules sets ${key} to “${value.slice(0, 200)}”, which could run a program. Remove it.`
    return isHarmful(key, value) ? [at(file.path, 'submodule', message)] : []
  })
}

// A value that is taken for an option, a remote helper (ext::sh -c …), or a command.
const isHarmful = (key: string, value: string) => {
  if (/^submodule\..*\.update$/.test(key)) return value.startsWith('!')
  if (/^submodule\..*\.(url|path)$/.test(key)) return value.startsWith('-') || /^[a-z0-9+.-]*::/i.test(value)
  return false
}

const at = (path: Buffer, rule: RejectionRule, message: string): Rejection => ({
  path: shownStart(path),
  rule,
  message,
})
