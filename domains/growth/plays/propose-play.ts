import { v7 as uuidv7 } from 'uuid'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { recordInProject } from '../research/index.ts'
import type { Evidence, PlaySettings } from './rules.ts'
import { playByDefault } from './rules/change-play.ts'
import { insertProposedPlay } from './store.ts'

/** Audit actions of plays that a run proposes. */
export const proposingActions = ['growth_play.propose'] as const

/** A play as a run proposes it, in the bounds in which it is stored. */
export interface ProposedPlay extends Pick<
  PlaySettings,
  'name' | 'audience' | 'language' | 'excludedCountries' | 'steps'
> {
  readonly evidence: readonly Evidence[]
}

interface NewProposal extends ProposedPlay, ChangedBy {
  readonly growthProjectId: string
  readonly growthRunId: string
  /** Its name and audience in the form in which they are compared. */
  readonly proposedAs: readonly string[]
}

/** Adds a play that a run proposed, as a draft of the person who started the research. */
export const proposePlay = async (tx: Transaction, proposal: NewProposal): Promise<void> => {
  const { growthProjectId, growthRunId, name } = proposal
  const { id } = await insertProposedPlay(tx, { ...playByDefault, ...proposal, id: uuidv7() })
  recordInProject(
    tx,
    { resource: ['growth_play', id], growthProjectId, details: { name, growthRunId } },
    { action: proposingActions[0], category: 'create' },
    { name: 'growth_play.proposed', payload: { growthProjectId, growthRunId } },
  )
}
