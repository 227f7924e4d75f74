import type { Static } from '../../../platform/contract/index.ts'
import type { PlaySpend } from '../providers/index.ts'
import type { GrowthPlay, GrowthSpend } from './contract/schemas.ts'
import type { PlayRow } from './tables.ts'

const dollars = (micros: number) => micros / 1_000_000
const dollarsOrNull = (micros: number | null) => (micros === null ? null : dollars(micros))

export const presentPlay = (row: PlayRow): Static<typeof GrowthPlay> => {
  const { hardCapMicros, steps, excludedCountries, mailboxIds, growthRunId, evidence, ...play } = row
  return {
    ...play,
    excludedCountries: [...excludedCountries],
    mailboxIds: [...mailboxIds],
    steps: [...steps],
    hardCapUsd: dollarsOrNull(hardCapMicros),
    proposedByRunId: growthRunId,
    evidence: [...evidence],
  }
}

interface NamedPlay {
  readonly id: string
  readonly name: string
  readonly hardCapMicros: number | null
}

/** Each play, and last the spend without a play or of a play that is not among the newest. */
export const presentSpend = (
  timeZone: string,
  plays: readonly NamedPlay[],
  spent: readonly PlaySpend[],
): Static<typeof GrowthSpend> => {
  const line = (
    playId: string | null,
    name: string | null,
    hardCapMicros: number | null,
    of: readonly PlaySpend[],
  ) => ({
    playId,
    name,
    todayUsd: dollars(of.reduce((sum, { todayMicros }) => sum + todayMicros, 0)),
    last30DaysUsd: dollars(of.reduce((sum, { periodMicros }) => sum + periodMicros, 0)),
    hardCapUsd: dollarsOrNull(hardCapMicros),
  })
  const others = spent.filter(({ growthPlayId }) => !plays.some(({ id }) => id === growthPlayId))
  return {
    timeZone,
    plays: [
      ...plays.map(({ id, name, hardCapMicros }) =>
        line(
          id,
          name,
          hardCapMicros,
          spent.filter(({ growthPlayId }) => growthPlayId === id),
        ),
      ),
      ...(others.length > 0 ? [line(null, null, null, others)] : []),
    ],
  }
}
