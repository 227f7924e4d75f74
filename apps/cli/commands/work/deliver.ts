import { resolve } from 'node:path'
import { atelier } from '../../program/command.ts'
import { runs } from '../../../../domains/delivery/runs/contract.ts'
import { decideFor, noReadChanges, type AcceptOptions } from '../../cycle/decide.ts'
import { lacksModel } from '../../cycle/lacks-model.ts'
import { chooseModel } from '../../found/choose-model.ts'
import { cycleFailure, watchCycle } from '../../cycle/watch-cycle.ts'
import { importPath, type ImportOptions } from '../../import/import-path.ts'
import { chooseProject, linkedProject } from '../../project.ts'
import { reportUnpushedCommits } from '../../pull/unpushed-commits.ts'
import { pullPath } from '../../pull/pull-path.ts'
import { findRepository } from '../../repository/find-repository.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { readEvidence } from '../../cycle/evidence.ts'
import { readUsage } from '../../cycle/spent.ts'
import { summaryLines } from '../../cycle/summary.ts'
import { printPatches } from './diff.ts'
import { describe, proposeChange, type ProposeOptions } from './propose.ts'
import { pulledDocument, pulledText } from '../projects/pull.ts'
import { mergedText } from './run.ts'

interface DeliverOptions extends ProposeOptions, ImportOptions, AcceptOptions {
  /** A source of this machine that agents work with from now on. */
  readonly use?: string
}

/** `atelier deliver "<change>" [path]`: makes a merged commit of a repository and a sentence. */
export const deliver = async (session: Session, change: string | undefined, path: string, options: DeliverOptions) => {
  const { output } = session
  const { description } = await describe(session, change, options)
  const client = await session.client()
  const presentProject = await findProject(session, path, options)
  await chooseModel(session, options.use, () => lacksModel(client, description, presentProject))
  const project = presentProject ?? (await importedProject(session, path, options))
  const { cycle, adopted } = await proposeChange(session, change, { ...options, project })
  const { id } = cycle
  output.say(`Proposed “${printable(cycle.title)}” (cycle ${cycle.handle})`)
  if (!adopted) await client.call(runs.executeCycle, { params: { id } })
  const read = noReadChanges()
  const detail = await watchCycle(session, id, decideFor(session, options, read))
  const usage = (await readUsage(client, id)) ?? null
  const fault = cycleFailure(detail)
  if (fault) {
    output.document({ type: 'end', ...detail, usage })
    throw fault
  }
  const evidence = await readEvidence(client, id)
  printPatches(session, evidence, read)
  for (const line of [mergedText(detail), ...summaryLines({ detail, evidence, usage })]) output.say(line)
  const pulled = await pullHere(session, path, project)
  output.document({ type: 'end', ...detail, usage, evidence, pulled: pulled && pulledDocument(pulled) })
  output.say(pulled ? pulledText(pulled) : `Get it: ${atelier} pull <folder> --project ${project}`)
}

/** The project that an option names, or that the repository at `path` belongs to. */
const findProject = async (session: Session, path: string, options: DeliverOptions): Promise<string | undefined> => {
  if (options.project !== undefined) return chooseProject(session, options.project)
  const found = await foundAt(session, path)
  const linked = await linkedProject(await session.client(), found)
  if (found && linked !== undefined) await reportUnpushedCommits(session, found, linked)
  return linked
}

const importedProject = async (session: Session, path: string, options: ImportOptions): Promise<string> => {
  const { imported } = await importPath(session, path, options)
  session.output.say(`Imported “${printable(imported.project.name)}” (project ${imported.projectId})`)
  return imported.projectId
}

const foundAt = ({ cwd }: Session, path: string) => findRepository(resolve(cwd, path)).catch(() => undefined)

/** A bundle has no repository to pull into. */
const pullHere = async (session: Session, path: string, project: string) =>
  (await foundAt(session, path)) ? pullPath(session, path, { project, protect: false }) : undefined
