import type { Capability, LookupAnswer, LookupInput } from '../../../execution/data-providers/index.ts'
import { WebRefusal } from '../../../execution/web/index.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import { FetchRefusal } from '../../../platform/fetch/index.ts'
import { findCompany, findCompanyNamed, supplyCompany, legalFormOf, type CompanyFacts } from '../companies/index.ts'
import { addressesAt } from '../leads/index.ts'
import type { LookupParts } from './catalogue.ts'
import { type BuiltInProvider, addressByPattern } from './rules.ts'
import { personOf } from './known-facts.ts'

/** `unreachable`: the website or DNS did not answer, so that nothing is known. */
type BuiltInAnswer = Exclude<LookupAnswer, 'pending'> | 'unreachable'

type Ask = (
  parts: Pick<LookupParts, 'web' | 'mailDns'>,
  within: InTransaction,
  question: { readonly capability: Capability; readonly input: LookupInput; readonly signal: AbortSignal },
) => Promise<BuiltInAnswer>

const addressesMost = 200

const byPattern: Ask = async (_parts, within, { input: { domain = '', firstName = '', lastName = '' } }) => {
  const known = await within((tx) => addressesAt(tx, domain, addressesMost))
  const people = known.map(({ address, evidence }) => ({ address, ...personOf(evidence) }))
  const found = addressByPattern(domain, { firstName, lastName }, people)
  return found ? { found: { ...found, verdict: 'unknown' } } : 'not_found'
}

const byIndex: Ask = async (_parts, within, { capability, input: { domain = '', company = '' } }) => {
  const row = await within((tx) =>
    capability === 'find_company' ? findCompanyNamed(tx, company) : findCompany(tx, { domain }),
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

const imprintPaths =
  /(?:^|\/)(impressum|imprint|legal-?notice|mentions-?legales|aviso-?legal|note-?legali|colofon)(?:[./]|$)/i

/** The link of a page that leads to the imprint of its own site; undefined without one. */
export const imprintLink = (pageUrl: string, links: readonly string[]): string | undefined => {
  const { host } = new URL(pageUrl)
  return links.find((link) => {
    if (!URL.canParse(link)) return false
    const url = new URL(link)
    return bareHost(url.host) === bareHost(host) && imprintPaths.test(url.pathname)
  })
}

const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, '')

// An imprint names its company near the beginning; longer lines are sentences.
const linesMost = 400
const lineMostChars = 200

/** VAT numbers by country: the letters, and what follows them (EU VIES; GB and CH beside it). */
const vatForms: readonly RegExp[] = [
  /\b(DE)\s?(\d{9})\b/,
  /\b(AT)\s?(U\d{8})\b/,
  /\b(FR)\s?([0-9A-Z]{2}\s?\d{9})\b/,
  /\b(NL)\s?(\d{9}B\d{2})\b/,
  /\b(BE)\s?([01]\d{9})\b/,
  /\b(IT)\s?(\d{11})\b/,
  /\b(ES)\s?([A-Z]\d{7}[0-9A-Z])\b/,
  /\b(PL)\s?(\d{10})\b/,
  /\b(IE)\s?(\d{7}[A-W][A-I]?)\b/,
  /\b(SE)\s?(\d{12})\b/,
  /\b(DK)\s?(\d{8})\b/,
  /\b(GB)\s?(\d{9})\b/,
  /\b(CH)E-?(\d{3}\.?\d{3}\.?\d{3})\b/,
]
const registerForms: readonly (readonly [RegExp, string | undefined])[] = [
  [/\b(HR[AB]\s?\d{1,6}(?:\s?[A-Z]{1,2}\b)?)/, 'DE'],
  [/\b(FN\s?\d{5,6}\s?[a-z])\b/, 'AT'],
  [/\b(CHE-\d{3}\.\d{3}\.\d{3})\b/, 'CH'],
  [/company (?:registration )?(?:number|no\.?)[:\s]+([A-Z]{0,2}\d{6,8})\b/i, 'GB'],
]

/**
 * The company's facts in an imprint: the first line that is a name with a legal form, and the numbers of registers.
 * Names of people, addresses and telephone numbers are left out. Undefined without such a name.
 */
export const readImprint = (domain: string, imprintUrl: string, text: string): CompanyFacts | undefined => {
  const lines = text
    .split('\n')
    .slice(0, linesMost)
    .map((line) => line.replaceAll(/[*#>|_`\s]+/g, ' ').trim())
    .filter((line) => line.length > 2 && line.length <= lineMostChars)
  const name = lines.map(nameIn).find((found) => found !== undefined)
  if (name === undefined) return undefined
  const whole = lines.join('\n')
  const vat = vatForms.map((form) => form.exec(whole)).find((match) => match !== null)
  const registers = registerForms.map(([form, country]) => ({ match: form.exec(whole), country }))
  const register = registers.find(({ match }) => match !== null)
  return {
    domain,
    name,
    country: vat?.[1] ?? register?.country ?? null,
    imprintUrl: imprintUrl.slice(0, 2_000),
    registerNumber: register?.match?.[1] ?? null,
    vatNumber: vat ? `${vat[1]}${vat[2]!.replaceAll(/[\s.]/g, '')}` : null,
  }
}

/** The part of a line up to a comma or a bar, if that is a name with a legal form. */
const nameIn = (line: string): string | undefined => {
  const candidates = [line, ...line.split(/\s[–—·•-]\s|:\s/), ...line.split(/,\s/)]
  const found = candidates.map((one) => one.trim()).find((one) => isName(one))
  return found?.slice(0, 200)
}

// A sentence that ends in a company is no name, and neither is a copyright notice.
const isName = (text: string) =>
  legalFormOf(text) !== undefined &&
  text.split(' ').length <= 8 &&
  !/[©!?;@]|\b(is|are|ist|sind|der|die|the)\b/i.test(text)
