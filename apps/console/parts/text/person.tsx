import type { ReactNode } from 'react'
import { dot } from './joined.tsx'

interface PersonProps {
  readonly name: string
  /** A word beside the name. */
  readonly tag?: string | undefined
  /** The address, and other known facts in a word. */
  readonly facts: string
  /** Links to things to which the person belongs. */
  readonly of?: readonly ReactNode[]
  /** The actions on the person. */
  readonly children: ReactNode
}

/** The row of a person, in every list of people: name, facts and actions. */
export const Person = ({ name, tag, facts, of = [], children }: PersonProps) => (
  <>
    <div className="who">
      <b className="cut" dir="auto" title={name}>
        {name} {tag === undefined ? null : <span className="tag">{tag}</span>}
      </b>
      <span className="quiet cut" title={facts}>
        {facts}
        {of.length > 0 ? dot : null}
        {of}
      </span>
    </div>
    <div className="acts">{children}</div>
  </>
)
