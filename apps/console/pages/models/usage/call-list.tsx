import { Link } from 'react-router'
import { listModelCalls } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import type { GlyphName } from '../../../parts/text/glyph.tsx'
import { More } from '../../../parts/list/show-more.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths } from '../../../paths.ts'
import type { Tone } from '../../../states.ts'
import { useUsageWords } from '../../../words/usage/index.ts'

type Call = Reply<typeof listModelCalls>[number]

const looks: Readonly<Record<Call['outcome'], { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  finished: { glyph: 'good', tone: 'good' },
  failed: { glyph: 'bad', tone: 'bad' },
  open: { glyph: 'testing', tone: 'live' },
  abandoned: { glyph: 'bad', tone: 'plain' },
  refused: { glyph: 'bad', tone: 'wait' },
}

interface CallListProps {
  readonly query: {
    readonly from: string
    readonly to: string
    readonly outcome?: Call['outcome']
    readonly limit: number
  }
}

/** Model calls, newest first, with the cost of each and the reason of a refusal. */
export const CallList = ({ query }: CallListProps) => {
  const words = useUsageWords()
  const { rows, ...rest } = usePages(listModelCalls, { query })
  if (rows.length === 0) {
    return (
      <div className="panel">
        <Empty title={words.noCalls} text="" />
      </div>
    )
  }
  return (
    <>
      <ul className="panel rows" aria-label={words.latest}>
        {rows.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ul>
      <More onMore={rest.more} rest={rest} />
    </>
  )
}

const CallRow = ({ call }: { readonly call: Call }) => {
  const words = useUsageWords()
  const { dollars } = useFormat()
  const { personId, projectId, cycleId, outcome, message, costUsd } = call
  const person = personId === null ? words.noPerson : (call.personName ?? words.formerPerson)
  const project = call.projectName ?? words.noProject
  return (
    <li className="usage-row row wrap">
      <State {...looks[outcome]}>{words.outcomes[outcome]}</State>
      <span className="grow what">
        <span className="t" dir="auto">
          {call.model}
        </span>
        <span className="m" dir="auto">
          {person}&nbsp;·{' '}
          {projectId !== null && cycleId !== null ? (
            <Link to={paths.cycle(projectId, cycleId)}>{project}</Link>
          ) : (
            project
          )}
          &nbsp;· {costUsd === null ? words.noPrice : dollars(costUsd)}
        </span>
        {message === null ? null : <span className="m">{message}</span>}
      </span>
      <Age at={call.sentAt} className="m num" />
    </li>
  )
}
