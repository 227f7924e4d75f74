import { lockRefusals, unlockedManifestAmong } from '../../../domains/delivery/repository-reads/rules/first-changes.ts'
import { git, workFactsOf, type WorkFacts } from '../../../execution/repositories/index.ts'
import {
  checkFiles,
  derivedChecks,
  needFilesAmong,
  noNeedFacts,
  readNeedFacts,
  readSetup,
  setupFilesAmong,
  type CheckFiles,
  type NeedFacts,
  type SetupPlan,
} from '../../../execution/setup/index.ts'
import { gitList, type View } from '../repository/view.ts'

/** The files of a commit, read without running any of them. */
export interface Checkout {
  readonly commit: string
  readonly paths: readonly string[]
  readonly needs: NeedFacts
  readonly checks: ReturnType<typeof derivedChecks>
  readonly plan: SetupPlan | undefined
  /** The manifest whose missing lock file is worth a suggestion. */
  readonly unlockedManifest: string | undefined
  readonly secretNames: readonly string[]
  readonly work: WorkFacts
}

const pathsMost = 200_000
const fileMostBytes = 4 * 2 ** 20

export const readCheckout = async (
  { gitDir }: Pick<View, 'gitDir'>,
  commit: string,
  signal: AbortSignal,
): Promise<Checkout> => {
  const place = { gitDir, signal, maxOutputBytes: 256 * 2 ** 20 }
  const paths = (await gitList(['ls-tree', '-r', '-z', '--name-only', commit], place)).slice(0, pathsMost)
  const readAll = async (wanted: readonly string[]) => {
    const files = new Map<string, string>()
    for (const path of wanted) {
      const text = await textAt(gitDir, commit, path, signal)
      if (text !== undefined) files.set(path, text)
    }
    return files
  }
  const pathSet = new Set(paths)
  const setupFiles = await readAll(setupFilesAmong(paths))
  const needFiles = await readAll(needFilesAmong(paths))
  const ofChecks = await readAll(checkFiles.filter((path) => pathSet.has(path)))
  const refusals = await readAll(lockRefusals.filter((path) => pathSet.has(path)))
  const options = { key: commit, signal }
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  const time = { day, node: { machine: process.versions.node } }
  const plan = await readSetup(setupFiles, { at: time, own: {} }, options)
  return {
    commit,
    paths,
    needs: (await readNeedFacts(needFiles, options)) ?? noNeedFacts,
    checks: derivedChecks(Object.fromEntries(ofChecks) as CheckFiles),
    plan,
    unlockedManifest:
      plan?.resolvedOn === undefined ? undefined : unlockedManifestAmong(paths, Object.fromEntries(refusals)),
    secretNames: secretNames(await readAll(secretFilesAmong(paths))),
    work: await workFactsOf(gitDir, commit, signal),
  }
}

/** Reads a file as Latin-1 text, so that every byte survives; undefined if it is too large or no file. */
const textAt = async (gitDir: string, commit: string, path: string, signal: AbortSignal) => {
  const call = { gitDir, signal, exitCodes: [0, 128], maxOutputBytes: fileMostBytes }
  const answer = await git(['cat-file', 'blob', `${commit}:${path}`], call).catch(() => undefined)
  signal.throwIfAborted()
  return answer?.exitCode === 0 ? answer.stdout.toString('latin1') : undefined
}

const filesMost = 20
const namesMost = 50

const isTemplate = (path: string) => /(^|\/)\.env\.(example|sample|template|dist)$/.test(path)
const isWorkflow = (path: string) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)

/** The files that name secrets without having them: templates of .env files and workflows. */
export const secretFilesAmong = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => isTemplate(path) || isWorkflow(path)).slice(0, filesMost)

/** The names of secrets in such files, each once; never a value. */
export const secretNames = (files: ReadonlyMap<string, string>): readonly string[] => {
  const names = [...files].flatMap(([path, text]) => (isTemplate(path) ? namesInTemplate(text) : namesInWorkflow(text)))
  return [...new Set(names)].filter((name) => name !== 'GITHUB_TOKEN').slice(0, namesMost)
}

const likeSecret = /KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL|DSN|PRIVATE/

const namesInTemplate = (text: string): readonly string[] =>
  [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z][A-Z0-9_]{1,99})[ \t]*=/gm)]
    .map(([, name]) => name!)
    .filter((name) => likeSecret.test(name))

/** The condition of a job that no pull request runs. */
const ofPushAlone = /^ {4}if:(?![^\n]*pull_request)[^\n]{0,200}(?:event_name == .push|github\.ref\b|refs\/)/m

/**
 * Tests of a change get the environment that pull requests have in a workflow. They need no secrets of releases, and none
 * that steps pass to actions, such as a coverage token.
 */
const namesInWorkflow = (text: string): readonly string[] => {
  if (!/\bpull_request\b/.test(text)) return []
  const jobs = text.split(/^ {2}(?=\w)/m).filter((job) => !ofPushAlone.test(job))
  return jobs
    .flatMap((job) => job.split('\n'))
    .filter((line) => /^[ \t]{0,99}[A-Z][A-Z0-9_]{0,99}:/.test(line))
    .flatMap((line) => [...line.matchAll(/\bsecrets\.([A-Z][A-Z0-9_]{1,99})\b/g)].map(([, name]) => name!))
}
