import { atelier } from '../../program/command.ts'
import { coverageLines } from '../../cycle/coverage.ts'
import { acceptanceLines } from '../../cycle/acceptance.ts'
import { examinationLines } from '../../cycle/examination.ts'
import { probeLines } from '../../cycle/probes.ts'
import { noReadChanges, type ReadChanges } from '../../cycle/decide.ts'
import { readEvidence, type Evidence } from '../../cycle/evidence.ts'
import { modelReviewText } from '../../cycle/model-review.ts'
import { isFact } from '../../../../domains/delivery/tasks/rules/account-sentence.ts'
import { unshownLines } from '../../cycle/unshown.ts'
import { chooseCycleOrTask } from '../../project.ts'
import type { Session } from '../../session.ts'
import { paintedPatch } from '../../terminal/patch.ts'
import { counted, printable } from '../../terminal/text.ts'

/** `atelier diff [cycle or task]` */
export const diff = async (session: Session, named: string | undefined): Promise<void> => {
  const evidence = await readEvidence(await session.client(), await chooseCycleOrTask(session, named))
  printPatches(session, evidence)
  session.output.document({ tasks: evidence })
}

type Archive = NonNullable<Evidence['archive']>

/** A project without an attached repository has no diff: the delivery consists of all its files. */
const printArchive = (output: Session['output'], { files, truncated }: Archive) => {
  const lines = files.map(
    ({ path, pathBase64, sizeBytes }) => `${printable(path ?? pathBase64!)} (${sizeBytes ?? 0} bytes)`,
  )
  output.print([`Delivered ${counted(files.length, 'file')}:`, ...lines].join('\n'))
  if (truncated) output.say(`Not all of it is shown here. See all of it with ${atelier} pull.`)
}

const signs = { added: '+', removed: '-', changed: '~' } as const

/** Shown beside the patch, since a reader skips the lines of a lock file. */
const sayPackages = (output: Session['output'], { changes, truncated }: Evidence['packages']) => {
  if (changes.length === 0) return
  output.say(`Packages (${counted(changes.length, 'change')}${truncated ? ', and more' : ''}):`)
  for (const { kind, name, before, after } of changes) {
    const versions = [before.join(', '), after.join(', ')].filter((text) => text !== '').join(' → ')
    output.say(`  ${signs[kind]} ${printable(name)} ${printable(versions)}`)
  }
}

const levels = { refuse: 'refused', ask: 'for a person', note: 'note' } as const

/** New tests that fail without the change: they prove its effect. */
const sayReproduced = (output: Session['output'], verdict: Evidence['verdict']) => {
  const tests = verdict?.reproduced ?? []
  if (tests.length === 0) return
  output.say('Fails without the change, and passes with it:')
  for (const { check, file, name, by } of tests) {
    const place = file === undefined ? '' : ` in ${printable(file)}`
    output.say(`  ${printable(name ?? `the check “${check}”`)}${place}${by === undefined ? '' : `, ${whose[by]}`}`)
  }
}

const whose = {
  base: 'which was there before the request',
  acceptance: 'an acceptance test',
  examiner: 'of the examiner',
  change: 'which came with the change',
} as const

/** The list of what no test shows, unless it was read, and findings about weaker tests; the reasons name file and line. */
const sayFindings = (output: Session['output'], verdict: Evidence['verdict'], isListRead: boolean) => {
  const findings = verdict?.findings.filter((one) => !one.unshown && !isFact(one)) ?? []
  if (!isListRead) for (const line of unshownLines(verdict)) output.say(line)
  if (findings.length === 0) return
  output.say(`The review found (${counted(findings.length, 'finding')}):`)
  for (const { level, reason } of findings) output.say(`  ${levels[level]}: ${printable(reason)}`)
}

/** The model's review of the change: its words, as untrusted as the change. */
const sayModelReview = (output: Session['output'], verdict: Evidence['verdict']) => {
  const review = verdict?.modelReview
  if (!review) return
  const text = modelReviewText(review)
  if (text === undefined) return
  output.say(text)
  for (const { path, line, reason } of review.findings) {
    const place = path === undefined ? '' : `${printable(path)}${line === undefined ? '' : `:${line}`} `
    output.say(`  ${place}${printable(reason)}`)
  }
}

/**
 * Onto a terminal coloured and harmless, without the part that was read there while the run waited; into a pipe byte
 * for byte, so that `git apply` takes it.
 */
export const printPatches = (
  { output }: Session,
  evidence: readonly Evidence[],
  read: ReadChanges = noReadChanges(),
): void => {
  if (evidence.length === 0)
    output.say(`This cycle has no task yet, so there is no change. Run it first: ${atelier} run`)
  for (const { headSha, patch, files, archive, packages, checks, verdict, ...cut } of evidence) {
    const isPatchRead = read.patches.has(headSha) && process.stdout.isTTY
    if (archive) printArchive(output, archive)
    else if (!patch) output.say('This task changes nothing.')
    else if (!isPatchRead) output.print(process.stdout.isTTY ? paintedPatch(patch, output.paint) : patch)
    sayPackages(output, packages)
    sayReproduced(output, verdict)
    const results = [coverageLines(checks), probeLines(verdict), acceptanceLines(verdict), examinationLines(verdict)]
    for (const line of results.flat()) output.say(line)
    sayFindings(output, verdict, read.lists.has(headSha))
    sayModelReview(output, verdict)
    if (cut.patchTruncated || cut.filesTruncated)
      output.say(
        `The change is larger than what is shown here: ${counted(files.length, 'file')}${cut.filesTruncated ? ' and more' : ''}. All of it comes with ${atelier} pull once it is merged.`,
      )
  }
}
