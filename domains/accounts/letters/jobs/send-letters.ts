import { buffer } from 'node:stream/consumers'
import { isAgency, type Role } from '../../../../platform/access/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { pictureMostBytes, queueAndDeliver, type MailPicture, type Mailer } from '../../../../platform/mail/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { dotsMost, pictureOf } from '../../../../execution/media/index.ts'
import { mailBrandOf, publishedIdentity, type PublishedIdentity } from '../../brand/index.ts'
import { switchOffLetters } from '../../people/contract/letters.ts'
import { preferencesOf, type LetterTokens } from '../../people/index.ts'
import { workspaceName, workspaceTimeZone } from '../../workspaces/index.ts'
import {
  homeLinkOf,
  letterMailKind,
  namedMost,
  linkOfLetter,
  switchOffLinkOf,
  type LetterReader,
  type LetterTopic,
} from '../rules.ts'
import * as store from '../store.ts'
import { textOf, type LetterLanguage } from '../words.ts'

export interface LetterParts {
  readonly database: Database
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  readonly objects: Pick<ObjectStore, 'open'>
  readonly letterTokens: LetterTokens
  /** An address of this server as people open it. */
  readonly linkTo: (path: string) => string
}

const readersAtOnce = 200

/** Queues a mail for everybody who has letters due, in every workspace. */
export const sendLetters = (parts: LetterParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, store.lettersDueIn, (workspace, { time }) => sendIn(parts, workspace, time), context)

const sendIn = async (parts: LetterParts, workspace: string, time: AbortSignal) => {
  const { database } = parts
  const name = await database.identity((tx) => workspaceName(tx, workspace))
  const timeZone = await database.reading(workspace, workspaceTimeZone)
  for (const userId of await database.reading(workspace, (tx) => store.dueReaders(tx, readersAtOnce))) {
    if (time.aborted) return
    const { language } = await database.identity((tx) => preferencesOf(tx, userId))
    const picture = await pictureFor(parts, workspace, userId)
    const recipient = { userId, workspace: { id: workspace, name, timeZone }, language: language ?? 'en', picture }
    await database.within(workspace, (tx) => sendTo(tx, parts, recipient))
  }
}

interface LetterRecipient {
  readonly userId: string
  readonly workspace: { readonly id: string; readonly name: string; readonly timeZone: string }
  readonly language: LetterLanguage
  readonly picture: LetterPicture | undefined
}

interface LetterPicture extends Omit<MailPicture, 'alt'> {
  readonly letterId: string
}

/**
 * Reads the picture of a person's only letter, outside of any transaction. Undefined if it is no picture by its own
 * bytes, too large for a mail, or out of reach: the letter goes without it.
 */
const pictureFor = async (
  { database, objects }: LetterParts,
  workspace: string,
  userId: string,
): Promise<LetterPicture | undefined> => {
  const found = await database.reading(workspace, (tx) => store.pictureOfOnly(tx, userId))
  if (!found) return undefined
  const object = await objects.open(found.key).catch(() => undefined)
  if (!object) return undefined
  if (object.sizeBytes > pictureMostBytes) {
    object.content.destroy()
    return undefined
  }
  const bytes = await buffer(object.content).catch(() => Buffer.alloc(0))
  const frame = pictureOf(bytes)
  if (!frame || frame.width * frame.height > dotsMost) return undefined
  const { mediaType, width, height, endBytes } = frame
  return { letterId: found.letterId, mediaType, width, height, content: bytes.subarray(0, endBytes) }
}

/** Ends a person's letters and queues their mail in one transaction: a crash of any process repeats none. */
const sendTo = async (
  tx: Transaction,
  parts: LetterParts,
  { userId, workspace, language, picture }: LetterRecipient,
) => {
  const letters = await store.openLetters(tx, { userId })
  const now = await tx.now()
  const wanted = letters.filter(({ isWanted }) => isWanted)
  await store.endLetters(tx, { ids: idsOf(letters.filter(({ isWanted }) => !isWanted)), now, mailId: null })
  const reader = await store.readerOf(tx, { userId })
  if (wanted.length === 0 || !reader || (await store.gatherLetters(tx, userId, now))) return
  const identity = isAgency(reader.role as Role) ? undefined : await publishedIdentity(tx)
  const reading = readerWith(reader.role as Role, identity)
  const [first, ...others] = wanted.slice(0, namedMost).map((one) => topicOf(one, workspace, reading, parts.linkTo))
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
    ...(others.length === 0 && picture?.letterId === wanted[0]!.id && { picture: { ...picture, alt: first!.title } }),
    ...switchOffOf(parts, userId, reading),
    ...(reading.isAgency ? {} : { brand }),
  })
  await store.endLetters(tx, { ids: idsOf(wanted), now, mailId })
}

const idsOf = (letters: readonly store.OpenLetter[]) => letters.map(({ id }) => id)

/** The agency's own people are written to by Atelier, clients by the agency. */
const readerWith = (role: Role, identity: PublishedIdentity | undefined): LetterReader => ({
  isAgency: isAgency(role),
  ...(identity?.portalEnabled && identity.slug !== null && { portal: identity.slug }),
})

const topicOf = (
  one: store.OpenLetter,
  workspace: LetterRecipient['workspace'],
  reader: LetterReader,
  linkTo: LetterParts['linkTo'],
): LetterTopic => ({
  kind: one.kind,
  reminds: one.reminds,
  title: one.title,
  unshown: one.unshown ?? 0,
  decideBy: one.decideBy ? { at: one.decideBy, timeZone: workspace.timeZone } : undefined,
  why: reader.isAgency ? (one.why ?? undefined) : undefined,
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
