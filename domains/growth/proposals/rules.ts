export const proposalRunStatuses = ['queued', 'finished', 'failed'] as const
export type ProposalRunStatus = (typeof proposalRunStatuses)[number]

/** Why a run proposed no plays, by a word for programs. */
export const proposalFailures = [
  'no_model',
  'no_plays_in_notes',
  'cap_reached',
  'model_failed',
  'unreadable_answer',
  'archived',
  'internal',
] as const
export type ProposalFailure = (typeof proposalFailures)[number]

export const proposalsMost = 3
export const proposalStepsMost = 5

interface NamedPlay {
  readonly name: string
  readonly audience: string
  /** Empty for a play that a person made. */
  readonly proposedAs: readonly string[]
}

/** A name or an audience in the form in which it is compared: its letters and digits in lower case. */
export const comparedText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** How a play is stored as proposed: a person may rename it later. */
export const proposedAs = ({ name, audience }: Pick<NamedPlay, 'name' | 'audience'>): readonly string[] => [
  comparedText(name),
  comparedText(audience),
]

/**
 * The proposals whose name and audience no play has or was proposed with, in any state. The first of two that are the
 * same counts.
 */
export const newProposals = <P extends Pick<NamedPlay, 'name' | 'audience'>>(
  proposals: readonly P[],
  known: readonly NamedPlay[],
): readonly P[] => {
  const names = new Set(known.flatMap((play) => [comparedText(play.name), ...play.proposedAs.slice(0, 1)]))
  const audiences = new Set(known.flatMap((play) => [comparedText(play.audience), ...play.proposedAs.slice(1)]))
  return proposals.filter((proposal) => {
    const [name, audience] = proposedAs(proposal) as [string, string]
    if (names.has(name) || audiences.has(audience)) return false
    names.add(name)
    audiences.add(audience)
    return true
  })
}
