import { join } from 'node:path'
import { atelier } from '../program/command.ts'
import { planning } from '../../../domains/delivery/planning/contract.ts'
import { runs } from '../../../domains/delivery/runs/contract.ts'
import { giveAcceptance } from '../files/acceptance-files.ts'
import { readEvidence } from '../cycle/evidence.ts'
import { printPatches } from '../commands/work/diff.ts'
import { mergedText } from '../commands/work/run.ts'
import { decideFor, noReadChanges, type ReadChanges } from '../cycle/decide.ts'
import { cycleFailure, watchCycle } from '../cycle/watch-cycle.ts'
import { failed } from '../failure.ts'
import { importSource } from '../import/import-path.ts'
import { openSource } from '../import/source.ts'
import { pullPath } from '../pull/pull-path.ts'
import type { Session } from '../session.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { checkText, commandText, isAsItShould } from '../terminal/task-tree.ts'
import { counted, printable } from '../terminal/text.ts'
import { changeFor, type Change } from './change.ts'
import { differing, fingerprintOf } from './fingerprint.ts'
import { makeSample, sampleAcceptance, sampleChange } from './sample.ts'

/**
 * Takes a repository through the whole loop and prints each step; returns the project. Without a path, the sample's.
 */
export const showLoop = (session: Session, given: string | undefined): Promise<string> =>
  inTemporaryFolder(async (folder) => {
    const { output, signal } = session
    const path = given ?? (await makeSample(folder))
    const before = await fingerprintOf(path, signal)
    output.print(`\n1. Importing ${given === undefined ? 'the sample that ships with Atelier' : path}`)
    const { projectId, change } = await bringIn(session, path, folder, given === undefined)
    output.print(`\n2. Proposing: ${change.title}`)
    const cycleId = await propose(session, projectId, change)
    if (given === undefined) await accept(session, cycleId)
    output.print('\n3. Running: checks before the change, an agent in a sandbox, checks after it, review, merge')
    const read = noReadChanges()
    await runToEnd(session, cycleId, read)
    output.print('\n4. What the checks said, and the change')
    await showEvidence(session, cycleId, read)
    output.print('\n5. Getting it back')
    await pullBack(session, join(folder, 'pulled'), projectId)
    const after = await fingerprintOf(path, signal)
    const differ = differing(before, after)
    if (differ.length > 0)
      throw failed('repository_touched', `${path} is not as it was; what differs: ${differ.join(', ')}`)
    output.print(`   ${path} is as it was: ${after.summary}`)
    return projectId
  })

const bringIn = async (session: Session, path: string, folder: string, isSample: boolean) => {
  const source = await openSource(session, path, folder)
  const { imported, manifest } = await importSource(session, source, { protect: false, onFindings: 'keep' })
  const { project, projectId, generation, commitSha } = imported
  session.output.print(
    `   “${printable(project.name)}” is project ${projectId}, revision ${generation}, commit ${commitSha.slice(0, 12)}`,
  )
  const paths = new Set(manifest.manifest.files.flatMap((file) => (file.path === undefined ? [] : [file.path])))
  return { projectId, change: isSample ? await sampleChange() : await changeFor(source.gitDir, commitSha, paths) }
}

const propose = async ({ output, client }: Session, projectId: string, change: Change): Promise<string> => {
  const { cycle } = await (await client()).call(planning.proposeCycle, { body: { projectId, ...change } })
  output.print(change.description.replaceAll(/^/gm, '   | '))
  output.print(`   Cycle ${cycle.id} is a ${cycle.status}`)
  return cycle.id
}

/** A person's own test makes the difference between shown and proved. */
const accept = async (session: Session, cycleId: string) => {
  const file = await sampleAcceptance()
  await giveAcceptance(session, await session.client(), cycleId, [file])
  session.output.print('   An acceptance test, which the agent does not see:')
  session.output.print(file.content.trimEnd().replaceAll(/^/gm, '   | '))
}

const runToEnd = async (session: Session, id: string, read: ReadChanges) => {
  const client = await session.client()
  await client.call(runs.executeCycle, { params: { id } })
  const detail = await watchCycle(session, id, decideFor(session, { acceptUnverified: true }, read))
  const fault = cycleFailure(detail)
  if (fault) throw fault
  session.output.print(`   ${mergedText(detail)}`)
  const verdicts = detail.tasks.map(({ verdict }) => verdict)
  const accepted = (['unverified', 'checked', 'shown'] as const).find((verdict) => verdicts.includes(verdict))
  if (accepted)
    session.output.print(
      `   It would wait for you. The demo accepted it, as ${atelier} deliver --accept-${accepted} does.`,
    )
}

const showEvidence = async (session: Session, cycleId: string, read: ReadChanges) => {
  const { output } = session
  const evidence = await readEvidence(await session.client(), cycleId)
  const checks = evidence.flatMap((task) => task.checks)
  if (checks.length === 0)
    output.print('   No check: no test command of this project is known. A project can set one in runtime.checks.')
  for (const check of checks) {
    output.print(`   ${checkText(check, output.paint)}: ${commandText(check.command)}`)
    if (!isAsItShould(check))
      for (const line of check.log.trim().split('\n').slice(-logLinesMost)) output.print(`       ${printable(line)}`)
  }
  output.print('')
  printPatches(session, evidence, read)
}

const logLinesMost = 4

const pullBack = async (session: Session, path: string, projectId: string) => {
  const { head } = await pullPath(session, path, { project: projectId, protect: false })
  const { files } = head.manifest as { files: readonly unknown[] }
  session.output.print(
    `   Revision ${head.generation}, commit ${head.commitSha.slice(0, 12)}: ${counted(files.length, 'file')}, byte for byte what its manifest says`,
  )
}
