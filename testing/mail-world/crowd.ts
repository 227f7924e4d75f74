import { v7 as uuidv7 } from 'uuid'
import { mailText, reportText } from '../growth/mail.ts'

/** The fate of a lead of a crowd, by its address. */
export const crowdKinds = [
  'refused',
  'later',
  'cut',
  'listed',
  'blocked',
  'german',
  'opted-out',
  'click',
  'unsubscribes',
  'interested',
  'away',
  'suppressed',
  'bounces',
  'full',
  'quiet',
] as const
export type CrowdKind = (typeof crowdKinds)[number]

/** Those that may get no mail from the beginning. */
export const neverWritten: readonly CrowdKind[] = ['listed', 'blocked', 'german', 'opted-out']
/** Those that get no second mail once they had the first. */
export const endsAfterFirst: readonly CrowdKind[] = ['click', 'unsubscribes', 'interested', 'suppressed', 'bounces']

// Every so many leads, from which on; the others are quiet. Bounces are rare: above 3 % the play is paused.
const shares: readonly (readonly [kind: CrowdKind, every: number, from: number])[] = [
  ['listed', 50, 1],
  ['blocked', 50, 2],
  ['german', 50, 3],
  ['opted-out', 50, 4],
  ['click', 50, 5],
  ['unsubscribes', 50, 6],
  ['interested', 50, 7],
  ['away', 50, 8],
  ['suppressed', 50, 9],
  ['bounces', 200, 10],
  ['full', 400, 11],
  ['refused', 400, 12],
  ['later', 400, 13],
  ['cut', 400, 14],
]

const kindAt = (at: number): CrowdKind => shares.find(([, every, from]) => at % every === from)?.[0] ?? 'quiet'

/** The addresses of so many leads. */
export const crowdOf = (leads: number): readonly string[] =>
  Array.from({ length: leads }, (_, at) => {
    const kind = kindAt(at)
    return `${kind}.${at}@${kind === 'blocked' ? 'blocked' : 'customer'}.example`
  })

export const kindOfLead = (address: string): CrowdKind => address.slice(0, address.indexOf('.')) as CrowdKind

/** The value of a header of a mail, unfolded. */
export const headOf = (raw: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*([^]*?)\\r\\n(?![ \\t])`, 'im')
    .exec(raw.split('\r\n\r\n', 1)[0]! + '\r\n')?.[1]
    ?.replaceAll(/\r\n[ \t]+/g, ' ')
    .trim()

/** The path of the link in the header List-Unsubscribe. */
export const unsubscribePathIn = (raw: string): string =>
  new URL(/^<([^>]+)>$/.exec(headOf(raw, 'List-Unsubscribe') ?? '')![1]!).pathname

const quoted = (raw: string) =>
  raw
    .slice(raw.indexOf('\r\n\r\n') + 4)
    .replaceAll('\r\n', '\n')
    .replaceAll(/^/gm, '> ')

/** The mail that a lead sends after it got one; undefined if it sends none. */
export const answerOf = (kind: CrowdKind, to: string, raw: string): string | undefined => {
  const header = headOf(raw, 'Message-ID')!
  const answer = (text: string, heads: Readonly<Record<string, string>> = {}) =>
    mailText(
      {
        From: to,
        To: 'ada@example.com',
        Subject: 'Re: Web shops',
        'Message-ID': `<${uuidv7()}@customer.example>`,
        'In-Reply-To': header,
        References: header,
        ...heads,
      },
      text,
    )
  const failed = (status: string) =>
    reportText(
      'delivery-status',
      `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${to}\nAction: failed\nStatus: ${status}`,
      header,
    )
  if (kind === 'unsubscribes') return answer('Please unsubscribe me.')
  if (kind === 'interested')
    return answer(`Sounds good, call me.\n\nOn Mon, 1 Jun 2026 at 10:00, Ada <ada@example.com> wrote:\n${quoted(raw)}`)
  if (kind === 'away')
    return answer('I am on vacation. Unsubscribe from my mails below.', { 'Auto-Submitted': 'auto-replied' })
  if (kind === 'bounces') return failed('5.1.1')
  return kind === 'full' ? failed('5.2.2') : undefined
}

/** A provider's report of a person who marked a mail as spam. */
export const complaintAbout = (raw: string): string =>
  reportText('feedback-report', 'Feedback-Type: abuse\nUser-Agent: X/1\nVersion: 1', headOf(raw, 'Message-ID')!)
