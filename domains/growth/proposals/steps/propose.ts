import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, Unrecoverable, type EffectContext } from '../../../../platform/jobs/index.ts'
import { listCitableSources } from '../../messages/index.ts'
import { knownPlays, proposePlay } from '../../plays/index.ts'
import { findGrowthProject, lockGrowthProject, statementsOf } from '../../research/index.ts'
import type { WriterParts } from '../../settings/index.ts'
import { proposalRun } from '../graph.ts'
import {
  proposalsFailed,
  type ProposalMaterial,
  type ProposalsFailed,
  writeProposals,
  recordProposalsEnded,
} from '../write-proposals.ts'
import type { ReadProposals } from '../read-proposals.ts'
import { newProposals, proposedAs } from '../rules.ts'
import { failProposalRun, findProposalRun, finishProposalRun } from '../store.ts'

/** Proposes plays from the brain that a research run wrote. */
export const proposeStep = (parts: WriterParts) =>
  proposalRun.step('propose', {
    effect: (context) => propose(parts, context),
    commit: async ({ tx, run, now }, written) => {
      const ended = 'failure' in written ? undefined : await addPlays(tx, run.subjectId, written, now)
      const { failure } = 'failure' in written ? written : archivedSince
      const row = ended ?? (await failProposalRun(tx, { id: run.subjectId, ...failure, now }))
      if (row) recordProposalsEnded(tx, row)
      return finish()
    },
  })

const archivedSince = proposalsFailed('archived', 'The growth project was archived while the run was at work.')

const propose = async (parts: WriterParts, context: EffectContext): Promise<ReadProposals | ProposalsFailed> => {
  const material = await context.read((tx) => materialOf(tx, context.run.subjectId))
  return 'failure' in material ? material : writeProposals(parts, context, material)
}

const materialOf = async (tx: Transaction, id: string): Promise<ProposalMaterial | ProposalsFailed> => {
  const run = await findProposalRun(tx, { id })
  const project = run && (await findGrowthProject(tx, { id: run.growthProjectId }))
  if (!project) throw new Unrecoverable('The growth project of this run is gone.')
  if (project.archivedAt !== null) return archivedSince
  const statements = await statementsOf(tx, { growthProjectId: project.id, version: project.brainVersion })
  return {
    startedBy: run.startedBy,
    notes: project.notes,
    sources: await listCitableSources(tx, project),
    statements: statements.filter(({ origin }) => origin === 'person'),
    known: await knownPlays(tx, { growthProjectId: project.id }),
  }
}

/** Inserts the new proposals. Undefined if the growth project was archived since. */
const addPlays = async (tx: Transaction, id: string, { proposals, dropped }: ReadProposals, now: Date) => {
  const run = await findProposalRun(tx, { id })
  const project = run && (await lockGrowthProject(tx, { id: run.growthProjectId }))
  if (!run || project?.archivedAt !== null) return undefined
  const { growthRunId, startedBy: userId } = run
  const fresh = newProposals(proposals, await knownPlays(tx, { growthProjectId: project.id }))
  for (const proposal of fresh) {
    const origin = { growthProjectId: project.id, growthRunId, proposedAs: proposedAs(proposal) }
    await proposePlay(tx, { ...proposal, ...origin, userId, now })
  }
  const allDropped = dropped + proposals.length - fresh.length
  return finishProposalRun(tx, { id, proposed: fresh.length, dropped: allDropped, now })
}
