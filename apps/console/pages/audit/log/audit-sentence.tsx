import type { listAuditLog } from '../../../../../domains/record/audit/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { actionOutcome, actionSentence, doneSentence, withoutThing } from '../../../parts/story/sentences.ts'
import { Actor, Sentence } from '../../../parts/story/sentence.tsx'
import { idOfResource, type NamedThing } from '../../../parts/story/things.ts'
import { useStoryWords } from '../../../words/story/index.ts'

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

/** The action or attempt, and its object; the action's id if it has no words yet. */
export const AuditSentence = ({ row, things, isLinked }: AuditSentenceProps) => {
  const words = useStoryWords()
  const id = idOfResource(row)
  const isDone = row.outcome === 'success'
  const names = [actionOutcome(row.action, row.metadata), row.action]
  const done = isDone ? names.map((name) => doneSentence(name, id !== undefined, words.events)) : []
  const sentence = [...done, ...names.map((name) => actionSentence(name, isDone, words.actions))].find(Boolean)
  if (sentence === undefined) return <span className="mono">{row.action}</span>
  const thing = things.get(id ?? '')
  const isMissing = thing && !sentence.includes('{thing}')
  // A noun such as “a secret” is enough for a thing without a name.
  const shown = id === undefined ? withoutThing(sentence) : isMissing ? `${sentence}: {thing}` : sentence
  return <Sentence sentence={shown} thing={thing} isLinked={isLinked} />
}

/** Who did it: the server, an agent, or a person, by name; keys have the names of their people. */
export const AuditActor = ({ row, things }: Pick<AuditSentenceProps, 'row' | 'things'>) => {
  const words = useStoryWords()
  if (row.actorType === 'system') return <Actor name={undefined} />
  if (row.actorType === 'agent') return <Actor name={words.agent} />
  const person = things.get(row.actorId ?? '')
  return <Actor name={person === undefined ? '…' : (person?.title ?? null)} actorType={row.actorType} />
}
