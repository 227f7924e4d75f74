import { Link } from 'react-router'
import { useStoryWords } from '../../words/story/index.ts'
import { partsOf, withoutActor, type Slot } from './sentences.ts'
import { pathOfThing, type NamedThing } from './things.ts'
import './story.css'

interface SentenceProps {
  readonly sentence: string
  /** Null for a missing thing, undefined while its name is on its way. */
  readonly thing?: NamedThing | null | undefined
  readonly check?: string | undefined
  /** False within a row that is a link itself. */
  readonly isLinked?: boolean
}

/** A sentence with names in it, each a link to its thing; its actor is shown beside it. */
export const Sentence = ({ sentence, thing, check, isLinked = true }: SentenceProps) => {
  const words = useStoryWords()
  const filled = (slot: Slot) =>
    slot === 'thing' ? <ThingLink thing={thing} isLinked={isLinked} /> : <>{words.quoted(check ?? '')}</>
  const parts = partsOf(withoutActor(sentence, words.helpers()))
  return <>{parts.map((part, at) => ('text' in part ? part.text : <span key={at}>{filled(part.slot)}</span>))}</>
}

interface ActorProps {
  /** Undefined for the server itself, null for a person who left. */
  readonly name: string | null | undefined
  readonly actorType?: string | undefined
}

/** Who did something: a person, with a mark if a key of theirs did it, an agent, or the server. */
export const Actor = ({ name, actorType }: ActorProps) => {
  const words = useStoryWords()
  return (
    <span className="story-actor">
      <bdi className="cut">{name === undefined ? words.atelier : (name ?? words.formerPerson)}</bdi>
      {actorType === 'api_key' ? <span className="tag">{words.apiKey}</span> : null}
    </span>
  )
}

/** A thing by its name, as a link to its page. */
export const ThingLink = ({
  thing,
  isLinked = true,
}: {
  readonly thing: NamedThing | null | undefined
  readonly isLinked?: boolean
}) => {
  const words = useStoryWords()
  if (thing === undefined) return <>…</>
  if (thing === null) return <>{words.gone}</>
  const to = pathOfThing(thing)
  if (!isLinked || to === undefined) return <bdi className="thing">{thing.title}</bdi>
  return (
    <Link to={to} className="thing" dir="auto" title={thing.handle}>
      {thing.title}
    </Link>
  )
}
