import { watches, watchesSentence, type SetupPlan } from '../../setup/index.ts'
import { lstat, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import {
  contentHashOf,
  installRecord,
  installTree,
  logMostChars,
  programsPath,
  unrecorded,
  withSandbox,
  worktreeEnvironment,
} from '../../packages/index.ts'
import type { PhaseEnd, SandboxFiles } from '../../packages/index.ts'
import { packagesFolderOf, removeOwnFolder } from '../../sandbox/index.ts'
import type { Outcome, SandboxLimits, StopReason } from '../../sandbox/index.ts'
import { openBuildLog, type BuildLog } from './output-lines.ts'
import type { BuildInput, BuildParts, BuildResult } from './build-parts.ts'
import { copyFiles, isPlainFolder } from './copy-files.ts'
import {
  descriptionOf,
  filesOf,
  findKeptBuild,
  measureBuild,
  removeKeptBuild,
  unfinishedBeside,
} from './kept-builds.ts'
import { siteFolders } from '../plans/plan-draft.ts'
import type { PreviewBuild, PreviewKind, PreviewPlan } from '../preview.ts'

/**
 * Builds a commit in sandboxes and keeps the result in a folder. A build that the folder has already is returned; a
 * build that ends in the middle, however the process ends, leaves nothing under that name. Rejects if `signal` is
 * aborted and if the server itself fails.
 */
export const buildPreview = async (parts: BuildParts, input: BuildInput): Promise<BuildResult> => {
  input.signal.throwIfAborted()
  const before = await findKeptBuild(input.folder)
  if (before) return { build: before }
  await removeKeptBuild(input.folder)
  await mkdir(dirname(input.folder), { recursive: true, mode: 0o700 })
  const work = unfinishedBeside(input.folder)
  await mkdir(work, { mode: 0o700 })
  try {
    const build = await buildIn(parts, input, work)
    return 'failed' in build ? build : { build: await keep(work, build) }
  } finally {
    await removeOwnFolder(work)
  }
}

type BuildOutcome = PreviewBuild | { readonly failed: string }

const buildIn = async (parts: BuildParts, input: BuildInput, work: string): Promise<BuildOutcome> => {
  const { plan, tree, limits, signal } = input
  const log = openBuildLog(input.onLine)
  log.say(plan.foundBy)
  if (plan.kind === 'dockerfile') return buildByDockerfile(parts, input, log, work)
  const isBuilt = plan.build.length > 0 || plan.start !== null
  if (!isBuilt) return keepSite(input, log, { from: tree, work })
  const files = plan.kind === 'static' ? join(work, 'source') : filesOf({ folder: work })
  const copied = await copyFiles(tree, files, { mostBytes: limits.diskBytes, keepsLinks: true, signal })
  if ('failed' in copied) return copied
  const failed = await runCommands(parts, input, log, files)
  if (failed !== undefined) return { failed }
  return plan.kind === 'static' ? keepSite(input, log, { from: files, work }) : keepProgram(parts, input, work)
}

/** The file system of the image that the engine builds; a sandbox shows it as its system. */
const buildByDockerfile = async ({ sandboxes }: BuildParts, input: BuildInput, log: BuildLog, work: string) => {
  const { tree, plan, limits, signal, imageHash, mask, recordBuild } = input
  const { images } = sandboxes
  if (!images) return { failed: 'This server has no container engine that builds images.' }
  log.say(
    'The container engine builds the image. Its steps have no network; images that it begins with may be fetched.',
  )
  const into = filesOf({ folder: work })
  await mkdir(into, { mode: 0o700 })
  const output = log.command()
  let printed = ''
  const onOutput = (chunk: Buffer) => {
    output.push('stdout', chunk)
    printed = (printed + chunk.toString('utf8')).slice(-logMostChars)
  }
  const base = imageHash === undefined ? undefined : { kind: 'dockerfile' as const, contentHash: imageHash }
  const record = (base && recordBuild?.(base)) ?? unrecorded
  const program = await record.build(
    () => images.build({ tree, dockerfile: 'Dockerfile', into, limits, onOutput, signal }),
    (result) => ({ log: maskedText(printed, mask), error: 'failed' in result ? result.failed : undefined }),
  )
  output.end()
  if ('failed' in program) return program
  const argv = plan.start === null ? program.argv : ['sh', '-c', plan.start]
  const own = { output: '.', environment: program.environment, program: { ...program, argv } }
  const build = await describe(input, work, own)
  return 'failed' in build ? build : { ...build, start: null }
}

/** Installs the packages and runs the build commands; a sentence for people if a command failed. */
const runCommands = async (
  parts: BuildParts,
  { plan, setup, keys, environment, limits, mask, recordBuild, signal }: BuildInput,
  log: BuildLog,
  path: string,
): Promise<string | undefined> => {
  const packages = { ...parts, sandboxLimits: limits }
  const tree: SandboxFiles = { name: 'preview-build', path, readonly: [], environment: gitBounds(parts, path) }
  if (setup?.refused !== undefined) return setup.refused
  if (setup && keys) {
    log.say(`Packages are installed with ${setup.managers.join(', ') || 'the commands of the project'}.`)
    const builds = recordBuild?.({ kind: 'packages', contentHash: contentHashOf(keys) }) ?? unrecorded
    const errorOf = (failed: PhaseEnd) => installFailure(setup, failed, limits)
    const record = installRecord(builds, errorOf, (text) => maskedText(text, mask))
    const install = { plan: setup, keys, keeps: 'nothing' as const, variables: environment, record }
    const end = await installTree(packages, signal, tree, install)
    log.add(maskedText(end.log, mask))
    if (end.outcome !== 'passed') return installFailure(setup, end, limits)
  }
  const ofPackages = setup ? worktreeEnvironment(parts, tree, setup) : {}
  const variables = { ...quietEnvironment, ...ofPackages, ...environment }
  for (const command of plan.build) {
    if (watches(command)) return watchesSentence
    log.say(`$ ${command}`)
    const output = log.command()
    const argv = ['sh', '-c', previewScript(command)]
    const outcome = await withSandbox(packages, tree, { environment: variables }, (sandbox) =>
      sandbox.run({ argv, signal, onOutput: output.push, ...(mask && { mask }) }),
    )
    output.end()
    signal.throwIfAborted()
    if (outcome.stoppedBy !== undefined || outcome.exitCode !== 0) return commandFailure(command, outcome, limits)
  }
  return undefined
}

const maskedText = (text: string, mask: BuildInput['mask']): string => {
  if (!mask) return text
  const stream = mask()
  return Buffer.concat([stream.push(Buffer.from(text)), stream.end()]).toString('utf8')
}

const quietEnvironment = { CI: 'true', NO_COLOR: '1', npm_config_update_notifier: 'false' }

/** Without isolation, commands of git would find a repository around the folder of the server. */
const gitBounds = ({ sandboxes }: BuildParts, path: string): Readonly<Record<string, string>> =>
  sandboxes.isolates ? {} : { GIT_CEILING_DIRECTORIES: dirname(path) }

/** Keeps only the output folder of a site. */
const keepSite = async (
  input: BuildInput,
  log: BuildLog,
  { from, work }: { readonly from: string; readonly work: string },
): Promise<BuildOutcome> => {
  const { plan, limits, signal } = input
  if (!(await isPlainFolder(from, plan.output))) return { failed: await noOutput(plan, from) }
  const limit = { mostBytes: limits.diskBytes, keepsLinks: false, signal }
  const copied = await copyFiles(join(from, plan.output), filesOf({ folder: work }), limit)
  if ('failed' in copied) return copied
  if (copied.leftOut > 0)
    log.say(`${copied.leftOut} entries were left out, such as links: a site is served from files and folders alone.`)
  if (from !== input.tree) for (const each of [from, packagesFolderOf(from)]) await removeOwnFolder(each)
  return describe(input, work, { output: '.', environment: {} })
}

const noOutput = async ({ build, output }: PreviewPlan, from: string): Promise<string> => {
  const what = build.length > 0 ? `The build made no folder ${output}.` : `The repository has no folder ${output}.`
  const found = await folderWithIndex(from)
  const hint = found === undefined ? '' : ` The folder ${found} has an index.html.`
  return `${what}${hint} Set the output folder of previews to the one that is to be served.`
}

const folderWithIndex = async (from: string): Promise<string | undefined> => {
  for (const folder of siteFolders.filter((one) => one !== '.')) {
    const path = join(from, folder)
    if ((await isPlainFolder(from, folder)) && (await lstat(join(path, 'index.html')).catch(undefinedIfAbsent)))
      return folder
  }
  return undefined
}

const keepProgram = (parts: BuildParts, input: BuildInput, work: string): Promise<BuildOutcome> => {
  const { plan, setup, folder } = input
  const ofPackages = setup ? worktreeEnvironment(parts, { path: filesOf({ folder }) }, setup) : {}
  return describe(input, work, { output: plan.output, environment: { ...ofPackages, ...runEnvironment(plan.kind) } })
}

const runEnvironment = (kind: PreviewKind): Readonly<Record<string, string>> =>
  kind === 'node' ? { NODE_ENV: 'production', npm_config_update_notifier: 'false' } : { PYTHONUNBUFFERED: '1' }

const describe = async (
  { plan, folder, limits }: BuildInput,
  work: string,
  own: Pick<PreviewBuild, 'output' | 'environment' | 'program'>,
): Promise<BuildOutcome> => {
  const sizeBytes = await measureBuild(filesOf({ folder: work }))
  if (sizeBytes === undefined)
    return { failed: 'The size of the build could not be measured: it has folders that cannot be read.' }
  if (sizeBytes > limits.diskBytes) return { failed: `The build is larger than ${mebibytes(limits.diskBytes)}.` }
  const { kind, healthPath, isSinglePage } = plan
  const start = plan.start === null ? null : previewScript(plan.start)
  return { folder, kind, start, healthPath, isSinglePage, sizeBytes, ...own }
}

/** Puts a build in its place at once. If another process was faster with this build, the other process's build stays. */
const keep = async (work: string, build: PreviewBuild): Promise<PreviewBuild> => {
  const { folder, ...description } = build
  const file = await open(descriptionOf(work), 'wx')
  try {
    await file.writeFile(JSON.stringify(description))
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await rename(work, folder)
    return build
  } catch (error) {
    const other = await findKeptBuild(folder)
    if (other === undefined) throw error
    return other
  }
}

const shownMostChars = 200

/** Why a build command failed, as a sentence for people. */
export const commandFailure = (
  command: string,
  { exitCode, stoppedBy }: Pick<Outcome, 'exitCode' | 'stoppedBy'>,
  limits: SandboxLimits,
): string => {
  const shown = `The build command “${command.slice(0, shownMostChars).toWellFormed()}”`
  if (stoppedBy !== undefined) return `${shown} was stopped: ${stopSentence(stoppedBy, limits)}`
  return exitCode === 127
    ? `${shown} names a program that was not found. The log says which.`
    : `${shown} ended with exit code ${exitCode}. The log says why.`
}

/** Why the packages could not be installed, as a sentence for people. */
export const installFailure = ({ managers }: SetupPlan, { stoppedBy }: PhaseEnd, limits: SandboxLimits): string => {
  const what = `The packages could not be installed with ${managers.join(', ') || 'the commands of the project'}`
  return stoppedBy === null ? `${what}. The log says why.` : `${what}: ${stopSentence(stoppedBy, limits)}`
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`

const stopSentence = (reason: StopReason, limits: SandboxLimits): string => {
  const sentences: Readonly<Record<StopReason, string>> = {
    'wall-time': `it took longer than ${Math.ceil(limits.wallMs / 60_000)} minutes.`,
    'cpu-time': `it used more than ${Math.ceil(limits.cpuSeconds / 60)} minutes of processor time.`,
    memory: `it used more than ${mebibytes(limits.memoryBytes)} of memory.`,
    processes: `it started more than ${limits.processes} processes.`,
    disk: `it wrote more than ${mebibytes(limits.diskBytes)}.`,
    output: `it printed more than ${mebibytes(limits.outputBytes)}.`,
    cancelled: 'it was cancelled.',
  }
  return sentences[reason]
}

/** The text for `sh -c` that runs a command from a plan in the files of a build, with programs from its packages. */
export const previewScript = (command: string): string => `${programsPath}\n${command}`
