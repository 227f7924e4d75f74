import { randomBytes } from 'node:crypto'
import type { AccountedPart } from '../../../execution/probes/index.ts'
import { setupFilesAmong } from '../../../execution/setup/index.ts'
import { jsonObject } from '../../../packages/foreign-json/index.ts'
import { isEvidence, shellPath, type AccountedFile } from '../../../packages/verdict/index.ts'
import { readText, type StepWork } from '../workbench/index.ts'
import { runInFreshFiles } from './run-in-fresh-files.ts'

interface AccountedTexts {
  readonly files: readonly AccountedFile[]
  readonly parts: readonly AccountedPart[]
  readonly checkMs: number
}

const generators = ['generate', 'codegen'] as const
const leastMs = 60_000
const fileMostBytes = 1_048_576

/**
 * Accounts for files that the project's own generator makes again: one part each. The generator of the base
 * runs over the base with only those changed files of which each part is needed by a test of another author. Neither the
 * file nor the history of the change is there, so that nothing can copy it.
 */
export const withFilesMadeAgain = async (
  stepWork: StepWork,
  { files, parts, checkMs }: AccountedTexts,
): Promise<readonly AccountedPart[]> => {
  const found = generatedAmong(files, parts)
  const script = found.made.length === 0 ? undefined : await generatorOf(stepWork)
  if (script === undefined) return parts
  const made = await exactly(stepWork, found.made)
  const inputs = await exactly(stepWork, found.inputs)
  if (made.length === 0) return parts
  const nonce = randomBytes(8).toString('hex')
  const resultPath = `.made_${nonce}`
  const gone = [...made, ...inputs.filter(({ after }) => after === undefined)].map(({ path }) => shellPath(path))
  const command = [
    `rm -f ${gone.join(' ')}`,
    `npm run --silent ${script}`,
    `for made in ${made.map(({ path }) => shellPath(path)).join(' ')}; do base64 < "$made" | tr -d '\\n'; echo; done > ${resultPath}`,
  ].join(' && ')
  const laid = inputs.flatMap(({ path, after }) => (after === undefined ? [] : [{ path, text: after }]))
  const run = { files: laid, command, resultPath, wallMs: Math.max(leastMs, 2 * checkMs) }
  const result = (await runInFreshFiles(stepWork, { commit: 'base', run, checkMs })) ?? ''
  const texts = result.split('\n')
  const isMade = made.filter(({ after }, at) => texts[at] === Buffer.from(after!).toString('base64'))
  return asOnePart(parts, isMade)
}

/**
 * The files that a generator may make again, and its inputs among the changed files. A file with a guard is not made
 * again. Nothing is made again if a change touches files that install packages, or if parts are still to be tried.
 */
export const generatedAmong = (
  files: readonly AccountedFile[],
  parts: readonly AccountedPart[],
): { readonly made: readonly AccountedFile[]; readonly inputs: readonly AccountedFile[] } => {
  const isOpen = setupFilesAmong(files.map(({ path }) => path)).length > 0
  if (isOpen || parts.some(({ reason }) => reason === 'not_tried')) return { made: [], inputs: [] }
  const byPath = Map.groupBy(parts, ({ path }) => path)
  const partsOf = ({ path }: AccountedFile) => byPath.get(path) ?? []
  const isText = ({ kind }: AccountedPart) => kind === 'added' || kind === 'changed' || kind === 'removed'
  return {
    made: files.filter(
      (file) =>
        file.kind === 'modified' &&
        !isEvidence(file.path) &&
        partsOf(file).some(({ account }) => account === 'unseen') &&
        partsOf(file).every((part) => isText(part) && !part.isGuard),
    ),
    inputs: files.filter(
      (file) =>
        file.kind !== 'renamed' &&
        // Each file is laid with a line's end behind it.
        (file.after ?? '\n').endsWith('\n') &&
        partsOf(file).length > 0 &&
        partsOf(file).every(({ kind, account }) => account === 'needed' && kind !== 'mode'),
    ),
  }
}

/** The files whose bytes are their text in UTF-8, and those that are removed. */
const exactly = async (
  { parts: { repositories }, work: { repository, task } }: StepWork,
  files: readonly AccountedFile[],
): Promise<readonly AccountedFile[]> => {
  const paths = files.map(({ path }) => ({ path }))
  const found = await repositories.readFiles(repository.id, { commit: task.headSha!, paths, maxBytes: fileMostBytes })
  return files.filter(({ after }, at) =>
    after === undefined ? found[at] === undefined : found[at]?.content?.equals(Buffer.from(after)) === true,
  )
}

/** The generator that the manifest of the base names. */
const generatorOf = async ({ parts: { repositories }, work: { repository, task } }: StepWork) => {
  const manifest = await readText(repositories, repository.id, task.baseSha!, 'package.json')
  const scripts = jsonObject(manifest ?? '')?.scripts as Readonly<Record<string, unknown>> | null | undefined
  return generators.find((name) => typeof scripts?.[name] === 'string')
}

const asOnePart = (parts: readonly AccountedPart[], made: readonly AccountedFile[]): readonly AccountedPart[] => {
  const left = new Map(made.map((file) => [file.path, file]))
  return parts.flatMap((part): readonly AccountedPart[] => {
    const file = left.get(part.path)
    if (!file) return made.some(({ path }) => path === part.path) ? [] : [part]
    left.delete(part.path)
    const { reason: _none, tests: _neither, ...rest } = part
    return [{ ...rest, kind: 'changed', line: 1, endLine: file.after!.split('\n').length, account: 'own' }]
  })
}
