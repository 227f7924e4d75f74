import type { Capability, LookupAnswer, LookupInput } from '../../../execution/data-providers/index.ts'
import { WebRefusal } from '../../../execution/web/index.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import { FetchRefusal } from '../../../platform/fetch/index.ts'
import { findCompany, findCompanyNamed, supplyCompany } from '../companies/index.ts'
import { addressesAt } from '../leads/index.ts'
import type { LookupParts } from './parts.ts'
import type { BuiltInProvider } from './rules.ts'
import { imprintLink, readImprint } from './read-imprint.ts'
import { personOf } from './known-facts.ts'
import { addressByPattern } from './rules/known-pattern.ts'

interface BuiltInQuestion {
  readonly capability: Capability
  readonly input: LookupInput
  readonly signal: AbortSignal
}

/** `unreachable`: the website or DNS did not answer, so that nothing is known. */
type BuiltInAnswer = Exclude<LookupAnswer, 'pending'> | 'unreachable'

type Ask = (
  parts: Pick<LookupParts, 'web' | 'mailDns'>,
  within: InTransaction,
  question: BuiltInQuestion,
) => Promise<BuiltInAnswer>

const addressesMost = 200

const byPattern: Ask = async (_parts, within, { input: { domain = '', firstName = '', lastName = '' } }) => {
  const known = await within((tx) => addressesAt(tx, domain, addressesMost))
  const people = known.map(({ address, evidence }) => ({
    address,
    firstName: undefined,
    lastName: undefined,
    ...personOf(evidence),
  }))
  const found = addressByPattern(domain, { firstName, lastName }, people)
  return found ? { found: { ...found, verdict: 'unknown' } } : 'not_found'
}

const byIndex: Ask = async (_parts, within, { capability, input: { domain = '', company = '' } }) => {
  const row = await within((tx) =>
    capability === 'find_company' ? findCompanyNamed(tx, company) : findCompany(tx, domain),
  )
  if (!row) return 'not_found'
  const { country } = row
  return { found: { domain: row.domain, company: row.name, confidence: 0.9, ...(country !== null && { country }) } }
}

const byImprint: Ask = async ({ web }, within, { input: { domain = '' }, signal }) => {
  try {
    const home = await web.readPage(`https://${domain}/`, signal)
    const link = imprintLink(home.url, home.links)
    if (link === undefined) return 'not_found'
    const page = await web.readPage(link, signal)
    const facts = readImprint(domain, page.url, page.text)
    if (!facts) return 'not_found'
    await within(async (tx) => supplyCompany(tx, facts, await tx.now()))
    const { name, country } = facts
    return { found: { company: name, confidence: 0.9, ...(country !== null && { country }) } }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof WebRefusal || error instanceof FetchRefusal) return 'unreachable'
    throw error
  }
}

/** DNS can refute an address and never confirm one. */
const byMailServers: Ask = async ({ mailDns }, _within, { input: { email = '' } }) => {
  const answer = await mailDns.check(email.slice(email.lastIndexOf('@') + 1))
  if (answer === 'unknown') return 'unreachable'
  return {
    found: answer === 'no_mail' ? { verdict: 'invalid', confidence: 0.95 } : { verdict: 'unknown', confidence: 0.3 },
  }
}

/** Carries out a look-up that is built in. It costs nothing. */
export const askBuiltIn: Readonly<Record<BuiltInProvider, Ask>> = {
  known_pattern: byPattern,
  company_index: byIndex,
  imprint: byImprint,
  mail_check: byMailServers,
}
