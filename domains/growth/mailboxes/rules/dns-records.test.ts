import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRecords, spfTerms, tagsOf } from './dns-records.ts'

type Zone = Readonly<Record<string, readonly string[] | undefined>>
const check = async (zone: Zone, provider: 'google' | 'microsoft' | 'imap' = 'google', selector?: string) =>
  checkRecords(async (name) => (name in zone ? zone[name] : []), 'example.com', provider, selector)
const spf = async (zone: Zone, provider: 'google' | 'microsoft' | 'imap' = 'google') => (await check(zone, provider))[0]

test('nothing there: each record is missing, with the record to add', async () => {
  expect((await check({})).map(({ kind, state, toAdd }) => [kind, state, toAdd?.value])).toEqual([
    ['spf', 'missing', 'v=spf1 mx include:_spf.google.com ~all'],
    ['dkim', 'missing', null],
    ['dmarc', 'missing', 'v=DMARC1; p=none'],
  ])
})

test.each<[string, readonly string[], string]>([
  ['names the provider', ['v=spf1 include:_spf.google.com -all'], 'ok'],
  ['names another one', ['v=spf1 include:other.example -all'], 'wrong'],
  ['stands twice', ['v=spf1 include:_spf.google.com -all', 'v=spf1 -all'], 'wrong'],
  ['lets everybody pass', ['v=spf1 include:_spf.google.com +all'], 'wrong'],
  ['only begins like one', ['v=spf10 include:_spf.google.com'], 'missing'],
])('SPF that %s', async (_name, texts, state) => {
  expect((await spf({ 'example.com': texts }))?.state).toBe(state)
})

test('the record to add keeps the present text', async () => {
  expect((await spf({ 'example.com': ['v=spf1 ip4:192.0.2.1 -all'] }))?.toAdd?.value).toBe(
    'v=spf1 ip4:192.0.2.1 include:_spf.google.com ~all',
  )
})

test('includes that lead in a circle or too far end, and silence is unknown', async () => {
  expect((await spf({ 'example.com': ['v=spf1 include:example.com ~all'] }))?.state).toBe('wrong')
  const far = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`n${n}.example`, [`v=spf1 include:n${n + 1}.example ~all`]]),
  )
  expect((await spf({ 'example.com': ['v=spf1 include:n0.example ~all'], ...far }))?.state).toBe('wrong')
  expect((await spf({ 'example.com': undefined }))?.state).toBe('unknown')
  expect((await spf({ 'example.com': ['v=spf1 include:a.example ~all'], 'a.example': undefined }))?.state).toBe(
    'unknown',
  )
})

test('a key of DKIM that was withdrawn is wrong', async () => {
  expect((await check({ 'google._domainkey.example.com': ['v=DKIM1; p='] }))[1]?.state).toBe('wrong')
  expect((await check({ 'selector2._domainkey.example.com': ['v=DKIM1; p=AB'] }, 'microsoft'))[1]?.state).toBe('ok')
  expect((await check({ 'own._domainkey.example.com': ['p=AB'] }, 'imap', 'own'))[1]?.state).toBe('ok')
})

test('any content of a record is read without an error and in bounds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 3_000 }), { maxLength: 12 }), async (texts) => {
      const zone = Object.fromEntries(
        ['example.com', 'google._domainkey.example.com', '_dmarc.example.com'].map((name) => [
          name,
          texts.flatMap((text) => [text, `v=spf1 ${text}`, `v=DMARC1;${text}`, `p=${text}`]),
        ]),
      )
      for (const { found } of await check(zone))
        for (const text of found) expect(text.length).toBeLessThanOrEqual(2_000)
      for (const text of texts) expect(() => [spfTerms(text), tagsOf(text)]).not.toThrow()
    }),
    { numRuns: 40 },
  )
})
