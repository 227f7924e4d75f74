import { textOf } from '../../../settings/workspace/cap-amount.ts'
import type { getGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'

/** The settings of a play as fields hold them. */
export type TypedPlay = ReturnType<typeof typedOf>

export const typedOf = (play: Reply<typeof getGrowthPlay>['play']) => ({
  name: play.name,
  audience: play.audience,
  language: play.language,
  excludedCountries: play.excludedCountries.join(', '),
  excludesUnknownLaw: play.excludesUnknownLaw,
  bookingUrl: play.bookingUrl ?? '',
  hardCapUsd: textOf(play.hardCapUsd),
  sendApproval: play.sendApproval,
  mailboxIds: play.mailboxIds,
})

/** The countries of a typed list, `fr, IT`; undefined if one has not two letters. */
export const countriesIn = (typed: string): string[] | undefined => {
  const codes = new Set(typed.toUpperCase().match(/[^\s,;]+/g))
  return [...codes].every((code) => /^[A-Z]{2}$/.test(code)) ? [...codes] : undefined
}
