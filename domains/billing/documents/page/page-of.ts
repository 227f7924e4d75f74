import { dayIn } from '../../../accounts/workspaces/index.ts'
import { dueDayOf, type InvoiceRow, type LineRow } from '../../invoices/index.ts'
import { nearestPassing, textRatio } from '../../../accounts/brand/index.ts'
import { ibanText } from '../../billables/rules.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { addressText } from '../../invoices/rules.ts'
import { transferCodeOf } from '../../invoices/rules/transfer-code.ts'
import { decimalText, opposite, percentText } from '../../../../packages/einvoice/index.ts'
import type { Preceding } from '../electronic/invoice.ts'
import { amountsIn, restIn, totalIn, categoryIn, dayInWords, decimalIn, quantityIn, words } from './words.ts'
import { rasterOf } from '../../../delivery/repository-reads/rules/images.ts'

/** A font by its name, for all its characters or only for the characters of a pattern. */
type Font = string | { readonly name: string; readonly covers: string }

type Pair = readonly [label: string, value: string]

/** The whole page, as text. */
export type PageData = ReturnType<typeof pageOf>

// Vazirmatn has a glyph of its own for each letter, by which a reader finds the text again; the Arabic Noto sets dots apart.
// Droid Sans Fallback has Chinese, Japanese and a part of Korean in 4 MB; a word in Hangul is in one font.
export const fonts: readonly Font[] = [
  'Noto Sans',
  'Vazirmatn',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Thai',
  'Noto Sans Lao',
  'Noto Sans Khmer',
  'Noto Sans Myanmar',
  'Noto Sans Bengali',
  'Noto Sans Gujarati',
  'Noto Sans Gurmukhi',
  'Noto Sans Kannada',
  'Noto Sans Malayalam',
  'Noto Sans Oriya',
  'Noto Sans Sinhala',
  'Noto Sans Tamil',
  'Noto Sans Telugu',
  'Noto Sans Georgian',
  'Noto Sans Armenian',
  'Noto Sans Ethiopic',
  'Noto Sans Symbols',
  'Noto Sans Symbols2',
  'Noto Emoji',
  { name: 'NanumGothic', covers: String.raw`[\x{1100}-\x{11ff}\x{3130}-\x{318f}\x{a960}-\x{a97f}\x{ac00}-\x{d7ff}]` },
  'Droid Sans Fallback',
  'NanumGothic',
]
const white = '#ffffff'
const plainColor = '#1b1b1f'

/** People's texts on the page, by field: the specification asks that all of them can be shown. */
export const textsOf = (row: InvoiceRow, lines: readonly LineRow[]): FieldText[] => [
  { field: 'sellerLegalName', text: row.sellerLegalName },
  { field: 'sellerAddress', text: sellerAddressOf(row) },
  { field: 'buyerLegalName', text: row.buyerLegalName },
  { field: 'buyerAddress', text: row.buyerAddress },
  { field: 'buyerReference', text: row.buyerReference },
  { field: 'paymentTerms', text: row.paymentTerms },
  ...notesOf(row).map((text, at) => ({ field: `sellerElectronic.notes[${at}].text`, text })),
  { field: 'voidReason', text: row.voidReason },
  { field: 'sellerTaxNumber', text: row.sellerTaxNumber },
  { field: 'sellerBankAccount.holder', text: row.sellerBankAccount?.holder ?? null },
  { field: 'sellerContact.name', text: row.sellerContact?.name ?? null },
  { field: 'sellerContact.email', text: row.sellerContact?.email ?? null },
  { field: 'brand', text: row.brand?.name ?? null },
  ...row.taxTotals.map(({ reason }, at) => ({ field: `taxTotals[${at}].reason`, text: reason })),
  ...lines.map(({ description }, at) => ({ field: `lines[${at}].description`, text: description })),
]

/** The notes of the seller that French law asks for on an invoice, if the client gets the profile of France. */
const notesOf = ({ sellerElectronic, buyerElectronic }: InvoiceRow): string[] =>
  buyerElectronic?.profile === 'franceCtc' ? (sellerElectronic?.notes ?? []).map(({ text }) => text) : []

/** The page of an issued invoice, in the language of its client; paid and void ones are marked. */
export const pageOf = (row: InvoiceRow, lines: readonly LineRow[], preceding: readonly Preceding[]) => {
  const language = row.language ?? 'en'
  const phrases = words[language]
  const isCredit = row.type === '381'
  const decimals = decimalsOf(row.currency)
  const amount = amountsIn(row)
  const total = totalIn(row)
  const rest = restIn(row)
  const title = isCredit ? phrases.creditNote : phrases.invoice
  const [year, month, day] = dayIn(row.timeZone, row.issuedAt!).split('-').map(Number)
  const name = shownText(row.brand?.name ?? row.sellerLegalName ?? '')
  return {
    title,
    number: row.invoiceNumber!,
    lang: language,
    fonts,
    issued: { year: year!, month: month!, day: day! },
    brand: { name, color: nearestPassing(row.brand?.primary ?? plainColor, white, textRatio) },
    mark: markOf(row, language),
    facts: factsOf(row, language),
    seller: sellerOf(row, phrases),
    buyer: {
      label: phrases.billTo,
      name: shownText(row.buyerLegalName),
      lines: [...linesIn(row.buyerAddress), ...labelled(phrases.vatId, row.buyerVatId)],
    },
    headline: isCredit
      ? phrases.toCredit(total)
      : phrases.toPay(rest ?? total, dayInWords(language, dueDayOf(row.timeZone, row.dueAt))),
    notes: preceding.map(
      ({ number, issuedOn, isReplaced }) =>
        `${isReplaced ? phrases.replaces : phrases.corrects} ${number} (${dayInWords(language, issuedOn)})`,
    ),
    columns: [phrases.description, phrases.quantity, phrases.unitPrice, phrases.tax, phrases.amount],
    lines: lines.map((line) => ({
      description: shownText(line.description),
      numbers: [
        quantityIn(language, isCredit ? opposite(line.quantity) : line.quantity, line.unit),
        decimalIn(language, decimalText(line.unitPriceMinor, decimals)),
        `${decimalIn(language, percentText(line.rateBps))} %`,
        amount(line.amountMinor),
      ],
    })),
    totals: [
      [phrases.net, amount(row.netMinor)],
      [phrases.tax, amount(row.taxMinor)],
      ...(rest === undefined
        ? []
        : [[phrases.total, total] as const, [phrases.received, amount(row.balance.paidCents)] as const]),
    ],
    due: rest === undefined ? { label: phrases.total, value: total } : { label: phrases.rest, value: rest },
    taxTitle: phrases.taxes,
    taxColumns: [phrases.category, phrases.taxable, phrases.rate, phrases.tax],
    taxes: row.taxTotals.map(({ category, rateBps, reason, taxableMinor, taxMinor }) => [
      `${categoryIn(language, category)}${reason === null ? '' : `: ${shownText(reason)}`}`,
      amount(taxableMinor),
      `${decimalIn(language, percentText(rateBps))} %`,
      amount(taxMinor),
    ]),
    payment: paymentOf(row, language),
    footer: [row.sellerLegalName, `${title} ${row.invoiceNumber}`]
      .filter(Boolean)
      .map((one) => shownText(one!))
      .join(' · '),
  }
}

type PageWords = (typeof words)['en']
type Language = keyof typeof words

const linesIn = (text: string) =>
  shownText(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
const labelled = (label: string, value: string | null) => (value === null ? [] : [`${label} ${shownText(value)}`])

const sellerAddressOf = ({ sellerAddress, sellerPostalAddress }: InvoiceRow) =>
  sellerAddress ?? (sellerPostalAddress && addressText(sellerPostalAddress))

const sellerOf = (row: InvoiceRow, phrases: PageWords) => ({
  label: phrases.from,
  name: shownText(row.sellerLegalName ?? row.brand?.name ?? ''),
  lines: [
    ...linesIn(sellerAddressOf(row) ?? ''),
    ...labelled(phrases.vatId, row.sellerVatId),
    ...labelled(phrases.taxNumber, row.sellerTaxNumber),
    ...[row.sellerContact?.name, row.sellerContact?.email, row.sellerContact?.phone].flatMap((one) =>
      one ? [shownText(one)] : [],
    ),
  ],
})

const factsOf = (row: InvoiceRow, language: Language): Pair[] => {
  const phrases = words[language]
  return [
    [phrases.number, row.invoiceNumber!],
    [phrases.issued, dayInWords(language, dayIn(row.timeZone, row.issuedAt!))],
    ...serviceFact(row, language),
    // Only an invoice that is to be paid is due.
    ...(isPayable(row) ? [[phrases.due, dayInWords(language, dueDayOf(row.timeZone, row.dueAt))] as const] : []),
    ...(row.buyerReference === null ? [] : [[phrases.reference, shownText(row.buyerReference)] as const]),
  ]
}

const isPayable = ({ type, status }: InvoiceRow) => type === '380' && status !== 'void'

const serviceFact = ({ serviceFrom, serviceTo }: InvoiceRow, language: Language): Pair[] => {
  if (serviceFrom === null || serviceTo === null) return []
  const phrases = words[language]
  const inWords = (day: string) => dayInWords(language, day)
  return serviceFrom === serviceTo
    ? [[phrases.serviceDay, inWords(serviceTo)]]
    : [[phrases.servicePeriod, `${inWords(serviceFrom)} – ${inWords(serviceTo)}`]]
}

const markOf = ({ status, voidedAt, voidReason, paidAt, timeZone, balance }: InvoiceRow, language: Language) => {
  const phrases = words[language]
  const inWords = (at: Date) => dayInWords(language, dayIn(timeZone, at))
  const reason = voidReason === null ? null : shownText(voidReason)
  if (status === 'void') return { isVoid: true, text: phrases.void(inWords(voidedAt!), reason) }
  return status === 'paid' && balance.dueCents === 0 ? { isVoid: false, text: phrases.paid(inWords(paidAt!)) } : null
}

/** Where and how to pay; without a transfer if none is due. */
const paymentOf = (row: InvoiceRow, language: Language) => {
  if (!isPayable(row)) return null
  const phrases = words[language]
  const conditions = [row.paymentTerms, ...notesOf(row)].filter((text) => text !== null)
  const terms = conditions.length === 0 ? null : shownText(conditions.join('\n'))
  const bank = row.balance.dueCents > 0 ? row.sellerBankAccount : null
  if (!bank && terms === null) return null
  const holder = bank && shownText(bank.holder ?? row.sellerLegalName ?? '')
  const facts: Pair[] = bank
    ? [
        ...(holder === '' ? [] : [[phrases.holder, holder!] as const]),
        ['IBAN', ibanText(bank.iban)],
        ...(bank.bic === null ? [] : [['BIC', bank.bic] as const]),
        [phrases.paymentReference, row.invoiceNumber!],
      ]
    : []
  // The code for a banking app; null if there is nothing to transfer in euros.
  const code =
    bank &&
    transferCodeOf({ ...row, ...row.balance, invoiceNumber: row.invoiceNumber!, bank: { ...bank, holder: holder! } })
  return { title: phrases.payment, facts, terms, code, codeLabel: phrases.scan }
}

/** A text of an invoice, by the field that holds it. */
export interface FieldText {
  readonly field: string
  readonly text: string | null
}

export interface MissingCharacters {
  readonly field: string
  readonly characters: readonly string[]
}

const charactersMost = 20

/** The first field with characters that cannot be shown, and which; undefined if all can. */
export const missingCharacters = (
  texts: readonly FieldText[],
  isShown: (codePoint: number) => boolean,
): MissingCharacters | undefined => {
  for (const { field, text } of texts) {
    const wrong = Array.from(shownText(text ?? '')).filter((one) => one !== '\n' && !isShown(one.codePointAt(0)!))
    if (wrong.length > 0) return { field, characters: [...new Set(wrong)].slice(0, charactersMost) }
  }
  return undefined
}

/** ISO 8859-1, which the specification asks for. */
export const isLatin1 = (codePoint: number): boolean => codePoint <= 0xff

/** Control characters show nothing, and a PDF has no glyph for them. */
export const shownText = (text: string): string => text.toWellFormed().replaceAll(/[^\n\P{Cc}]/gu, ' ')

const pixelsMost = 4_096
/** Types that Typst sets; a brand kit may have others. */
const settable = ['image/png', 'image/gif', 'image/jpeg']

/**
 * True if a picture of the brand can be on the page: one of few enough pixels to be unpacked, or a drawing without
 * filters, which would be computed pixel by pixel.
 */
export const isPlain = (mediaType: string, content: Buffer): boolean => {
  if (mediaType === 'image/svg+xml') return !/<filter|<image/.test(content.toString('utf8'))
  const raster = settable.includes(mediaType) ? rasterOf(content) : undefined
  return raster?.mediaType === mediaType && Math.max(raster.width, raster.height) <= pixelsMost
}
