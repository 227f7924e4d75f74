import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import {
  isAskable,
  type Capability,
  type LookupInput,
  lookupMostMs,
  LookupRefusal,
  type LookupResult,
} from '../../../execution/data-providers/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { reserveLookupMoney, type LookupCap } from '../settings/index.ts'
import { normalAddress } from '../suppression/index.ts'
import { askBuiltIn } from './ask-built-in.ts'
import type { ApiProvider, LookupParts } from './catalogue.ts'
import { readyChain, termsOf, type ReadyProvider } from './ready-provider.ts'
import { costOf, isResting, type BuiltInProvider } from './rules.ts'
import type { Provenance } from './known-facts.ts'
import { findCached, saveCached } from './store-cache.ts'
import { hasRoom, openCall, recentCalls, settleCall, wasAsked, type CallEnd, type LookupScope } from './store-calls.ts'
import { plainText } from '../research/index.ts'

/** One question to one provider. */
export interface Lookup {
  readonly id: string
  readonly scope: LookupScope
  readonly provider: ReadyProvider
  readonly capability: Capability
  readonly input: LookupInput
}

/** A provider's result: `failed` leaves the question open. */
export type LookupOutcome =
  | { readonly kind: 'found'; readonly result: LookupResult; readonly from: Provenance; readonly isCached: boolean }
  | { readonly kind: 'not_found'; readonly costMicros: number; readonly isCached: boolean }
  | { readonly kind: 'failed'; readonly costMicros: number }

export const newLookup = (lookup: Omit<Lookup, 'id'>): Lookup => ({ id: uuidv7(), ...lookup })

/** The hash of a question, the same for any spelling of it. */
const hashOf = ({ domain, company, firstName, lastName, email }: LookupInput): Buffer => {
  const plain = [domain, company, firstName, lastName, email].map(
    (one) => one?.normalize('NFKC').trim().toLowerCase() ?? null,
  )
  return createHash('sha256').update(JSON.stringify(plain)).digest()
}

const inputFields: Readonly<Record<Capability, readonly (keyof LookupInput)[]>> = {
  find_email: ['firstName', 'lastName', 'domain'],
  verify_email: ['email'],
  find_company: ['company'],
  enrich_company: ['domain'],
  enrich_person: ['firstName', 'lastName', 'domain', 'email'],
}

/** The input of only the capability: other facts of a lead would make the same question look new. */
export const inputFor = (capability: Capability, facts: LookupInput): LookupInput => {
  const fields = inputFields[capability].filter((field) => facts[field] !== undefined)
  return Object.fromEntries(fields.map((field) => [field, facts[field]!]))
}

const placeOf = ({ capability, provider, input }: Lookup) => ({
  capability,
  provider: provider.facts.id,
  requestHash: hashOf(input),
})

/** The cached result; undefined if the provider has to be asked. */
export const cachedOutcome = async (tx: Transaction, lookup: Lookup): Promise<LookupOutcome | undefined> => {
  // DNS is asked again: a check without cost is worth nothing once it is old.
  const { provider, capability } = lookup
  const isFresh = provider.facts.isBuiltIn && capability === 'verify_email'
  const cached = isFresh ? undefined : await findCached(tx, placeOf(lookup))
  if (!cached) return undefined
  const { result, foundAt: at } = cached
  if (result === null) return { kind: 'not_found', costMicros: 0, isCached: true }
  return { kind: 'found', result, from: { ...provenanceOf(lookup), costMicros: 0, at }, isCached: true }
}

const provenanceOf = ({ provider: { facts } }: Lookup) => ({ provider: facts.id, isBuiltIn: facts.isBuiltIn })

/** A limit that does not cover a look-up: thrown inside the transaction, so that earlier reservations roll back. */
export class LookupCapReached extends Error {
  override readonly name = 'LookupCapReached'
  readonly cap: LookupCap

  constructor(cap: LookupCap) {
    super(`${cap} reached`)
    this.cap = cap
  }
}

/** Reserves the money of look-ups, all or none, and returns those not sent before. Throws LookupCapReached. */
export const beginLookups = async (
  tx: Transaction,
  { growthTerms }: Pick<LookupParts, 'growthTerms'>,
  lookups: readonly Lookup[],
): Promise<ReadonlySet<string>> => {
  const begun = new Set<string>()
  const now = await tx.now()
  for (const { id, scope, provider, capability } of lookups) {
    const { payer, priceMicros, facts } = provider
    const terms = payer === 'instance' ? termsOf(tx.workspace!, growthTerms) : undefined
    const call = { id, ...scope, capability, provider: facts.id, payer, heldMicros: priceMicros }
    const held = priceMicros === 0 ? { month: monthOf(now) } : await reserveLookupMoney(tx, priceMicros, terms)
    if ('cap' in held) throw new LookupCapReached(held.cap)
    if (scope.growthPlayId !== null && priceMicros > 0 && !(await hasRoom(tx, scope.growthPlayId, priceMicros)))
      throw new LookupCapReached('play_cap')
    if (await openCall(tx, { ...call, month: held.month }, lookupMostMs * 2)) begun.add(id)
    else if (priceMicros > 0) throw new Error('Another attempt of the same pass asks about this lead.')
  }
  return begun
}

// The month of a look-up without cost, which no account counts.
const monthOf = (now: Date) => now.toISOString().slice(0, 7)

/** Asks a provider with an open call and settles its cost. Throws the reason of `signal`, with the call left open. */
export const carryOut = async (
  parts: LookupParts,
  within: InTransaction,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<LookupOutcome> => {
  const { provider, capability, input, id } = lookup
  const { facts, priceMicros } = provider
  const { billed } = facts.prices[capability]!
  const answer = await ask(parts, within, lookup, signal)
  const end = ((): { readonly call: CallEnd; readonly outcome: LookupOutcome } => {
    if (typeof answer === 'object' && 'refusal' in answer) {
      const costMicros = costOf(priceMicros, billed, answer.isPerhapsBilled ? 'perhaps_billed' : 'free')
      const failed = { id, status: 'failed', isFound: null, failure: answer.refusal, costMicros } as const
      return { call: failed, outcome: { kind: 'failed', costMicros } }
    }
    const isFound = answer !== 'not_found'
    const costMicros = costOf(priceMicros, billed, isFound ? 'found' : 'not_found')
    const call = { id, status: 'finished', isFound, failure: null, costMicros } as const
    if (!isFound) return { call, outcome: { kind: 'not_found', costMicros, isCached: false } }
    const from = { ...provenanceOf(lookup), costMicros, at: new Date() }
    return { call, outcome: { kind: 'found', result: answer.found, from, isCached: false } }
  })()
  await within(async (tx) => {
    await settleCall(tx, end.call)
    if (end.outcome.kind === 'failed' || isNotKept(lookup, end.outcome)) return
    const result = end.outcome.kind === 'found' ? end.outcome.result : null
    await saveCached(tx, placeOf(lookup), result, input.email ?? result?.email)
  })
  return end.outcome
}

// Patterns change with each address, and the index costs nothing: both are always read again.
const isNotKept = ({ provider: { facts } }: Lookup, { kind }: LookupOutcome) =>
  facts.id === 'known_pattern' || facts.id === 'company_index' || (facts.isBuiltIn && kind === 'not_found')

type ProviderReply =
  | 'not_found'
  | { readonly found: LookupResult }
  | { readonly refusal: string; readonly isPerhapsBilled: boolean }

const ask = async (
  parts: LookupParts,
  within: InTransaction,
  { provider, capability, input }: Lookup,
  signal: AbortSignal,
): Promise<ProviderReply> => {
  const { facts, apiKey = '' } = provider
  const until = AbortSignal.any([signal, AbortSignal.timeout(lookupMostMs)])
  const question = { capability, input, signal: until }
  try {
    const answer = facts.isBuiltIn
      ? await askBuiltIn[facts.id as BuiltInProvider](parts, within, question)
      : await parts.dataProviders.ask({ ...question, provider: facts.id as ApiProvider, apiKey })
    if (answer === 'unreachable') return { refusal: answer, isPerhapsBilled: false }
    return answer === 'not_found' ? answer : checkResult(answer.found)
  } catch (error) {
    signal.throwIfAborted()
    if (until.aborted) return { refusal: 'slow', isPerhapsBilled: true }
    if (!(error instanceof LookupRefusal)) throw error
    return { refusal: error.reason, isPerhapsBilled: error.isPerhapsBilled }
  }
}

/** An answer with an invalid address was billed, and is of no use. */
const checkResult = (result: LookupResult): ProviderReply => {
  const found = plainResult(result)
  if (found.email === undefined) return { found }
  const email = normalAddress(found.email)
  return email === undefined ? { refusal: 'unreadable', isPerhapsBilled: true } : { found: { ...found, email } }
}

/** The result of a chain: a limit that stopped it, or the first answer of use. */
type ChainOutcome =
  | { readonly cap: LookupCap }
  | { readonly found?: { readonly result: LookupResult; readonly from: Provenance } }

/**
 * Asks the providers of a chain one after the other until one finds something; an address is checked until a check
 * decides. Throws VaultUnavailable if a key cannot be opened, and the reason of `signal`.
 */
export const askChain = async (
  parts: LookupParts,
  within: InTransaction,
  { scope, capability, input: facts }: Omit<Lookup, 'id' | 'provider'>,
  signal: AbortSignal,
): Promise<ChainOutcome> => {
  const input = inputFor(capability, facts)
  if (!isAskable(capability, input)) return {}
  const chain = await within((tx) => readyChain(tx, parts.vault, parts.growthTerms, capability))
  let best: { readonly result: LookupResult; readonly from: Provenance } | undefined
  for (const provider of chain) {
    const lookup = newLookup({ scope, provider, capability, input })
    const begun = await within((tx) => cachedOrBegun(tx, parts, lookup)).catch(capIn)
    if ('cap' in begun) return begun
    const outcome = 'outcome' in begun ? begun.outcome : await carryOut(parts, within, lookup, signal)
    if (outcome?.kind !== 'found') continue
    const { result, from } = outcome
    if (capability !== 'verify_email' || (result.verdict ?? 'unknown') !== 'unknown') return { found: { result, from } }
    best ??= { result, from }
  }
  return best ? { found: best } : {}
}

const capIn = (error: unknown): { readonly cap: LookupCap } => {
  if (error instanceof LookupCapReached) return { cap: error.cap }
  throw error
}

type CachedOrBegun = { readonly outcome: LookupOutcome | undefined } | { readonly isBegun: true }

const cachedOrBegun = async (tx: Transaction, parts: LookupParts, lookup: Lookup): Promise<CachedOrBegun> => {
  const outcome = await cachedOutcome(tx, lookup)
  if (outcome) return { outcome }
  const { facts } = lookup.provider
  if (!facts.isBuiltIn && isResting(await recentCalls(tx, facts.id))) return { outcome: undefined }
  if (await wasAsked(tx, lookup.scope, lookup.capability, facts.id)) return { outcome: undefined }
  const begun = await beginLookups(tx, parts, [lookup])
  return begun.has(lookup.id) ? { isBegun: true } : { outcome: undefined }
}

const valueMostChars = 1_000

/** A provider's answer as plain lines that can be stored and shown; facts that are then empty are left out. */
const plainResult = ({ verdict, confidence, ...texts }: LookupResult): LookupResult => {
  const known = Object.entries(texts)
    .map(([name, value]) => [name, plain(value)] as const)
    .filter(([, value]) => value !== '')
  return { ...(Object.fromEntries(known) as typeof texts), ...(verdict && { verdict }), confidence }
}

const plain = (text: string) => plainText(text).slice(0, valueMostChars).toWellFormed()
