import { v7 as uuidv7 } from 'uuid'
import type { MailTexts } from '../../../execution/mail/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { FetchRefusal, publicAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import { doRecordsHold, type MailboxParts } from '../mailboxes/index.ts'
import type { LinkNeed, Reach } from '../plays/index.ts'
import { unsubscribePath } from './unsubscribe-link.ts'
import { oneClickField } from './unsubscribe-page.ts'

interface ReachParts {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Pick<Fetcher, 'judge' | 'read'>
  readonly linkTo: (path: string) => string
  readonly mailTexts: MailTexts
}

const withinMs = 8_000
const pageMostBytes = 65_536

/** Checks its subject at most once in some minutes, and again sooner after a failure. */
export const openReach = (parts: ReachParts): Reach => {
  const links = openMemory<LinkNeed | undefined>((need) => need === undefined)
  const domains = openMemory<boolean>((holds) => holds)
  return {
    linkNeed: (workspace) => links(workspace, () => findLinkNeed(parts, workspace)),
    doesDnsHold: ({ address, provider, dkimSelector }) =>
      domains([address, provider, dkimSelector].join(' '), () =>
        doRecordsHold(parts.mailTexts, { address, provider, dkimSelector }),
      ),
  }
}

/** Fetches the page of a link of the workspace, as a recipient does. It names no lead, and to open it changes nothing. */
const findLinkNeed = async (
  { database, vault, fetcher, linkTo }: ReachParts,
  workspace: string,
): Promise<LinkNeed | undefined> => {
  if (!isPublic(fetcher, linkTo('/'))) return 'public_address'
  if (!vault.available) return 'unsubscribe_link'
  const recipient = { id: uuidv7(), address: 'recipient@example.com' }
  const path = await database.within(workspace, async (tx) => unsubscribePath(tx, vault, recipient, await tx.now()))
  try {
    const signal = AbortSignal.timeout(withinMs)
    const { bytes } = await fetcher.read({ url: linkTo(path), accept: ['text/html'], maxBytes: pageMostBytes, signal })
    return bytes.toString().includes(oneClickField) ? undefined : 'unsubscribe_link'
  } catch (error) {
    if (error instanceof FetchRefusal) return 'unsubscribe_link'
    throw error
  }
}

const isPublic = (fetcher: Pick<Fetcher, 'judge'>, url: string) =>
  url.startsWith('https:') && publicAddressOf(url, fetcher) !== undefined

const goodMs = 5 * 60_000
const badMs = 15_000
const entriesMost = 10_000

/** Remembers answers for a while; several callers at once wait for one look. */
const openMemory = <T>(isGood: (answer: T) => boolean) => {
  const entries = new Map<string, { readonly answer: Promise<T>; untilMs: number }>()
  return (name: string, look: () => Promise<T>): Promise<T> => {
    const before = entries.get(name)
    if (before && before.untilMs > performance.now()) return before.answer
    if (entries.size >= entriesMost) entries.clear()
    const entry = { answer: look(), untilMs: Infinity }
    entries.set(name, entry)
    entry.answer.then(
      (answer) => (entry.untilMs = performance.now() + (isGood(answer) ? goodMs : badMs)),
      () => entries.delete(name),
    )
    return entry.answer
  }
}

/** The parts that send mails of plays. */
export interface SendingParts extends MailboxParts {
  readonly linkTo: (path: string) => string
  readonly reach: Reach
}
