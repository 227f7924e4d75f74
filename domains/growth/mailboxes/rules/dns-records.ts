import type { MailProvider, RecordState } from '../rules.ts'

/** The texts at a name: empty without any, undefined if DNS did not answer. */
type ReadTexts = (name: string) => Promise<readonly string[] | undefined>

export interface CheckedRecord {
  readonly kind: 'spf' | 'dkim' | 'dmarc'
  readonly state: RecordState
  readonly name: string
  readonly found: string[]
  readonly toAdd: { readonly type: 'TXT' | 'CNAME'; readonly name: string; readonly value: string | null } | null
}

const spfOf: Readonly<Record<MailProvider, string | null>> = {
  google: '_spf.google.com',
  microsoft: 'spf.protection.outlook.com',
  imap: null,
}
const selectorsOf: Readonly<Record<MailProvider, readonly string[]>> = {
  google: ['google'],
  microsoft: ['selector1', 'selector2'],
  imap: ['default', 'mail', 'dkim', 's1', 'selector1'],
}

// Source: RFC 7208, section 4.6.4.
const lookupsMost = 10
const textMost = 2_000

const shown = (texts: readonly string[]) => texts.slice(0, 10).map((text) => text.slice(0, textMost))

const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text)

interface SpfTerms {
  /** Domains whose records it includes. */
  readonly includes: readonly string[]
  /** True if every server of the world passes. */
  readonly passesAll: boolean
}

export const spfTerms = (text: string): SpfTerms => {
  const terms = text.toLowerCase().split(/ +/).slice(1)
  return {
    includes: terms.flatMap((term) => /^(?:[+]?include:|redirect=)([a-z0-9._-]{1,253})$/.exec(term)?.[1] ?? []),
    passesAll: terms.some((term) => term === 'all' || term === '+all'),
  }
}

/** True if a record leads to a provider's record, by at most 10 look-ups; undefined if DNS did not answer. */
const leadsTo = async (read: ReadTexts, text: string, wanted: string): Promise<boolean | undefined> => {
  const waiting = [...spfTerms(text).includes]
  const readNames = new Set<string>()
  while (waiting.length > 0) {
    const name = waiting.shift()!
    if (name === wanted) return true
    if (readNames.has(name)) continue
    if (readNames.size >= lookupsMost) return false
    readNames.add(name)
    const texts = await read(name)
    if (texts === undefined) return undefined
    for (const one of texts.filter(isSpf)) waiting.push(...spfTerms(one).includes)
  }
  return false
}

const checkSpf = async (read: ReadTexts, domain: string, provider: MailProvider): Promise<CheckedRecord> => {
  const texts = await read(domain)
  const found = (texts ?? []).filter(isSpf)
  const wanted = spfOf[provider]
  const one = found[0]
  const value = spfToAdd(one, wanted)
  const asRecord = (state: RecordState): CheckedRecord => ({
    kind: 'spf',
    state,
    name: domain,
    found: shown(found),
    toAdd: state === 'missing' || state === 'wrong' ? { type: 'TXT', name: domain, value } : null,
  })
  if (texts === undefined) return asRecord('unknown')
  if (one === undefined) return asRecord('missing')
  // Source: RFC 7208, section 4.5: more than one record is an error.
  if (found.length > 1 || spfTerms(one).passesAll) return asRecord('wrong')
  if (wanted === null) return asRecord('ok')
  const leads = await leadsTo(read, one, wanted)
  return asRecord(leads === undefined ? 'unknown' : leads ? 'ok' : 'wrong')
}

const spfToAdd = (now: string | undefined, wanted: string | null) => {
  const terms = (now ?? 'v=spf1 mx').split(/ +/).filter((term) => !/^([-~?+]?all|redirect=.*)$/i.test(term))
  const include = `include:${wanted}`
  if (wanted !== null && !terms.some((term) => term.toLowerCase() === include)) terms.push(include)
  return [...terms, '~all'].join(' ')
}

/** The tags of a record such as `v=DMARC1; p=none`. */
export const tagsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .slice(0, textMost)
      .split(';')
      .map((tag) => tag.split('='))
      .filter(([name = '']) => name.trim() !== '')
      .map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join('=').replaceAll(/\s+/g, '')] as const),
  )

const checkDkim = async (
  read: ReadTexts,
  domain: string,
  provider: MailProvider,
  selector: string | undefined,
): Promise<CheckedRecord> => {
  const selectors = selector === undefined ? selectorsOf[provider] : [selector]
  const names = selectors.map((one) => `${one}._domainkey.${domain}`)
  const answers = await Promise.all(names.map(read))
  const keys = answers.map((texts) => texts?.filter((text) => tagsOf(text).has('p')))
  const at = (index: number, state: RecordState): CheckedRecord => ({
    kind: 'dkim',
    state,
    name: names[index]!,
    found: shown(keys[index] ?? []),
    toAdd:
      state === 'ok' || state === 'unknown'
        ? null
        : { type: provider === 'microsoft' ? 'CNAME' : 'TXT', name: names[index]!, value: null },
  })
  const good = keys.findIndex((texts) => texts?.length === 1 && tagsOf(texts[0]!).get('p') !== '')
  if (good >= 0) return at(good, 'ok')
  // An empty key was withdrawn. Source: RFC 6376, section 3.6.1.
  const bad = keys.findIndex((texts) => texts !== undefined && texts.length > 0)
  if (bad >= 0) return at(bad, 'wrong')
  return at(0, keys.includes(undefined) ? 'unknown' : 'missing')
}

const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/.test(text)
const policies = ['none', 'quarantine', 'reject']

const checkDmarc = async (read: ReadTexts, domain: string): Promise<CheckedRecord> => {
  // A domain without a record has that of the domains above it. Source: RFC 7489, section 6.6.3.
  const labels = domain.split('.')
  const domains = labels.slice(0, Math.min(4, Math.max(1, labels.length - 1))).map((_, n) => labels.slice(n).join('.'))
  const own = `_dmarc.${domain}`
  const toAdd = { type: 'TXT', name: own, value: 'v=DMARC1; p=none' } as const
  for (const one of domains) {
    const name = `_dmarc.${one}`
    const texts = await read(name)
    if (texts === undefined) return { kind: 'dmarc', state: 'unknown', name, found: [], toAdd: null }
    const found = texts.filter(isDmarc)
    if (found.length === 0) continue
    const isGood = found.length === 1 && policies.includes(tagsOf(found[0]!).get('p')?.toLowerCase() ?? '')
    const state = isGood ? 'ok' : 'wrong'
    return { kind: 'dmarc', state, name, found: shown(found), toAdd: isGood ? null : { ...toAdd, name } }
  }
  return { kind: 'dmarc', state: 'missing', name: own, found: [], toAdd }
}

/** SPF, DKIM and DMARC of the domain of a mailbox. */
export const checkRecords = async (
  read: ReadTexts,
  domain: string,
  provider: MailProvider,
  selector?: string,
): Promise<CheckedRecord[]> =>
  Promise.all([checkSpf(read, domain, provider), checkDkim(read, domain, provider, selector), checkDmarc(read, domain)])
