import { dayIn } from '../../accounts/workspaces/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { amountsIn, dayInWords, shownText, totalIn } from '../documents/index.ts'
import type { InvoiceRow } from '../invoices/index.ts'
import type { EvidencePack } from './contract.ts'
import { words } from './words.ts'

type Pack = Static<typeof EvidencePack>
type Line = Pack['evidence']['lines'][number]
type Pair = readonly [label: string, value: string]

/** The whole page, as text. */
interface EvidencePage {
  readonly title: string
  readonly author: string
  readonly lang: string
  readonly issued: { readonly year: number; readonly month: number; readonly day: number }
  readonly facts: readonly Pair[]
  readonly lines: readonly {
    readonly position: string
    readonly description: string
    readonly amount: string
    readonly origin: string
    readonly facts: readonly Pair[]
  }[]
  readonly check: { readonly title: string; readonly told: readonly string[] }
}

/** The page of an issued invoice's evidence, in the language of its client. */
export const pageOf = (row: InvoiceRow, { evidence, sha256 }: Pack): EvidencePage => {
  const language = row.language ?? 'en'
  const said = words[language]
  const number = row.invoiceNumber!
  const [year, month, day] = dayIn(row.timeZone, row.issuedAt!).split('-').map(Number)
  const shown = (at: Date) => dayInWords(language, dayIn(row.timeZone, at))
  const amount = amountsIn(row)
  const facts: Pair[] = [
    [said.invoice, number],
    [said.issued, shown(row.issuedAt!)],
    ...(row.voidedAt === null ? [] : [[said.voided, shown(row.voidedAt)] as const]),
    ...(row.sellerLegalName === null ? [] : [[said.from, shownText(row.sellerLegalName)] as const]),
    [said.to, shownText(row.buyerLegalName)],
    [said.total, totalIn(row)],
    [said.hash, sha256],
  ]
  return {
    title: said.title(number),
    author: shownText(row.sellerLegalName ?? ''),
    lang: language,
    facts,
    issued: { year: year!, month: month!, day: day! },
    lines: evidence.lines.map((line) => ({
      position: `${line.position}`,
      description: shownText(line.description),
      amount: amount(line.amountMinor),
      origin: originOf(line, language),
      facts: factsOf(line, evidence.decisions, language, shown),
    })),
    check: { title: said.check, told: said.told },
  }
}

type Language = keyof typeof words

const originOf = ({ origin, isCorrection }: Line, language: Language): string => {
  const said = words[language]
  return [
    said.origins[origin.kind],
    ...(isCorrection ? [said.correction] : []),
    ...(origin.found ? [] : [said.deleted]),
  ].join(' · ')
}

const factsOf = (
  { origin }: Line,
  decisions: Pack['evidence']['decisions'],
  language: Language,
  shown: (at: Date) => string,
): Pair[] => {
  const said = words[language]
  const decision = decisions.find(({ approvalId }) => approvalId === origin.approvalId)
  const approved = decision && [
    shownText(decision.reviewerName ?? said.somebody),
    shown(decision.decidedAt),
    ...(decision.signed ? [said.signed] : []),
  ]
  return [
    ...(approved ? [[said.approvedBy, approved.join(', ')] as const] : []),
    ...(decision ? [[said.revision, `${decision.revision}`] as const] : []),
    ...(origin.revisionHash === null ? [] : [[said.hash, origin.revisionHash] as const]),
    ...(decision?.withheld ? [['', said.withheld[decision.withheld]] as const] : []),
    ...origin.commits.map((commit) => [said.commit, commit] as const),
  ]
}
