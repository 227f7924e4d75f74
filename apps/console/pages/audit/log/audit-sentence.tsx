import type { listAuditLog } from '../../../../../domains/record/audit/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { actionOutcome, actionSentence, withoutThing } from '../../../parts/story/sentences.ts'
import { Sentence } from '../../../parts/story/sentence.tsx'
import { idOfResource, type NamedThing } from '../../../parts/story/things.ts'
import { useStoryWords, type StoryWords } from '../../../words/story/index.ts'

type AuditRow = Pick<
  Reply<typeof listAuditLog>['rows'][number],
  | 'action'
  | 'outcome'
  | 'metadata'
  | 'actorType'
  | 'actorId'
  | 'resourceType'
  | 'resourceId'
  | 'parentType'
  | 'parentId'
>

interface AuditSentenceProps {
  readonly row: AuditRow
  readonly things: ReadonlyMap<string, NamedThing | null>
  readonly isLinked: boolean
}

/** The actor, the action or attempt, and its object; the action's id if it has no words yet. */
export const AuditSentence = ({ row, things, isLinked }: AuditSentenceProps) => {
  const words = useStoryWords()
  const id = idOfResource(row)
  const isDone = row.outcome === 'success'
  const sentence =
    actionSentence(actionOutcome(row.action, row.metadata), isDone, words.actions) ??
    actionSentence(row.action, isDone, words.actions)
  if (sentence === undefined) return <span className="mono">{row.action}</span>
  // A noun such as “a secret” is enough for a thing without a name.
  const shown = id === undefined ? withoutThing(sentence) : sentence
  return (
    <Sentence sentence={shown} actor={actorName(row, things, words)} thing={things.get(id ?? '')} isLinked={isLinked} />
  )
}

/** The actor's name; keys have the names of their people. */
export const actorName = (
  { actorType, actorId }: Pick<AuditRow, 'actorType' | 'actorId'>,
  things: AuditSentenceProps['things'],
  words: StoryWords,
): string => {
  if (actorType === 'agent') return words.agent
  if (actorType === 'system') return words.atelier
  const person = things.get(actorId ?? '')
  if (person === undefined) return '…'
  if (person === null) return words.formerPerson
  return actorType === 'api_key' ? words.byKey(person.title) : person.title
}
