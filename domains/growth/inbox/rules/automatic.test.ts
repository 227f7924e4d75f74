import { expect, test } from 'vitest'
import { automaticBy } from './kinds.ts'

const by = (heads: Readonly<Record<string, string>>) =>
  automaticBy(new Map(Object.entries(heads)), 'lead@customer.example') ?? null

test.each([
  ['certain', { 'auto-submitted': 'auto-replied; owner-email="a@b"' }],
  ['certain', { 'auto-submitted': '(rule) auto-generated (vacation)' }],
  // https://github.com/linagora/james-project/issues/3841
  ['certain', { 'auto-submitted': 'auto-notified' }],
  // https://github.com/Probesys/bileto/issues/815
  ['certain', { 'x-autoreply': 'yes' }],
  ['certain', { 'x-autoresponder-id': '7' }],
  ['certain', { precedence: 'auto_reply' }],
  ['certain', { 'x-ms-exchange-inbox-rules-loop': 'Lead@customer.example' }],
  // https://github.com/mozilla/fxa/issues/5757
  ['certain', { 'content-type': 'multipart/report; report-type=delivery-status; boundary=B' }],
  // https://github.com/linagora/james-project/issues/3913
  ['certain', { 'content-type': 'Multipart/Report; boundary=B; report-type="disposition-notification"' }],
  // https://github.com/swiftmailer/swiftmailer/pull/474
  ['likely', { precedence: 'bulk' }],
  ['likely', { 'x-precedence': 'Bulk' }],
  // https://github.com/vexim/vexim2/pull/298
  ['likely', { precedence: 'junk' }],
  ['likely', { 'x-auto-response-suppress': 'All' }],
  ['likely', { 'return-path': '<>' }],
  ['bulk', { precedence: 'list' }],
  ['bulk', { 'list-unsubscribe': '<https://customer.example/u>' }],
  [null, { 'auto-submitted': 'no' }],
  [null, { 'auto-submitted': 'no (a person)' }],
  [null, { 'x-autoreply': 'no' }],
  // Exchange puts this on mail of people: https://github.com/osTicket/osTicket/pull/5320
  [null, { 'x-auto-response-suppress': 'DR, OOF, AutoReply' }],
  [null, { 'x-ms-exchange-inbox-rules-loop': 'us@example.com' }],
  [null, { 'return-path': '<lead@customer.example>', subject: 'Automatic reply systems: your offer' }],
])('a mail is %s automatic by %j', (automatic, heads) => {
  expect(by(heads)).toBe(automatic)
})
