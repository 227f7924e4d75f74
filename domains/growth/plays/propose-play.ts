import { v7 as uuidv7 } from 'uuid'
import { byServer, record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
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

interface NewProposal extends ProposedPlay {
  readonly growthProjectId: string
  readonly growthRunId: string
  /** Its name and audience in the form in which they are compared. */
  readonly proposedAs: readonly string[]
  /** The person who started the research. */
  readonly userId: string
  readonly now: Date
}

/** Adds a play that a run proposed, as a draft. */
export const proposePlay = async (tx: Transaction, proposal: NewProposal): Promise<void> => {
  const { growthProjectId, growthRunId, name } = proposal
  const { id } = await insertProposedPlay(tx, { ...playByDefault, ...proposal, id: uuidv7() })
  record(
    tx,
    {
      action: proposingActions[0],
      category: 'create',
      outcome: 'success',
      ...byServer,
      resource: ['growth_play', id],
      parent: ['growth_project', growthProjectId],
      details: { name, growthRunId },
    },
    { name: 'growth_play.proposed', entity: ['growth_play', id], payload: { growthProjectId, growthRunId } },
  )
}
