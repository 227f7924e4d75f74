import { dayIn } from '../../accounts/workspaces/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { amountsIn, dayInWords, shownText, totalIn } from '../documents/index.ts'
import type { InvoiceRow } from '../invoices/index.ts'
import type { EvidencePack } from './contract.ts'
import { words } from './words.ts'

type Pack = Static<typeof EvidencePack>
type Line = Pack['evidence']['lines'][number]
type Pair = readonly [label: string, value: string]

/** The page of an issued invoice's evidence as text, in the language of its client. */
export const pageOf = (row: InvoiceRow, { evidence, sha256 }: Pack) => {
  const language = row.language ?? 'en'
  const phrases = words[language]
  const number = row.invoiceNumber!
  const [year, month, day] = dayIn(row.timeZone, row.issuedAt!).split('-').map(Number)
  const inWords = (at: Date) => dayInWords(language, dayIn(row.timeZone, at))
  const amount = amountsIn(row)
  const facts: Pair[] = [
    [phrases.invoice, number],
    [phrases.issued, inWords(row.issuedAt!)],
    ...(row.voidedAt === null ? [] : [[phrases.voided, inWords(row.voidedAt)] as const]),
    ...(row.sellerLegalName === null ? [] : [[phrases.from, shownText(row.sellerLegalName)] as const]),
    [phrases.to, shownText(row.buyerLegalName)],
    [phrases.total, totalIn(row)],
    [phrases.hash, sha256],
  ]
  return {
    title: phrases.title(number),
    author: shownText(row.sellerLegalName ?? ''),
    lang: language,
    facts,
    issued: { year: year!, month: month!, day: day! },
    lines: evidence.lines.map((line) => ({
      position: `${line.position}`,
      description: shownText(line.description),
      amount: amount(line.amountMinor),
      origin: originOf(line, language),
      facts: factsOf(line, evidence.decisions, language, inWords),
    })),
    check: { title: phrases.check, told: phrases.told },
  }
}

type Language = keyof typeof words

const originOf = ({ origin, isCorrection }: Line, language: Language): string => {
  const phrases = words[language]
  return [
    phrases.origins[origin.kind],
    ...(isCorrection ? [phrases.correction] : []),
    ...(origin.found ? [] : [phrases.deleted]),
  ].join(' · ')
}

const factsOf = (
  { origin }: Line,
  decisions: Pack['evidence']['decisions'],
  language: Language,
  inWords: (at: Date) => string,
): Pair[] => {
  const phrases = words[language]
  const decision = decisions.find(({ approvalId }) => approvalId === origin.approvalId)
  const approved = decision && [
    shownText(decision.reviewerName ?? phrases.somebody),
    inWords(decision.decidedAt),
    ...(decision.signed ? [phrases.signed] : []),
  ]
  return [
    ...(approved ? [[phrases.approvedBy, approved.join(', ')] as const] : []),
    ...(decision ? [[phrases.revision, `${decision.revision}`] as const] : []),
    ...(origin.revisionHash === null ? [] : [[phrases.hash, origin.revisionHash] as const]),
    ...(decision?.withheld ? [['', phrases.withheld[decision.withheld]] as const] : []),
    ...origin.commits.map((commit) => [phrases.commit, commit] as const),
  ]
}
