import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { proposeIssue } from '../planning/index.ts'
import type { TrackerParts } from './parts.ts'
import { insertSession, lockSession, sessionByKey, type OpenSession } from './store.ts'
import type { TrackerLinkRow } from './tables.ts'
import { shownLine } from '../../../platform/contract/schema.ts'

interface DelegatedIssue {
  readonly sessionKey: string
  readonly issueKey: string
  readonly issueTitle: string
  readonly issueText: string
  /** The words of the comment that mentions Atelier; empty for an issue that was assigned. */
  readonly mention?: string
  readonly issueUrl: string
}

const titleMost = 200

/** Makes a cycle of a delegated issue, once. Whoever linked the project proposes it: the words are from outside. */
export const beginSession = async (
  { engine }: Pick<TrackerParts, 'engine'>,
  tx: Transaction,
  link: TrackerLinkRow,
  { issueText, mention = '', ...issue }: DelegatedIssue,
): Promise<OpenSession> => {
  await lockSession(tx, { sessionKey: issue.sessionKey })
  const before = await sessionByKey(tx, { sessionKey: issue.sessionKey })
  if (before) return before
  const now = await tx.now()
  const { projectId, trackerId, linkedBy } = link
  const cycle = await proposeIssue(engine, tx, {
    projectId,
    title: shownLine(issue.issueTitle).slice(0, titleMost).toWellFormed() || issue.issueKey,
    description: descriptionOf(issue.issueTitle, issueText, mention),
    trackerUrl: issue.issueUrl === '' ? undefined : issue.issueUrl,
    issueKey: issue.issueKey,
    source: trackerId === null ? 'codehost' : 'tracker',
    createdBy: linkedBy,
    now,
  })
  await insertSession(tx, { ...issue, id: uuidv7(), projectId, cycleId: cycle.id, trackerId, now })
  return (await sessionByKey(tx, { sessionKey: issue.sessionKey }))!
}

/** The words of a mention are the request; the issue is its subject. */
const descriptionOf = (title: string, text: string, mention: string): string => {
  const issue = text.trim() === '' ? title : text
  return mention.trim() === '' ? issue : `${mention}\n\n---\n\nThe issue:\n\n${issue}`
}
