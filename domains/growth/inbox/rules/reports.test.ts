import { expect, test } from 'vitest'
import { readDeliveryStatus } from './reports.ts'

const report = (fields: readonly string[]) =>
  ['Reporting-MTA: dns; mx.example', '', 'Final-Recipient: rfc822; a@b.example', ...fields].join('\n')

test.each([
  ['5.1.1', ''],
  ['5.1.10', ''],
  ['5.1.1 (bad destination mailbox address)', ''],
  ['', 'smtp; 550 5.1.1 unknown'],
  ['', 'smtp; 550 no such user'],
  ['5.1.1', 'smtp; 550 5.1.1 <a@b.example>: Recipient address rejected: User unknown in relay recipient table'],
  ['5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled'],
  ['5.5.0', 'smtp; 550 5.5.0 Requested action not taken: mailbox unavailable'],
  // https://github.com/sisimai/p5-sisimai/issues/312
  ['5.0.0', '192.0.2.1 #5.0.0 smtp; 550 "Unknown User"'],
  [
    '5.0.0',
    'mta5 #5.0.0 smtp; 554 delivery error: dd Sorry, your message cannot be delivered. This mailbox is disabled (554.30).',
  ],
  // https://github.com/knadh/listmonk/issues/1463
  ['5.4.4', 'smtp; 550 5.4.4 Invalid domain'],
  // https://github.com/knadh/listmonk/issues/2623
  ['5.0.0', 'smtp; 550-5.1.1 The email account that you tried to reach does not exist. NoSuchUser'],
  // https://github.com/zone-eu/zone-mta/issues/324
  ['5.0.0', 'smtp; 550 No user found'],
  // https://github.com/postalserver/postal/issues/253
  ['5.0.0', "smtp; 554 delivery error: dd This user doesn't have a yahoo.com account (a@b.example) [0]"],
])('an address takes no mail for good with status %j and %j', (status, said) => {
  const text = report(['Action: failed', `Status: ${status}`, `Diagnostic-Code: ${said}`])
  expect(readDeliveryStatus(text)).toMatchObject({ isPermanent: true, recipients: ['a@b.example'] })
})

test.each([
  ['', ''],
  ['5.0.0', ''],
  ['4.4.7', ''],
  ['', 'smtp; 452 full'],
  ['5.2.2', ''],
  ['5.0.0', 'smtp; 552 5.2.2 Mailbox full, over quota'],
  ['5.3.4', 'smtp; 552 5.3.4 Message size exceeds fixed limit'],
  ['5.1.8', 'smtp; 553 5.1.8 Domain of sender address does not exist'],
  ['5.4.7', 'smtp; 554 5.4.7 delivery expired'],
  ['5.0.0', 'smtp; 550 5.7.26 unauthenticated mail from b.example'],
  ['5.1.1', 'smtp; 550 5.7.1 blocked using Spamhaus'],
  ['5.0.0', 'smtp; 550 mailbox unavailable due to a policy'],
  // https://github.com/sisimai/p5-sisimai/issues/312
  ['5.0.0', 'x #5.0.0 smtp; 550 5.4.1 [a@b.example]: Recipient address rejected: Access denied'],
  // https://github.com/sisimai/p5-sisimai/issues/395
  ['5.1.0', 'smtp; 550 5.1.0 <0100@amazonses.com> sender rejected. Please see https://x.example AUP#In-1310'],
  // https://github.com/sisimai/p5-sisimai/issues/189
  ['5.2.0', 'smtp; 550 5.2.0 Mail rejete. Mail rejected. ofr_506 [506]'],
  // https://github.com/postalserver/postal/issues/266
  ['5.0.0', 'smtp; 550-5.7.1 [192.0.2.1 12] Our system has detected that this message is likely unsolicited mail'],
  // https://github.com/hyvor/relay/issues/258
  ['5.0.0', 'smtp; 550 SPF authentication failed for the unknown user'],
])('a report that blames no address does not suppress it: status %j and %j', (status, said) => {
  const text = report(['Action: failed', `Status: ${status}`, `Diagnostic-Code: ${said}`])
  expect(readDeliveryStatus(text)).toMatchObject({ kind: 'bounce', isPermanent: false })
})

test('a failure is read with comments, without an action, and with the field of a gateway', () => {
  const said = 'x #5.0.0 smtp; 550 unknown user'
  // https://github.com/cfortune/PHP-Bounce-Handler/issues/3
  expect(readDeliveryStatus(report(['Action: (really) Failed (user unknown)', 'Status: 5.1.1']))).toMatchObject({
    isPermanent: true,
  })
  expect(readDeliveryStatus(report(['Status: 5.1.1']))).toMatchObject({ isPermanent: true })
  expect(
    readDeliveryStatus(report(['Action: failed', 'Status: 5.0.0', `X-Supplementary-Info: ${said}`])),
  ).toMatchObject({
    isPermanent: true,
    reason: said,
  })
})

test.each([
  // https://github.com/sympa-community/sympa/issues/397
  ['delayed', '4.4.1'],
  // https://github.com/kannon-email/kannon/issues/431
  ['delayed (will retry)', '4.7.0'],
  ['delivered', '2.0.0'],
  ['relayed', '2.0.0'],
  ['expanded', '2.0.0'],
])('no failure is reported by the action %s', (action, status) => {
  expect(readDeliveryStatus(report([`Action: ${action}`, `Status: ${status}`]))).toBeUndefined()
})
