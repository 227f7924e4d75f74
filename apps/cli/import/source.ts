import { createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  branchesOf,
  bundle,
  type BundleOptions,
  GitError,
  type LeftOutPath,
  type Ref,
  usualBranch,
} from '../../../execution/repositories/index.ts'
import { failed, usage } from '../failure.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import { findProtectedFiles, type ProtectedFile } from '../repository/protected-files.ts'
import { openView, readStatus, trackedPaths, type View } from '../repository/view.ts'
import type { Session } from '../session.ts'
import { openProgress } from '../terminal/progress.ts'
import { counted, listed, printable } from '../terminal/text.ts'
import { bundleView, readBundleRefs } from './bundle-file.ts'
import { commitPlainFolder } from './folder.ts'
import { openMeasure, type BundleDigest } from './measure.ts'

/** The source of an import: a bundle with the whole history, and a repository of ours that holds the same objects. */
export interface Source extends BundleDigest {
  readonly name: string
  readonly gitDir: string
  readonly commitSha: string
  readonly branch: string
  readonly bundlePath: string
  /** Undefined for a bundle. */
  readonly found: FoundRepository | undefined
  readonly protectedFiles: readonly ProtectedFile[]
  /** Paths of a folder without a repository that are in no commit. */
  readonly leftOut: readonly LeftOutPath[]
}

/** Reads a work tree, a repository or a bundle; `folder` takes temporary files. */
export const openSource = async (session: Session, path: string, folder: string, branch?: string): Promise<Source> => {
  const absolute = resolve(session.cwd, path)
  const found = await stat(absolute).catch(() => undefined)
  if (!found)
    throw usage(`There is no file or folder ${absolute}. Name a folder with a git repository, or a git bundle.`)
  return found.isDirectory()
    ? fromRepository(session, absolute, folder, branch)
    : fromBundle(session, absolute, folder, branch)
}

const fromRepository = async (session: Session, path: string, folder: string, wanted?: string): Promise<Source> => {
  const { output, signal } = session
  const found = await findRepository(path)
  if (!found) return fromFolder(session, path, folder, wanted)
  const view = await openView(found, folder, signal)
  for (const note of await notesOf(found, view, signal)) output.say(note)
  const branch = wanted ?? view.headBranch ?? branchAmong(view)
  const commitSha = view.branches.get(branch) ?? refuseBranch(branch, view.branches)
  const protectedFiles = found.workTree
    ? await findProtectedFiles(found.workTree, await trackedPaths(found, view, signal), signal)
    : []
  await writeFile(join(view.gitDir, 'HEAD'), `ref: refs/heads/${branch}\n`)
  const bundlePath = join(folder, 'import.bundle')
  const made = await writeBundle(session, view.gitDir, bundlePath)
  const name = basename(found.workTree ?? found.commonDir.replace(/\/\.git$/, '')).replace(/(?<=.)\.git$/, '')
  return { name, gitDir: view.gitDir, commitSha, branch, bundlePath, ...made, found, protectedFiles, leftOut: [] }
}

/** A folder without a repository becomes one commit. */
const fromFolder = async (session: Session, path: string, folder: string, wanted?: string): Promise<Source> => {
  session.output.say(`${path} is in no git repository; its files become one commit.`)
  const { gitDir, branch, ...made } = await commitPlainFolder(path, folder, session.signal)
  if (wanted !== undefined && wanted !== branch)
    throw failed('no_branch', `A folder becomes the branch ${branch}. Leave --branch out.`)
  const bundlePath = join(folder, 'import.bundle')
  const written = await writeBundle(session, gitDir, bundlePath)
  const { commitSha, protectedFiles, leftOut } = made
  const about = { name: basename(path), gitDir, commitSha, branch, bundlePath, ...written }
  return { ...about, found: undefined, protectedFiles, leftOut }
}

/** The parts of a checkout that are in no commit, in sentences. */
export const notesOf = async (found: FoundRepository, view: View, signal: AbortSignal): Promise<string[]> => {
  const status = await readStatus(found, view, signal).catch((error: unknown) => {
    if (error instanceof GitError) return undefined
    throw error
  })
  if (!status) return ['Whether everything is committed could not be told; only what is committed is imported.']
  const fresh = status.filter((line) => line.startsWith('??'))
  const changed = status.filter((line) => !line.startsWith('??'))
  const named = (lines: readonly string[]) => listed(lines.map((line) => printable(line.slice(3))))
  const stays = changed.length === 1 ? 'is not committed stays' : 'are not committed stay'
  return [
    ...(changed.length > 0 ? [`${counted(changed.length, 'change')} that ${stays} out: ${named(changed)}`] : []),
    ...(fresh.length > 0 ? [`Not tracked by git, and left out: ${named(fresh)}`] : []),
  ]
}

/** For a HEAD that names no branch: the usual name, or the only one. */
const branchAmong = ({ branches }: View): string => {
  const usual = ['main', 'master'].find((name) => branches.has(name))
  if (usual !== undefined) return usual
  if (branches.size === 1) return [...branches.keys()][0]!
  throw failed(
    'no_branch',
    `No branch is checked out here. Say which one to import with --branch; there ${branches.size === 0 ? 'is none' : `are ${listed([...branches.keys()])}`}.`,
  )
}

const refuseBranch = (branch: string, branches: ReadonlyMap<string, string>): never => {
  const there = branches.size === 0 ? 'It has none.' : `It has ${listed([...branches.keys()])}.`
  throw failed('no_branch', `This repository has no branch ${branch}. ${there} Choose one with --branch.`)
}

/**
 * Writes a bundle of these refs, by default all, with their history except the history of `without`, and measures it.
 */
export const writeBundle = async (
  { output, signal }: Session,
  gitDir: string,
  path: string,
  chosen: Pick<BundleOptions, 'refs' | 'without'> = {},
): Promise<BundleDigest> => {
  const measure = openMeasure()
  const progress = openProgress(output, 'Packing the history')
  try {
    await pipeline(
      bundle(gitDir, { signal, ...chosen }),
      measure.pass,
      progress.counter,
      createWriteStream(path, { mode: 0o600 }),
      { signal },
    )
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof GitError)) throw error
    throw failed(
      'damaged',
      `The history could not be packed; git says: ${error.stderr.trim().slice(0, 500)}\nRun git fsck --full in the repository to see what is missing.`,
    )
  } finally {
    progress.end()
  }
  return measure.result()
}

const fromBundle = async ({ signal }: Session, path: string, folder: string, wanted?: string): Promise<Source> => {
  const refs = await readBundleRefs(path)
  const { branch, commitSha } = chooseBranch(refs, wanted)
  const view = await bundleView(path, folder, refs, signal)
  const name = basename(path).replace(/(?<=.)\.bundle$/, '')
  const about = { name, commitSha, branch, bundlePath: path, ...view }
  return { ...about, found: undefined, protectedFiles: [], leftOut: [] }
}

/** The branch that is asked for, or the usual one. */
export const chooseBranch = (refs: readonly Ref[], wanted?: string) => {
  const branches = branchesOf(refs)
  const branch = wanted ?? usualBranch(refs)
  if (branch === undefined) {
    throw failed(
      'no_branch',
      branches.size === 0
        ? 'The bundle names no branch. Make it with git bundle create <file> --all.'
        : `Which branch of the bundle is meant? Say it with --branch: ${listed([...branches.keys()])}.`,
    )
  }
  return { branch, commitSha: branches.get(branch) ?? refuseBranch(branch, branches) }
}
