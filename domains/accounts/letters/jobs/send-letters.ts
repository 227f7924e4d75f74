import { isAgency, type Role } from '../../../../platform/access/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { queueAndDeliver, type Mailer } from '../../../../platform/mail/index.ts'
import { mailBrandOf, publishedIdentity, type PublishedIdentity } from '../../brand/index.ts'
import { switchOffLetters } from '../../people/contract/letters.ts'
import { preferencesOf, type LetterTokens } from '../../people/index.ts'
import { workspaceName } from '../../workspaces/index.ts'
import {
  homeLinkOf,
  letterMailKind,
  namedMost,
  linkOfLetter,
  switchOffLinkOf,
  type LetterReader,
  type LetterTopic,
} from '../rules.ts'
import {
  dueReaders,
  endLetters,
  gatherLetters,
  lettersDueIn,
  openLetters,
  readerOf,
  type OpenLetter,
} from '../store.ts'
import { textOf, type LetterLanguage } from '../words.ts'

export interface LetterParts {
  readonly database: Database
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  readonly letterTokens: LetterTokens
  /** An address of this server as people open it. */
  readonly linkTo: (path: string) => string
}

const readersAtOnce = 200

/** Queues a mail for everybody who has letters due, in every workspace. */
export const sendLetters = (parts: LetterParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, lettersDueIn, (workspace, { time }) => sendIn(parts, workspace, time), context)

const sendIn = async (parts: LetterParts, workspace: string, time: AbortSignal) => {
  const { database } = parts
  const name = await database.identity((tx) => workspaceName(tx, workspace))
  for (const userId of await database.reading(workspace, (tx) => dueReaders(tx, readersAtOnce))) {
    if (time.aborted) return
    const { language } = await database.identity((tx) => preferencesOf(tx, userId))
    const recipient = { userId, workspace: { id: workspace, name }, language: language ?? 'en' }
    await database.within(workspace, (tx) => sendTo(tx, parts, recipient))
  }
}

interface LetterRecipient {
  readonly userId: string
  readonly workspace: { readonly id: string; readonly name: string }
  readonly language: LetterLanguage
}

/** Ends a person's letters and queues their mail in one transaction: a crash of any process repeats none. */
const sendTo = async (tx: Transaction, parts: LetterParts, { userId, workspace, language }: LetterRecipient) => {
  const letters = await openLetters(tx, userId)
  const now = await tx.now()
  const wanted = letters.filter(({ isWanted }) => isWanted)
  await endLetters(tx, idsOf(letters.filter(({ isWanted }) => !isWanted)), now, null)
  const reader = await readerOf(tx, userId)
  if (wanted.length === 0 || !reader || (await gatherLetters(tx, userId, now))) return
  const identity = isAgency(reader.role as Role) ? undefined : await publishedIdentity(tx)
  const reading = readerWith(reader.role as Role, identity)
  const [first, ...others] = wanted.slice(0, namedMost).map((one) => toldOf(one, workspace, reading, parts.linkTo))
  const brand = identity ? mailBrandOf(identity, parts.linkTo) : { name: workspace.name }
  const mailId = await queueAndDeliver(parts.mailer, tx, {
    to: { name: reader.name, address: reader.email },
    kind: letterMailKind,
    paced: true,
    language,
    ...textOf([first!, ...others], {
      agency: reading.isAgency ? undefined : brand.name,
      language,
      homeUrl: parts.linkTo(homeLinkOf(reading)),
      left: wanted.length - 1 - others.length,
    }),
    ...switchOffOf(parts, userId, reading),
    ...(reading.isAgency ? {} : { brand }),
  })
  await endLetters(tx, idsOf(wanted), now, mailId)
}

const idsOf = (letters: readonly OpenLetter[]) => letters.map(({ id }) => id)

/** The agency's own people are written to by Atelier, clients by the agency. */
const readerWith = (role: Role, identity: PublishedIdentity | undefined): LetterReader => ({
  isAgency: isAgency(role),
  ...(identity?.portalEnabled && identity.slug !== null && { portal: identity.slug }),
})

const toldOf = (
  one: OpenLetter,
  workspace: LetterRecipient['workspace'],
  reader: LetterReader,
  linkTo: LetterParts['linkTo'],
): LetterTopic => ({
  kind: one.kind,
  reminds: one.reminds,
  title: one.title,
  unshown: one.unshown ?? 0,
  project: one.project ?? undefined,
  workspace: workspace.name,
  url: linkTo(linkOfLetter({ ...one, workspaceId: workspace.id }, reader)),
})

const switchOffOf = ({ letterTokens, linkTo }: LetterParts, userId: string, reader: LetterReader) => {
  const token = letterTokens.tokenFor(userId)
  if (token === undefined) return {}
  const oneClick = linkTo(switchOffLetters.path.replace('{token}', token))
  return { switchOff: { page: linkTo(switchOffLinkOf(token, reader)), oneClick } }
}
