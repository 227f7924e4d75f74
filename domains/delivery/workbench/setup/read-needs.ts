import { readCommitFiles } from '../../../../execution/packages/index.ts'
import { findBrowser } from '../../../../execution/sandbox/index.ts'
import { findMachineServices, offeredOf, planServices, type Services } from '../../../../execution/databases/index.ts'
import {
  missingBrowserSentence,
  needFilesAmong,
  needsOf,
  noNeedFacts,
  offeredSentence,
  readNeedFacts,
} from '../../../../execution/setup/index.ts'
import { protectedPathsOf } from '../../../code/revisions/index.ts'
import { requestedPlace } from '../carrier.ts'
import { hasBrowser } from '../profile-variables.ts'
import type { StepWork } from '../step-work.ts'
import type { Work } from '../step-work.ts'

/** The needs of a commit's checks beside packages. */
export interface Needs {
  /** The environment of checks. */
  readonly services: Services
  /** For the log of the setup: the services for checks, and the needs that no setup provides. */
  readonly sentences: readonly string[]
}

/** Reads the needs of a commit's tests beside packages, such as a database, and which of them checks get. */
export const readNeeds = async (
  { parts, context: { run, read, signal }, work: { repository, project } }: StepWork<Work>,
  commit: string,
): Promise<Needs> => {
  const paths = await parts.repositories.pathsOf(repository.id, commit)
  const files = await readCommitFiles(parts, { repositoryId: repository.id, commit }, needFilesAmong(paths))
  const facts = await readNeedFacts(files, { key: run.workspaceId, signal })
  const { services: named, databases } = facts ?? noNeedFacts
  // Without isolation they would listen on the loopback of the machine.
  const machine = parts.sandboxes.isolates && named.length > 0 ? await findMachineServices() : noServices
  const offered = offeredOf(named, machine)
  const kept = repository.primarySince !== null ? await read((tx) => protectedPathsOf(tx, project.id)) : []
  const needs = needsOf(facts ?? noNeedFacts, { protectedPaths: kept.map(({ path }) => path), offered })
  const place = await read((tx) => requestedPlace(tx, project))
  const lacksBrowser = place && hasBrowser(place.sandboxProfile) && (await findBrowser()) === undefined
  return {
    services: planServices({ services: named, databases }, machine),
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
