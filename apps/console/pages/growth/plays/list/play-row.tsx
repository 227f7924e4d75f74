import { Link } from 'react-router'
import type { listGrowthPlays } from '../../../../../../domains/growth/plays/contract.ts'
import { getGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { Glyph } from '../../../../parts/glyph.tsx'
import { State } from '../../../../parts/state.tsx'
import { useNearViewport } from '../../../../parts/use-near-viewport.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { glyphOfPlay } from '../play-look.ts'

export type Play = Reply<typeof listGrowthPlays>[number]

const order: readonly Play['status'][] = ['active', 'paused', 'draft', 'archived']

/** Those that send first, archived ones last; within a state the newest first. */
export const byState = (one: Play, other: Play) => order.indexOf(one.status) - order.indexOf(other.status)

/** A play with its state, its sent mails and the answers. */
export const PlayRow = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const { box, wasNear } = useNearViewport<HTMLLIElement>()
  const { data } = useLateReply(getGrowthPlay, { params: { playId: play.id } }, { enabled: wasNear })
  const { drafts = 0, unknown = 0, sent = 0, leadsReplied = 0 } = data?.results ?? {}
  const waiting = drafts + unknown
  const state = play.pauseReason === null ? words.statuses[play.status] : words.pauseReasons[play.pauseReason]
  const facts = [
    state,
    ...(play.status === 'draft' && play.proposedByRunId !== null ? [words.proposed] : []),
    ...(data === undefined ? [] : [words.counts(sent, leadsReplied)]),
  ]
  return (
    <li ref={box} className="row person">
      <Glyph name={glyphOfPlay(play)} />
      <div className="who">
        <Link className="cut" dir="auto" title={play.name} to={paths.growthPlay(play.id)}>
          <b>{play.name}</b>
        </Link>
        <span className="quiet">{facts.join(' · ')}</span>
      </div>
      {waiting > 0 ? (
        <State glyph="wait" tone="wait">
          {words.waiting(waiting)}
        </State>
      ) : null}
    </li>
  )
}
