import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import canonicalize from 'canonicalize'
import { v7 as uuidv7, validate } from 'uuid'
import type { Caller } from '../../../platform/access/index.ts'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { parseTimestamp } from '../../../platform/contract/timestamp.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import {
  findBillingIdentity,
  shareLockBillables,
  correctionsOfAll,
  lockBillables,
  releaseInvoiced,
} from '../billables/index.ts'
import { profileNames } from '../billables/rules.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import * as contract from './contract.ts'
import { draftedMost, type ClientInvoice } from './contract.ts'
import { entriesOf, linesFor, partiesOf, storedTotals } from './draft.ts'
import { issueDraft, obstacleInLedger, numberAt, sellerAt } from './issue.ts'
import { obstacleToReplacing, statusAfter, amountToRecord, servicePeriodOf } from './rules.ts'
import { assembleDraft } from './rules/draft.ts'
import { reconciles, correctedElsewhere } from './rules/issue.ts'
import { profileObstacles } from './rules/profiles.ts'
import { auditSubject, settleInvoice, payByCredit, usableCredit } from './settle-invoice.ts'
import { findInvoiceLogo, voidInvoiceRow } from './store-moves.ts'
import { paymentsOf } from './store-payments.ts'
import { findInvoice, insertDraft, linesOf, invoicePage, lockInvoice, draftedBillables } from './store.ts'
import type { InvoiceRow, LineRow, PaymentRow } from './tables.ts'

/** The corrections of this invoice's charges on others; locks its charges. A draft bills nothing yet. */
const correctionsElsewhere = async (
  tx: Transaction,
  { id, status }: InvoiceRow,
  lines: readonly LineRow[],
): Promise<readonly string[]> => {
  if (status === 'draft') return []
  const billableIds = lines.map(({ billableId }) => billableId)
  await lockBillables(tx, billableIds)
  return correctedElsewhere(id, await correctionsOfAll(tx, { ids: billableIds }))
}

/** An invoice with these lines and payments, and without profiles; a list shows none of them. */
const presentInvoice = (
  { logoId: _logo, brand: _brand, balance, ...shown }: InvoiceRow,
  lines: readonly LineRow[] = [],
  payments: readonly PaymentRow[] = [],
  usableCreditCents = 0,
): Static<typeof ClientInvoice> => ({
  ...shown,
  ...balance,
  usableCreditCents,
  payments: payments.map(({ amountMinor, ...payment }) => ({ ...payment, amountCents: amountMinor })),
  currencyDecimals: decimalsOf(shown.currency),
  electronicProfiles: [],
  lines: lines.toSorted((one, other) => one.position - other.position),
})

type Whole = Static<typeof ClientInvoice>

/** An invoice with its lines and payments, and its obstacles to each profile of electronic invoices. */
const presentWhole = async (tx: Transaction, row: InvoiceRow, lines: readonly LineRow[], now: Date): Promise<Whole> => {
  const payments = row.issuedAt === null ? [] : await paymentsOf(tx, { invoiceId: row.id })
  const presented = presentInvoice(row, lines, payments, await usableCredit(tx, row))
  return { ...presented, electronicProfiles: await electronicProfilesOf(tx, row, lines, now) }
}

/** The obstacles to each profile; for a draft, as if it were issued now. */
const electronicProfilesOf = async (
  tx: Transaction,
  row: InvoiceRow,
  lines: readonly LineRow[],
  now: Date,
): Promise<Whole['electronicProfiles']> => {
  const identity = row.status === 'draft' ? await findBillingIdentity(tx) : undefined
  const seen =
    row.invoiceNumber === null
      ? { ...row, ...sellerAt(row, identity), invoiceNumber: numberAt(row, identity, 1, now) }
      : { ...row, invoiceNumber: row.invoiceNumber }
  const chosen = row.buyerElectronic?.profile ?? 'en16931'
  return profileNames.map((profile) => ({
    profile,
    isChosen: profile === chosen,
    which: [...profileObstacles(profile, seen, lines)],
  }))
}

/** The result of `work`; undefined if a constraint refused it, after which the transaction can only end. */
const undefinedOnConstraint = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (isConstraintViolation(error)) return undefined
    throw error
  }
}

// Class 23 of PostgreSQL's error codes: integrity constraint violations.
const isConstraintViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('23')

const createClientInvoiceDraft = handle(
  contract.createClientInvoiceDraft,
  async ({ tx, caller, body, now, fail, invalid, created }) => {
    const period = servicePeriodOf(body)
    if ('faults' in period) return invalid(period.faults)
    const { billableIds, replacesInvoiceId = null, taxRatesBps: rates = {} } = body
    const billables = new Map((await shareLockBillables(tx, { ids: billableIds })).map((row) => [row.id, row]))
    const unknown = billableIds.filter((id) => !billables.has(id))
    if (unknown.length > 0) return fail.unknownBillable({ which: unknown })
    const rows = billableIds.map((id) => billables.get(id)!)
    const seller = await findBillingIdentity(tx)
    const result = assembleDraft(await entriesOf(tx, rows), { classes: seller?.taxClasses ?? [], rates })
    if ('obstacle' in result) return fail[result.obstacle]({ which: [...result.which] })
    const { clientAccountId, currency } = rows[0]!
    if (replacesInvoiceId !== null) {
      const replaced = (await findInvoice(tx, { id: replacesInvoiceId })) ?? fail.unknownReplaced()
      const obstacle = obstacleToReplacing(replaced, clientAccountId)
      if (obstacle) return fail[obstacle]()
    }
    const draft = {
      // The contract has judged the form.
      dueAt: parseTimestamp(body.dueAt)!,
      id: uuidv7(),
      clientAccountId,
      currency,
      ...storedTotals(result),
      ...(await partiesOf(tx, body, clientAccountId, seller)),
      ...period,
      replacesInvoiceId,
      createdAt: now,
      createdBy: caller.userId,
    }
    const stored = await undefinedOnConstraint(() => insertDraft(tx, draft, linesFor(rows, result)))
    const { row, lines } = stored ?? fail.refusedByDatabase()
    return created(await presentWhole(tx, row, lines, now), auditSubject(row, { billableIds }))
  },
)

const getClientInvoice = handle(contract.getClientInvoice, async ({ tx, params, caller, now, fail, ok }) => {
  const row = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  const lines = await linesOf(tx, { invoiceId: row.id })
  return ok(await presentWhole(tx, row, lines, now))
})

const getClientInvoiceLogo = handle(contract.getClientInvoiceLogo, async ({ tx, params, caller, fail, ok }) => {
  const { logoId, logoMediaType } = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  if (logoId === null) return fail.hidden()
  const content = (await findInvoiceLogo(tx, logoId))!
  return ok({ mediaType: logoMediaType!, content: Readable.from([content]) })
})

const issueClientInvoice = (everyDomain: Pick<EveryDomain, 'hashesOfIssued'>) =>
  handle(contract.issueClientInvoice, async ({ tx, params, body, caller, now, fail, ok }) => {
    const draft = (await holdInvoice(tx, params.id)) ?? fail.hidden()
    if (!statusAfter(draft.status, 'issue')) return fail.notDraft()
    const lines = await linesOf(tx, { invoiceId: draft.id })
    if (lines.length === 0) return fail.noLines()
    if (!reconciles(draft, lines)) return fail.notReconciled()
    const billableIds = lines.map(({ billableId }) => billableId)
    const found = await obstacleInLedger(tx, billableIds)
    if (found) return fail[found.obstacle]({ which: [...found.which] })
    const dueAt = body.dueAt === undefined ? null : parseTimestamp(body.dueAt)!
    const issuing = () => issueDraft(tx, draft, { billableIds, dueAt, now, userId: caller.userId })
    const issued = (await undefinedOnConstraint(issuing)) ?? fail.refusedByDatabase()
    const hashes = { linesSha256: linesHashOf(lines), ...(await everyDomain.hashesOfIssued(tx, issued.id)) }
    return ok(await presentWhole(tx, issued, lines, now), auditSubject(issued, { billableIds, ...hashes }))
  })

const listClientInvoices = handle(contract.listClientInvoices, async ({ tx, caller, query, next, ok }) => {
  // As each invoice is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { cursor, limit = pageMost, clientAccountId = null, status = null } = query
  const page = await invoicePage(tx, cursorOf(cursor), limit, { clientAccountId, status })
  next(page.next)
  return ok(page.rows.map((row) => presentInvoice(row)))
})

const listDraftedBillables = handle(contract.listDraftedBillables, async ({ tx, caller, query, ok }) => {
  // As each invoice is absent for a key that names projects.
  if (caller.projectIds) return ok({ rows: [], isCut: false })
  const rows = await draftedBillables(tx, { accountId: query.clientAccountId ?? null, rows: draftedMost + 1 })
  return ok({ rows: rows.slice(0, draftedMost), isCut: rows.length > draftedMost })
})

const payClientInvoice = handle(contract.payClientInvoice, async ({ tx, params, caller, body, now, fail, ok }) => {
  const invoice = (await holdInvoice(tx, params.id)) ?? fail.hidden()
  const { kind = 'payment', source = 'hand' } = body
  if (kind === 'credit') {
    const by = { actor: caller.actor, source: caller.source }
    const use = { amountCents: body.amountCents, userId: caller.userId, by, now }
    const used = await undefinedOnConstraint(() => payByCredit(tx, invoice, use))
    if (typeof used === 'string') return fail[used]()
    if (!used) return fail.refusedByDatabase()
    return ok(await presentWhole(tx, used.invoice, await linesOf(tx, { invoiceId: invoice.id }), now), used.subject)
  }
  const amountCents = amountToRecord(invoice, { kind, amountCents: body.amountCents })
  if (typeof amountCents === 'string') return fail[amountCents]()
  const payment = {
    invoiceId: invoice.id,
    kind,
    amountCents,
    paymentReference: body.paymentReference ?? null,
    now,
    // The contract has judged the form.
    paidAt: body.paidAt === undefined ? now.toISOString() : parseTimestamp(body.paidAt)!,
  }
  const settled = await undefinedOnConstraint(() => settleInvoice(tx, payment, { userId: caller.userId, source }))
  if (!settled) return fail.refusedByDatabase()
  return ok(await presentWhole(tx, settled.invoice, await linesOf(tx, { invoiceId: invoice.id }), now), settled.subject)
})

const voidClientInvoice = handle(contract.voidClientInvoice, async ({ tx, params, caller, body, now, fail, ok }) => {
  const invoice = (await holdInvoice(tx, params.id)) ?? fail.hidden()
  if (invoice.status === 'void') return fail.alreadyVoid()
  if (invoice.status === 'paid') return fail.paid()
  const lines = await linesOf(tx, { invoiceId: invoice.id })
  const which = await correctionsElsewhere(tx, invoice, lines)
  if (which.length > 0) return fail.corrected({ which: [...which] })
  const voiding = async () => {
    await releaseInvoiced(tx, { invoiceId: invoice.id })
    return voidInvoiceRow(tx, { id: invoice.id, reason: body.reason, now, userId: caller.userId })
  }
  const voided = (await undefinedOnConstraint(voiding)) ?? fail.refusedByDatabase()
  return ok(await presentWhole(tx, voided, lines, now), auditSubject(voided, { reason: body.reason }))
})

export default ({ everyDomain }: { readonly everyDomain: Pick<EveryDomain, 'hashesOfIssued'> }) => ({
  createClientInvoiceDraft,
  getClientInvoice,
  getClientInvoiceLogo,
  issueClientInvoice: issueClientInvoice(everyDomain),
  listClientInvoices,
  listDraftedBillables,
  payClientInvoice,
  voidClientInvoice,
})

/**
 * The invoice of that id; undefined if this caller sees none. A key that names projects reaches no invoice: no project
 * leads to an invoice, and the key cannot change what belongs to the workspace.
 */
export const findInvoiceFor = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) =>
  projectIds || !validate(id) ? undefined : findInvoice(tx, { id })

/** Locks the invoice of that id against every other change, and returns it. */
const holdInvoice = async (tx: Transaction, id: string) => (validate(id) ? lockInvoice(tx, id) : undefined)

const hashedFields = ['position', 'description', 'quantity', 'unit', 'unitPriceMinor', 'amountMinor'] as const
type HashedLine = Readonly<Record<(typeof hashedFields)[number], unknown>>

/** The SHA-256 of lines as canonical JSON, hexadecimal: of their texts and amounts, in their order. */
export const linesHashOf = (lines: readonly HashedLine[]): string => {
  const hashed = lines.map((line) => Object.fromEntries(hashedFields.map((field) => [field, line[field]])))
  return hash('sha256', canonicalize(hashed)!)
}
