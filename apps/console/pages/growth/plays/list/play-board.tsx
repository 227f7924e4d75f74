import { useState } from 'react'
import { Link } from 'react-router'
import type { listGrowthPlays } from '../../../../../../domains/growth/plays/contract.ts'
import { getGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { playStatuses, type PlayStatus } from '../../../../../../domains/growth/plays/rules.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { Glyph } from '../../../../parts/glyph.tsx'
import { More } from '../../../../parts/show-more.tsx'
import { State } from '../../../../parts/state.tsx'
import { useNearViewport } from '../../../../parts/use-near-viewport.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { glyphOfPlay } from '../play-look.ts'
import '../../../projects/project.css'
import '../plays.css'

// Each card that is seen reads the results of its play.
const shownMost = 20

export type Play = Reply<typeof listGrowthPlays>[number]

/** Plays by state, each with its sent mails and the answers. */
export const PlayBoard = ({ plays }: { readonly plays: readonly Play[] }) => {
  const words = useGrowthPlayWords()
  return (
    <div className="board plays" role="group" aria-label={words.board}>
      {playStatuses.map((status) => (
        <Column key={status} status={status} plays={plays.filter((play) => play.status === status)} />
      ))}
    </div>
  )
}

interface ColumnProps {
  readonly status: PlayStatus
  readonly plays: readonly Play[]
}

const Column = ({ status, plays }: ColumnProps) => {
  const words = useGrowthPlayWords()
  const [most, setMost] = useState(shownMost)
  return (
    <section aria-label={words.statuses[status]}>
      <h2 className="over">
        {words.statuses[status]} <span className="quiet">{plays.length}</span>
      </h2>
      {plays.slice(0, most).map((play) => (
        <Card key={play.id} play={play} />
      ))}
      <More onMore={plays.length > most ? () => setMost(most + shownMost) : undefined} />
      {plays.length === 0 ? <p className="quiet none">{words.emptyColumn}</p> : null}
    </section>
  )
}

const Card = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const { box, wasNear } = useNearViewport<HTMLAnchorElement>()
  const { data } = useLateReply(getGrowthPlay, { params: { playId: play.id } }, { enabled: wasNear })
  const { drafts = 0, unknown = 0, sent = 0, leadsReplied = 0 } = data?.results ?? {}
  const waiting = drafts + unknown
  return (
    <Link ref={box} className="panel card" to={paths.growthPlay(play.id)} title={play.name}>
      <Glyph name={glyphOfPlay(play)} />
      <span className="title" dir="auto">
        {play.name}
      </span>
      <span className="facts">
        {play.pauseReason === null ? null : (
          <span className={play.pauseReason === 'person' ? 'quiet' : 'state bad'}>
            {words.pauseReasons[play.pauseReason]}
          </span>
        )}
        {play.status === 'draft' && play.proposedByRunId !== null ? (
          <span className="quiet">{words.proposed}</span>
        ) : null}
        {waiting > 0 ? (
          <State glyph="wait" tone="wait">
            {words.waiting(waiting)}
          </State>
        ) : null}
        <span className="quiet num-line">{data === undefined ? '\u00a0' : words.counts(sent, leadsReplied)}</span>
      </span>
    </Link>
  )
}
