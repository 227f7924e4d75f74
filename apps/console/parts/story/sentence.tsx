import { Link } from 'react-router'
import { useStoryWords } from '../../words/story/index.ts'
import { partsOf, type Slot } from './sentences.ts'
import { isQuoted, pathOfThing, type NamedThing } from './things.ts'
import './story.css'

interface SentenceProps {
  readonly sentence: string
  readonly actor?: string | undefined
  /** Null for a missing thing, undefined while its name is on its way. */
  readonly thing?: NamedThing | null | undefined
  readonly check?: string | undefined
  /** False within a row that is a link itself. */
  readonly isLinked?: boolean
}

/** A sentence with names in it, each a link to its thing. */
export const Sentence = ({ sentence, actor, thing, check, isLinked = true }: SentenceProps) => {
  const words = useStoryWords()
  const filled = (slot: Slot) => {
    if (slot === 'thing') return <ThingLink thing={thing} isLinked={isLinked} />
    if (slot === 'check') return <>{words.quoted(check ?? '')}</>
    return (
      <b className="story-person" dir="auto">
        {actor ?? words.atelier}
      </b>
    )
  }
  return (
    <>{partsOf(sentence).map((part, at) => ('text' in part ? part.text : <span key={at}>{filled(part.slot)}</span>))}</>
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
  const title = isQuoted(thing) ? words.quoted(thing.title) : thing.title
  if (!isLinked || to === undefined) return <bdi>{title}</bdi>
  return (
    <Link to={to} className="thing" dir="auto" title={thing.handle}>
      {title}
    </Link>
  )
}
