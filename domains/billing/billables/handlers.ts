import { v7 as uuidv7 } from 'uuid'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle, type Subject } from '../../../platform/handler/index.ts'
import { refuseFields } from '../../../platform/refusal/refusal.ts'
import { isIdentifier } from '../../../packages/einvoice/index.ts'
import { shareLockAccount } from '../../accounts/clients/index.ts'
import { projectsOfAccount } from '../../code/projects/index.ts'
import { findCycle } from '../../delivery/cycles/index.ts'
import { decisionAbout } from '../../delivery/deliverables/index.ts'
import { findTask } from '../../delivery/tasks/index.ts'
import * as billablesContract from './contract/billables.ts'
import type { Billable } from './contract/billables.ts'
import * as identitiesContract from './contract/identities.ts'
import type { BillingIdentity, ClientBillingIdentity } from './contract/identities.ts'
import {
  leavesEnough,
  type SourceKind,
  billableStatusOf,
  ibanOf,
  decimalOf,
  isRepresentable,
  lineAmountOf,
  type LinePrice,
  faultsIn,
} from './rules.ts'
import { decimalsOf } from './rules/currencies.ts'
import {
  findBillingIdentity,
  findClientBillingIdentity,
  putBillingIdentity,
  putClientBillingIdentity,
} from './store-identities.ts'
import { correctionsOf, insertBillable, lockBillable, billablePage, writeOffCharge } from './store.ts'
import type { BillableRow, BillingIdentityRow, ClientBillingIdentityRow, SellerElectronic } from './tables.ts'

/** The identifiers of a billing identity that their scheme cannot have given. */
const identifierFaults = (electronic: Pick<SellerElectronic, 'endpoint' | 'legalId'> | null | undefined) =>
  (['endpoint', 'legalId'] as const).flatMap((field) => {
    const identifier = electronic?.[field]
    if (!identifier || isIdentifier(identifier)) return []
    const message = `is no number of the scheme ${identifier.scheme}: compare its digits with your papers`
    return [{ path: `electronic.${field}.value`, message, rule: 'identifier' }]
  })

/** The amount of a line in minor units; ends the request in 400 if it cannot be billed. */
const amountFor = (priced: LinePrice, sign: 'positive' | 'any'): number => {
  const { coefficient } = decimalOf(priced.quantity)
  const wrong = (message: string) => refuseFields([{ path: 'quantity', message, rule: 'amount' }])
  if (coefficient === 0n) return wrong('is not zero')
  if (sign === 'positive' && coefficient < 0n) return wrong('is above zero; a correction takes back')
  const amount = lineAmountOf(priced)
  return isRepresentable(amount) ? Number(amount) : wrong('times the price is more than an invoice can represent')
}

interface BillableSource {
  readonly projectId: string
  /** The approved revision; null if no decision is named. */
  readonly revisionHash: string | null
  readonly isApproved: boolean
}

const unapproved = (row: { readonly projectId: string } | undefined): BillableSource | undefined =>
  row && { projectId: row.projectId, revisionHash: null, isApproved: false }

/** The work that a billable comes from; undefined if the workspace has none of that id. */
const findWork = async (
  tx: Transaction,
  kind: Exclude<SourceKind, 'entry'>,
  id: string,
): Promise<BillableSource | undefined> => {
  if (kind === 'cycle') return unapproved(await findCycle(tx, id))
  if (kind === 'task') return unapproved(await findTask(tx, id))
  const decided = await decisionAbout(tx, { id })
  if (!decided) return undefined
  const { projectId, revisionHash, decision, isReplaced } = decided
  return { projectId, revisionHash, isApproved: decision === 'approved' && !isReplaced }
}

const belongsTo = async (tx: Transaction, projectId: string, clientAccountId: string) =>
  (await projectsOfAccount(tx, [projectId], clientAccountId)).length > 0

/** The subject of this billable's audit rows and events. */
const auditSubject = (row: BillableRow): Subject => ({
  resource: ['billable', row.id],
  parent: ['client_account', row.clientAccountId],
  metadata: {
    clientAccountId: row.clientAccountId,
    correctsId: row.correctsId,
    currency: row.currency,
    amountMinor: row.amountMinor,
    revisionHash: row.revisionHash,
    sourceKind: row.sourceKind,
    sourceId: row.sourceId,
  },
})

const correctBillable = handle(
  billablesContract.correctBillable,
  async ({ tx, params, caller, body, now, fail, absent, created }) => {
    const amountMinor = amountFor(body, 'any')
    const charge = (await lockBillable(tx, { id: params.id })) ?? absent()
    if (charge.correctsId !== null) return fail.correctsAnother()
    if (charge.writtenOffAt !== null) return fail.writtenOff()
    if (!leavesEnough(charge, [...(await correctionsOf(tx, { id: charge.id })), body])) return fail.tooMuch()
    const row = await insertBillable(tx, {
      // Account, currency, tax class, unit and source are the charge's.
      ...charge,
      ...body,
      id: uuidv7(),
      correctsId: charge.id,
      amountMinor,
      createdAt: now,
      createdBy: caller.userId,
    })
    return created(presentBillable(row), auditSubject(row))
  },
)

const createBillable = handle(
  billablesContract.createBillable,
  async ({ tx, caller, body, now, fail, absent, invalid, created }) => {
    const { source, ...priced } = body
    const amountMinor = amountFor(priced, 'positive')
    if ((source.kind === 'entry') !== (source.id === null))
      invalid([{ path: 'source.id', message: 'is null for an entry, and for nothing else', rule: 'source' }])
    const account = (await shareLockAccount(tx, { id: body.clientAccountId })) ?? fail.accountArchived()
    const work = source.kind === 'entry' ? undefined : ((await findWork(tx, source.kind, source.id!)) ?? absent())
    if (work && source.kind === 'decision' && !work.isApproved) return fail.notApproved()
    if (work && !(await belongsTo(tx, work.projectId, account.id))) return fail.ofAnotherAccount()
    const row = await insertBillable(tx, {
      ...priced,
      id: uuidv7(),
      correctsId: null,
      amountMinor,
      createdAt: now,
      createdBy: caller.userId,
      sourceKind: source.kind,
      sourceId: source.id,
      revisionHash: work?.revisionHash ?? null,
    })
    return created(presentBillable(row), auditSubject(row))
  },
)

const getBillingIdentity = handle(identitiesContract.getBillingIdentity, async ({ tx, ok }) =>
  ok(presentIdentity(await findBillingIdentity(tx))),
)

const getClientBillingIdentity = handle(identitiesContract.getClientBillingIdentity, async ({ tx, params, ok }) =>
  ok(presentClientIdentity(await findClientBillingIdentity(tx, { clientAccountId: params.clientAccountId }))),
)

const listBillables = handle(billablesContract.listBillables, async ({ tx, caller, query, next, ok }) => {
  // As each billable is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { cursor, limit = pageMost, clientAccountId = null, status = null } = query
  const page = await billablePage(tx, cursorOf(cursor), limit, { clientAccountId, status })
  next(page.next, page.count)
  return ok(page.rows.map(presentBillable))
})

const faultText = {
  name_twice: ['name', 'is the name of another tax class'],
  needs_rate: ['rateBps', 'is above 0 for the category S; goods without tax have another category'],
  takes_no_rate: ['rateBps', 'is 0 for every category but S'],
  needs_reason: ['reason', 'says why no tax is asked for'],
  takes_no_reason: ['reason', 'is null for the categories S and Z'],
} as const

const wrongIban = {
  path: 'bankAccount.iban',
  message: 'has wrong check digits; compare it with your statement',
  rule: 'iban',
}

const saveBillingIdentity = handle(
  identitiesContract.saveBillingIdentity,
  async ({ tx, workspace, caller, body, now, invalid, ok }) => {
    const faults = faultsIn(body.taxClasses)
    if (faults.length > 0)
      invalid(
        faults.map(({ at, fault }) => {
          const [field, message] = faultText[fault]
          return { path: `taxClasses[${at}].${field}`, message, rule: fault }
        }),
      )
    const { bankAccount: given } = body
    const wrong = identifierFaults(body.electronic)
    if (wrong.length > 0) invalid(wrong)
    const bankAccount = given && { ...given, iban: ibanOf(given.iban) ?? invalid([wrongIban]) }
    const { electronic = (await findBillingIdentity(tx))?.electronic ?? null } = body
    const saved = await putBillingIdentity(tx, { ...body, electronic, bankAccount, now, userId: caller.userId })
    return ok(presentIdentity(saved), {
      resource: ['billing_identity', workspace],
      metadata: { taxClasses: body.taxClasses.map(({ name }) => name) },
    })
  },
)

const saveClientBillingIdentity = handle(
  identitiesContract.saveClientBillingIdentity,
  async ({ tx, params, caller, body, now, invalid, ok }) => {
    const { clientAccountId } = params
    const by = { now, userId: caller.userId }
    const wrong = identifierFaults(body.electronic)
    if (wrong.length > 0) invalid(wrong)
    const { electronic = (await findClientBillingIdentity(tx, { clientAccountId }))?.electronic ?? null } = body
    const saved = await putClientBillingIdentity(tx, { ...body, ...by, electronic, clientAccountId })
    return ok(presentClientIdentity(saved), {
      resource: ['client_billing_identity', clientAccountId],
      parent: ['client_account', clientAccountId],
    })
  },
)

const writeOffBillable = handle(
  billablesContract.writeOffBillable,
  async ({ tx, params, caller, body, now, fail, absent, ok }) => {
    const charge = (await lockBillable(tx, { id: params.id })) ?? absent()
    if (charge.correctsId !== null) return fail.correctsAnother()
    if (charge.writtenOffAt !== null) return fail.writtenOff()
    if (charge.invoiceId !== null) return fail.invoiced()
    const row = await writeOffCharge(tx, { id: charge.id, reason: body.reason, now, userId: caller.userId })
    return ok(presentBillable(row), auditSubject(row))
  },
)

export default () => ({
  correctBillable,
  createBillable,
  getBillingIdentity,
  getClientBillingIdentity,
  listBillables,
  saveBillingIdentity,
  saveClientBillingIdentity,
  writeOffBillable,
})

const presentBillable = (row: BillableRow): Static<typeof Billable> => {
  const { sourceKind, sourceId, ...shown } = row
  const currencyDecimals = decimalsOf(row.currency)
  return { ...shown, currencyDecimals, source: { kind: sourceKind, id: sourceId }, status: billableStatusOf(row) }
}

const nobody = { legalName: null, address: null, vatId: null, contact: null, electronic: null, updatedAt: null }

const presentIdentity = (row: BillingIdentityRow | undefined): Static<typeof BillingIdentity> =>
  row ?? {
    ...nobody,
    taxNumber: null,
    bankAccount: null,
    paymentTerms: null,
    taxClasses: [],
    numberFormat: null,
    allScripts: false,
  }

const presentClientIdentity = (row: ClientBillingIdentityRow | undefined): Static<typeof ClientBillingIdentity> => {
  if (!row) return { ...nobody, language: null, buyerReference: null }
  const { clientAccountId: _, ...shown } = row
  return shown
}
