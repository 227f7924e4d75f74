import type { Transaction } from '../../../platform/db/transaction.ts'
import { addOutsideComment } from '../conversation/index.ts'
import { answerFromOutside } from '../requests/index.ts'
import type { TrackerParts } from './parts.ts'
import { keepNote, type OpenSession } from './store.ts'

interface Note {
  readonly id: string
  readonly author: string
  readonly text: string
}

/**
 * Takes what a person wrote in a conversation, once: it answers the question of the cycle that waits. Without a question
 * it is a comment on the cycle.
 */
export const takeNote = async (
  { engine }: Pick<TrackerParts, 'engine'>,
  tx: Transaction,
  session: OpenSession,
  { id: noteId, author, text }: Note,
): Promise<void> => {
  const now = await tx.now()
  if (!(await keepNote(tx, { sessionId: session.id, noteId, now })) || session.cycleId === null) return
  const { projectId, cycleId, trackerId } = session
  const source = trackerId === null ? ('codehost' as const) : ('tracker' as const)
  if (await answerFromOutside(tx, engine, { cycleId, author, text, source, now })) return
  await addOutsideComment(tx, { projectId, cycleId, source, text: `${author} wrote at the issue:\n\n${text}`, now })
}
