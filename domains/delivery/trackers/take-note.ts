import type { Transaction } from '../../../platform/db/transaction.ts'
import { stopFromOutside } from '../cycles/index.ts'
import { addOutsideComment } from '../conversation/index.ts'
import { answerFromOutside } from '../requests/index.ts'
import type { TrackerParts } from './parts.ts'
import { isStopWord, postOfIdleStop } from './rules.ts'
import { recordReadNote, queuePost, type OpenSession } from './store.ts'

interface Note {
  readonly id: string
  readonly author: string
  readonly text: string
  /** True if the tracker itself reports that its author wants the work to stop. */
  readonly isStop?: boolean
}

/**
 * Handles a person's note in a conversation, once: a stop stops the cycle, another note answers the question that waits.
 * A stop, and a note without a question, become a comment on the cycle. A post reports a stop of nothing.
 */
export const takeNote = async (
  { engine, linkTo }: Pick<TrackerParts, 'engine' | 'linkTo'>,
  tx: Transaction,
  session: OpenSession,
  { id: noteId, author, text, isStop = false }: Note,
): Promise<void> => {
  const now = await tx.now()
  const isNew = await recordReadNote(tx, { sessionId: session.id, noteId, now })
  if (!isNew || session.cycleId === null) return
  const { projectId, cycleId, trackerId } = session
  // A session without a tracker belongs to an issue of the code host.
  const source = trackerId === null ? ('codehost' as const) : ('tracker' as const)
  const comment = { projectId, cycleId, source, text: `${author} wrote at the issue:\n\n${text}`, now }
  if (isStop || isStopWord(text)) {
    const isStopped = await stopFromOutside(tx, engine, { cycleId, author, source, now })
    if (!isStopped)
      await queuePost(tx, session.id, postOfIdleStop(noteId, linkTo(`/projects/${projectId}/cycles/${cycleId}`)), now)
    return addOutsideComment(tx, comment)
  }
  if (await answerFromOutside(tx, engine, { cycleId, author, text, source, now })) return
  await addOutsideComment(tx, comment)
}
