import { explainCode } from '../../../../../errors.ts'
import { Button } from '../../../../../parts/button.tsx'
import { Explanation, Refusal } from '../../../../../parts/refusal.tsx'
import { useTalkWords } from '../../../../../words/conversation/index.ts'
import { useWords } from '../../../../../words/shell/index.ts'
import type { TurnFailure, LiveTurn } from '../../../../../parts/story/live-turn.ts'
import type { Outbox } from './outbox.ts'

/** How a turn ended, if it did not end in an answer, and the possible actions. */
export const TurnEnd = ({ turn, outbox }: { readonly turn: LiveTurn; readonly outbox: Outbox }) => {
  const words = useTalkWords()
  const { state, outcome, isStored } = turn
  if (state === 'cut' || state === 'refused')
    return (
      <li className="turn-end">
        {state === 'refused' ? <Refusal error={turn.error} /> : <p>{isStored ? words.cutAnswer : words.cut}</p>}
        <div className="line wrap">
          <Button size="small" onClick={() => outbox.again(turn)}>
            {isStored ? words.follow : words.again}
          </Button>
          <Button variant="plain" size="small" onClick={() => outbox.drop(turn)}>
            {words.drop}
          </Button>
        </div>
      </li>
    )
  if (state === 'answering' && turn.voices.length === 0)
    return (
      <li className="turn-end quiet">
        <span className="caret" aria-hidden="true" />
      </li>
    )
  if (turn.error !== undefined) return <FailedEnd failed={turn.error as TurnFailure} />
  const said = outcome ? words.outcomes[outcome] : ''
  return state === 'over' && said !== '' ? <li className="turn-end quiet">{said}</li> : null
}

const FailedEnd = ({ failed }: { readonly failed: TurnFailure }) => {
  const words = useWords()
  const known = explainCode(failed.code, failed.message, words.errors)
  return (
    <li className="turn-end">
      <Explanation explained={known} />
    </li>
  )
}
