import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canMove, faultsOfSteps, playStatuses, type Step } from './rules.ts'
import { approvalRefusal, faultsOfPlay, playByDefault, settingsAfter } from './rules/change-play.ts'
import { replySubject, withFooter } from './rules/compose.ts'
import { limitPassedBy } from './rules/limits.ts'
import { decide, type SendFacts } from './rules/send-decision.ts'
import { byPerson, citationsAfterEdit, claimsResult, sentencesOf } from './rules/sentences.ts'
import { dueAfter, nextTry, tries } from './rules/sequence.ts'
import { fill, unknownPlaceholders } from './rules/templates.ts'
import { readToken, writeToken } from './unsubscribe-token.ts'
import { closedCountries, isOpen, isPostalAddress, localTime, nextOpening, zonesOf } from '../settings/index.ts'
import { missingOf, type PlayFacts, type PlayNeed } from './rules/preconditions.ts'

const step = (change: Partial<Step> = {}): Step => ({
  delayDays: 0,
  subject: 'Hello',
  body: 'Hello',
  brief: null,
  ...change,
})

test('an archived play goes nowhere, and only one that was launched is paused', () => {
  for (const to of playStatuses) expect(canMove('archived', to)).toBe(false)
  expect(canMove('draft', 'paused')).toBe(false)
  expect(canMove('paused', 'active')).toBe(true)
  expect(canMove('active', 'draft')).toBe(false)
})

test('a play never gets back to a draft, whatever is tried', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...playStatuses)), (tried) => {
      let status: (typeof playStatuses)[number] = 'draft'
      let wasLaunched = false
      for (const to of tried) {
        if (!canMove(status, to)) continue
        status = to
        wasLaunched ||= to === 'active'
        if (status === 'paused') expect(wasLaunched).toBe(true)
        expect(status).not.toBe('draft')
      }
    }),
  ))

test('a mail has words or a brief, the first one a subject and no delay, the others a delay', () => {
  expect(faultsOfSteps([step(), step({ delayDays: 3, subject: null })])).toEqual([])
  const rules = (steps: readonly Step[]) => faultsOfSteps(steps).map(({ path, rule }) => [path, rule])
  expect(rules([step({ brief: 'Say hello' })])).toEqual([['steps[0].body', 'one_of']])
  expect(rules([step({ body: null })])).toEqual([['steps[0].body', 'one_of']])
  expect(rules([step({ subject: null })])).toEqual([['steps[0].subject', 'required']])
  expect(rules([step({ delayDays: 1 }), step()])).toEqual([
    ['steps[0].delayDays', 'delay'],
    ['steps[1].delayDays', 'delay'],
  ])
})

test('what a person leaves out of a play stays as it is', () => {
  const before = { ...playByDefault, name: 'A', hardCapMicros: 5 }
  expect(settingsAfter(before, {})).toEqual(before)
  expect(settingsAfter(before, { hardCapUsd: null, mailboxIds: ['x', 'x'] })).toMatchObject({
    hardCapMicros: null,
    mailboxIds: ['x'],
  })
  const wrong = settingsAfter(before, {
    steps: [{ delayDays: 0, subject: '{{surname}}', body: 'x' }],
    bookingUrl: 'http://a:b@example.com',
    mailboxIds: ['x'],
  })
  expect(faultsOfPlay(wrong, []).map(({ path }) => path)).toEqual(['steps[0].subject', 'bookingUrl', 'mailboxIds[0]'])
})

const ready: PlayFacts = {
  steps: 1,
  isAcknowledged: true,
  hasPostalAddress: true,
  linkNeed: undefined,
  mailboxes: 2,
  mailboxesWithDns: 1,
  leads: 1,
}
test.each<[Partial<PlayFacts>, readonly PlayNeed[]]>([
  [{}, []],
  [{ steps: 0 }, ['steps']],
  [{ isAcknowledged: false }, ['acknowledgement']],
  [{ hasPostalAddress: false }, ['postal_address']],
  [{ linkNeed: 'public_address' }, ['public_address']],
  [{ linkNeed: 'unsubscribe_link' }, ['unsubscribe_link']],
  [{ mailboxes: 0, mailboxesWithDns: 0 }, ['mailbox']],
  [{ mailboxesWithDns: 0 }, ['mailbox_dns']],
  [{ leads: 0 }, ['leads']],
  [{ steps: 0, mailboxes: 0, leads: 0 }, ['steps', 'mailbox', 'leads']],
])('a play with %j lacks %j', (change, missing) => {
  expect(missingOf({ ...ready, ...change })).toEqual(missing)
})

test.each([
  ['1 Main Street, Dublin', true],
  ['Postfach 12\n1010 Wien', true],
  ['   ', false],
  ['Dublin', false],
  ['12345 67890', false],
  ['n/a n/a n/a n/a', false],
  ['coming soon, sorry', false],
])('“%s” as a postal address: %s', (text, isOne) => {
  expect(isPostalAddress(text)).toBe(isOne)
})

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
test.each([
  ['09:00', '17:00', []],
  ['09:00', '12:00', ['AU', 'CA', 'US']],
  ['08:00', '11:00', ['AU', 'CA', 'US']],
  ['09:05', '09:10', ['AU', 'BR', 'CA', 'MX', 'US']],
  ['06:00', '22:00', []],
])('from %s to %s on workdays no mail goes to %j', (sendingFrom, sendingUntil, closed) => {
  const window = { sendingDays: workdays, sendingFrom, sendingUntil }
  expect(closedCountries(new Date('2026-11-25T10:00:00Z'), window)).toEqual(closed)
})

test('a window of some minutes between two quarters of an hour opens', () => {
  const short = { sendingDays: workdays, sendingFrom: '09:05', sendingUntil: '09:10' }
  expect(nextOpening(new Date('2026-11-25T10:00:00Z'), ['Europe/Vienna'], short)).toEqual(
    new Date('2026-11-26T08:05:00Z'),
  )
})

test('only administrators decide about approval, and only where the settings leave it to the play', () => {
  expect(approvalRefusal(undefined, false, 'always')).toBeUndefined()
  expect(approvalRefusal('always', false, 'by_play')).toBe('approvalForAdministrators')
  expect(approvalRefusal('never', true, 'always')).toBe('approvalAlways')
  expect(approvalRefusal('never', true, 'by_play')).toBeUndefined()
})

test('complaints above 0.1 % and bounces above 3 % pause a play from 200 mails on, and the second complaint before', () => {
  expect(limitPassedBy({ sent: 199, bounces: 100, complaints: 1 })).toBeUndefined()
  expect(limitPassedBy({ sent: 10, bounces: 0, complaints: 2 })).toBe('complaints')
  expect(limitPassedBy({ sent: 200, bounces: 0, complaints: 1 })).toBe('complaints')
  expect(limitPassedBy({ sent: 1_000, bounces: 30, complaints: 1 })).toBeUndefined()
  expect(limitPassedBy({ sent: 1_000, bounces: 31, complaints: 1 })).toBe('bounces')
})

const rules = { sendingDays: ['mon', 'tue', 'wed', 'thu', 'fri'], sendingFrom: '09:00', sendingUntil: '17:00' }

test('mail is sent in the time of the recipient, also where a day of summer time begins or ends', () => {
  expect(zonesOf('AT', 'Asia/Tokyo')).toEqual(['Europe/Vienna'])
  expect(zonesOf(undefined, 'Asia/Tokyo')).toEqual(['Asia/Tokyo'])
  const vienna = ['Europe/Vienna']
  expect(isOpen(new Date('2026-03-27T08:00:00Z'), vienna, rules)).toBe(true)
  expect(isOpen(new Date('2026-03-30T06:59:59Z'), vienna, rules)).toBe(false)
  expect(nextOpening(new Date('2026-03-27T17:00:00Z'), vienna, rules)).toEqual(new Date('2026-03-30T07:00:00Z'))
  expect(nextOpening(new Date('2026-10-23T16:00:00Z'), vienna, rules)).toEqual(new Date('2026-10-26T08:00:00Z'))
  // Nine in Los Angeles is noon in New York.
  expect(nextOpening(new Date('2026-11-25T13:00:00Z'), zonesOf('US', 'UTC'), rules)).toEqual(
    new Date('2026-11-25T17:00:00Z'),
  )
  expect(nextOpening(new Date('2026-11-25T13:00:00Z'), vienna, { ...rules, sendingDays: [] })).toBeUndefined()
})

test('the next opening is open, and not before it was asked for', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      fc.constantFrom('AT', 'US', 'AU', 'IN', undefined),
      (at, country) => {
        const zones = zonesOf(country, 'America/Sao_Paulo')
        const then = nextOpening(at, zones, rules)
        if (country === 'AU' && then === undefined) return
        expect(then!.getTime()).toBeGreaterThanOrEqual(at.getTime())
        expect(isOpen(then!, zones, rules)).toBe(true)
        for (const zone of zones) expect(localTime(then!, zone).time < '17:00').toBe(true)
      },
    ),
    { numRuns: 100 },
  ))

test('the mail after one is due its days later, and none is after the last', () => {
  const steps = [step(), step({ delayDays: 3 })]
  expect(dueAfter(new Date('2026-11-25T10:00:00Z'), 1, steps)).toEqual(new Date('2026-11-28T10:00:00Z'))
  expect(dueAfter(new Date('2026-11-25T10:00:00Z'), 2, steps)).toBeUndefined()
})

test('what was not handed over is tried again later and later, and not for good', () => {
  const at = new Date('2026-11-25T10:00:00Z')
  const waits = Array.from({ length: tries.most - 1 }, (_, attempt) => nextTry(at, attempt + 1)!.getTime())
  expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
  expect(nextTry(at, tries.most)).toBeUndefined()
})

const good: SendFacts = {
  isProjectArchived: false,
  isPlayRunning: true,
  leadRefusal: undefined,
  isLeadQueued: true,
  isSequenceStopped: false,
  hasUndecidedReply: false,
  wasPreviousSent: true,
  needsApproval: true,
  isApprovedByPerson: true,
  need: undefined,
  doCitationsResolve: true,
}

test('a mail is sent only where nothing at all speaks against it', () =>
  fc.assert(
    fc.property(
      fc.record({
        isProjectArchived: fc.boolean(),
        isPlayRunning: fc.boolean(),
        leadRefusal: fc.constantFrom(
          undefined,
          'opted_out' as const,
          'suppressed' as const,
          'lookup_required' as const,
        ),
        isLeadQueued: fc.boolean(),
        isSequenceStopped: fc.boolean(),
        hasUndecidedReply: fc.boolean(),
        wasPreviousSent: fc.boolean(),
        needsApproval: fc.boolean(),
        isApprovedByPerson: fc.boolean(),
        need: fc.constantFrom(undefined, 'postal_address' as const, 'mailbox_dns' as const),
        doCitationsResolve: fc.boolean(),
      }),
      (facts) => {
        const isGood =
          !facts.isProjectArchived &&
          facts.isPlayRunning &&
          facts.leadRefusal === undefined &&
          facts.isLeadQueued &&
          !facts.isSequenceStopped &&
          !facts.hasUndecidedReply &&
          facts.wasPreviousSent &&
          (facts.isApprovedByPerson || !facts.needsApproval) &&
          facts.need === undefined &&
          facts.doCitationsResolve
        expect(decide(facts).kind === 'send').toBe(isGood)
      },
    ),
  ))

test('what lasts ends the sequence, what a person can mend lets the mail wait or comes back to them', () => {
  expect(decide({ ...good, isPlayRunning: false, leadRefusal: 'suppressed' })).toEqual({
    kind: 'stop',
    reason: 'suppressed',
  })
  expect(decide({ ...good, hasUndecidedReply: true })).toEqual({ kind: 'wait', reason: 'undecided_reply' })
  expect(decide({ ...good, leadRefusal: 'region_excluded' }).kind).toBe('stop')
  expect(decide({ ...good, leadRefusal: 'lookup_required' }).kind).toBe('wait')
  expect(decide({ ...good, wasPreviousSent: false }).kind).toBe('wait')
  expect(decide({ ...good, need: 'mailbox_dns' })).toEqual({ kind: 'hold', reason: 'mailbox_dns' })
  expect(decide({ ...good, isApprovedByPerson: false })).toEqual({ kind: 'return', reason: 'approval_needed' })
  expect(decide({ ...good, doCitationsResolve: false })).toEqual({ kind: 'return', reason: 'citation_unresolved' })
})

test('sentences that a person changed are theirs, and the others keep their source', () => {
  const cited = {
    sentence: 'We build web shops.',
    source: 'page',
    sourceId: 'p',
    quote: 'We build web shops.',
  } as const
  const before = 'Hello Ada,\n\nWe build web shops. May we call you?'
  expect(citationsAfterEdit([cited], before, before)).toEqual([cited])
  const after = 'Hello Ada,\n\nWe build web shops. We are the best!'
  expect(citationsAfterEdit([cited], before, after)).toEqual([cited, byPerson('We are the best!')])
  expect(citationsAfterEdit([cited], before, 'We build shops.')).toEqual([byPerson('We build shops.')])
  expect(sentencesOf('One. Two?\n—\nThree')).toEqual(['One.', 'Two?', 'Three'])
})

test.each([
  ['Our client was very satisfied.', true],
  ['Ihr Umsatz stieg.', true],
  ['We doubled their sales.', true],
  ['It is 30 % faster.', true],
  ['Der Kunde war begeistert.', true],
  ['We build web shops for wholesale.', false],
  ['Do you have 15 minutes on Tuesday?', false],
])('“%s” claims a result: %s', (sentence, claims) => {
  expect(claimsResult(sentence)).toBe(claims)
})

test('places are filled in with what is known or with the words beside them, and with nothing else', () => {
  expect(fill('Hello {{firstName|there}} at {{ company }}', { company: '{{firstName}} & Co' })).toEqual({
    text: 'Hello there at {{firstName}} & Co',
  })
  expect(fill('Hello {{firstName}}', {})).toEqual({ missing: 'firstName' })
  expect(unknownPlaceholders('{{firstName}} {{password}} {{__proto__|x}}')).toEqual(['password', '__proto__'])
})

test('a mail says who sends it and how to get no more, and its answers have one Re', () => {
  const text = withFooter('Hello\n\n', { language: 'de', postalAddress: 'Weg 1, Graz', unsubscribeUrl: 'https://x/u' })
  expect(text).toMatch(/^Hello\n\n-- \nWeg 1, Graz\n\nWenn Sie .*\nhttps:\/\/x\/u\n$/)
  expect(replySubject(replySubject('Shops'))).toBe('Re: Shops')
})

test('tokens are read as they were written, and no other text is one', () => {
  fc.assert(
    fc.property(
      fc.uuid({ version: 7 }),
      fc.uuid({ version: 7 }),
      fc.stringMatching(/^[0-9a-f]{64}$/),
      fc.option(fc.stringMatching(/^[0-9a-f]{64}$/)),
      (workspace, leadId, hash, addressHash) => {
        const token = writeToken({ workspace, leadId, addressHash }, hash)
        expect(token).toHaveLength(addressHash === null ? 64 : 107)
        expect(readToken(token)).toEqual({ workspace, leadId, addressHash, mac: hash.slice(0, 32) })
      },
    ),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 110 }), (text) => {
      const read = readToken(text)
      if (read) expect([64, 107]).toContain(text.length)
    }),
  )
})
