import { readCommitFiles, setupFilesOf } from '../../../../execution/packages/index.ts'
import { findBrowser } from '../../../../execution/sandbox/index.ts'
import { findMachineServices, offeredOf, planServices, type Services } from '../../../../execution/databases/index.ts'
import {
  missingBrowserSentence,
  needFilesAmong,
  needsOf,
  noNeedFacts,
  offeredSentence,
  readNeedFacts,
  readSetup,
  type SetupPlan,
} from '../../../../execution/setup/index.ts'
import { protectedPathsOf } from '../../../code/revisions/index.ts'
import { requestedPlace } from '../carrier.ts'
import { hasBrowser } from '../set-up.ts'
import type { StepWork, Work } from '../step-work.ts'

/** Reads the needs of a commit's tests beside packages, such as a database, and which of them checks get. */
export const readNeeds = async (
  { parts, context: { run, read, signal }, work: { repository, project } }: StepWork<Work>,
  commit: string,
): Promise<{ readonly services: Services; readonly sentences: readonly string[] }> => {
  const paths = await parts.repositories.pathsOf(repository.id, commit)
  const files = await readCommitFiles(parts, { repositoryId: repository.id, commit }, needFilesAmong(paths))
  const facts = await readNeedFacts(files, { key: run.workspaceId, signal })
  const { services: named, databases } = facts ?? noNeedFacts
  // Without isolation they would listen on the loopback of the machine.
  const machine = parts.sandboxes.isolates && named.length > 0 ? await findMachineServices() : noServices
  const offered = offeredOf(named, machine)
  const protectedFiles =
    repository.primarySince !== null ? await read((tx) => protectedPathsOf(tx, { projectId: project.id })) : []
  const needs = needsOf(facts ?? noNeedFacts, { protectedPaths: protectedFiles.map(({ path }) => path), offered })
  const place = await read((tx) => requestedPlace(tx, project))
  const lacksBrowser = place && hasBrowser(place.sandboxProfile) && (await findBrowser()) === undefined
  return {
    services: planServices({ services: named, databases }, machine),
    // For the log of the setup: the services for checks, and the needs that no setup provides.
    sentences: [
      ...needs,
      ...(facts === undefined ? [unread] : []),
      ...(lacksBrowser ? [missingBrowserSentence] : []),
      ...(offered.length > 0 ? [offeredSentence(offered)] : []),
    ],
  }
}

const unread = 'The files that tell what the tests need take more time or memory than there is to read them.'
const noServices = { postgres: undefined, hasRedis: false }

/**
 * How a project is set up, by the files of a commit or its own commands; undefined if it needs no set-up. Without a
 * lock file, base and change take versions as they were when the run began.
 */
export const readPlan = async (
  { parts, context: { run, read, signal }, work: { repository, project, runtime } }: StepWork<Work>,
  commit: string,
): Promise<SetupPlan | undefined> => {
  const { setup, fetch } = runtime
  const day = run.createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length)
  const place = await read((tx) => requestedPlace(tx, project))
  const node = { machine: process.versions.node, requested: place?.runtimeVersion }
  const at = { day, node }
  const files = await setupFilesOf(parts, { repositoryId: repository.id, commit })
  return readSetup(files, { at, own: { setup, fetch } }, { key: run.workspaceId, signal })
}
