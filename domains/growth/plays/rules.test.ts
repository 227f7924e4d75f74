import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canMove,
  faultsOfSteps,
  playStatuses,
  type Step,
  missingOf,
  stateOfNeed,
  type PlayFacts,
  type PlayNeed,
} from './rules.ts'
import {
  approvalRefusal,
  faultsOfPlay,
  playByDefault,
  settingsAfter,
  fill,
  leadValues,
  unknownPlaceholders,
} from './rules/change-play.ts'

const step = (change: Partial<Step> = {}): Step => ({
  delayDays: 0,
  subject: 'Hello',
  body: 'Hello',
  brief: null,
  ...change,
})

test('an archived play goes nowhere, and only a launched play is paused', () => {
  for (const to of playStatuses) expect(canMove('archived', to)).toBe(false)
  expect(canMove('draft', 'paused')).toBe(false)
  expect(canMove('paused', 'active')).toBe(true)
  expect(canMove('active', 'draft')).toBe(false)
})

test('a play never gets back to a draft, by any sequence of moves', () =>
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

test('omitted fields of a play stay as they are', () => {
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

test('a need that was not looked at is not met', () => {
  expect(stateOfNeed('unsubscribe_link', ['public_address'])).toBe('unchecked')
  expect(stateOfNeed('unsubscribe_link', ['unsubscribe_link'])).toBe('missing')
  expect(stateOfNeed('mailbox_dns', ['mailbox'])).toBe('unchecked')
  expect(stateOfNeed('mailbox_dns', ['public_address'])).toBe('met')
  expect(stateOfNeed('mailbox', ['mailbox_dns'])).toBe('met')
})

test('only administrators decide about approval, and only if the settings leave it to the play', () => {
  expect(approvalRefusal(undefined, false, 'always')).toBeUndefined()
  expect(approvalRefusal('always', false, 'by_play')).toBe('approvalForAdministrators')
  expect(approvalRefusal('never', true, 'always')).toBe('approvalAlways')
  expect(approvalRefusal('never', true, 'by_play')).toBeUndefined()
})

test('places are filled in with known values or the words beside them, and with nothing else', () => {
  expect(fill('Hello {{firstName|there}} at {{ company }}', { company: '{{firstName}} & Co' })).toEqual({
    text: 'Hello there at {{firstName}} & Co',
  })
  expect(fill('Hello {{firstName}}', {})).toEqual({ missing: 'firstName' })
  expect(unknownPlaceholders('{{firstName}} {{password}} {{__proto__|x}}')).toEqual(['password', '__proto__'])
})

test('the values of a lead are its known facts, its domain and the booking link', () => {
  const facts: Readonly<Record<string, string>> = { firstName: 'Ada', company: 'Example Ltd', role: '' }
  const values = leadValues((field) => facts[field], { domain: 'example.com', bookingUrl: null })
  expect(values).toEqual({ firstName: 'Ada', company: 'Example Ltd', domain: 'example.com' })
  expect(leadValues(() => undefined, { domain: 'a.example', bookingUrl: 'https://a.example/book' })).toEqual({
    domain: 'a.example',
    bookingUrl: 'https://a.example/book',
  })
})
