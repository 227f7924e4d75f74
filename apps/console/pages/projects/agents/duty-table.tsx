import type { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import type { listModelPreferences } from '../../../../../domains/agents/models/contract.ts'
import type { listProjectTimeline } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useAges } from '../../../format.ts'
import { useMedia } from '../../../parts/use-media.ts'
import { eventSentence } from '../../../parts/story/sentences.ts'
import { Sentence } from '../../../parts/story/sentence.tsx'
import { idOfThing } from '../../../parts/story/things.ts'
import { useThings } from '../../../parts/story/use-names.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useStoryWords } from '../../../words/story/index.ts'
import type { Duty, DutyRow } from './agent-duties.ts'
import { AgentModel } from './agent-model.tsx'

type Agent = Reply<typeof listAgents>[number]
type Milestone = Reply<typeof listProjectTimeline>[number]

/** The newest events of a project, among which the last results are. */
export const timelineOf = (projectId: string) => ({ params: { projectId }, query: { limit: 100 } })

interface DutyTableProps {
  readonly rows: readonly DutyRow<Agent>[]
  /** The last result of each duty. */
  readonly results: ReadonlyMap<Duty, Milestone | undefined>
  readonly preferences: Reply<typeof listModelPreferences>
}

/** One row for each duty: who has it, with which model, and what last came of it. */
export const DutyTable = (props: DutyTableProps) =>
  useMedia('(max-width: 640px)') ? <DutyRows {...props} /> : <WideDutyTable {...props} />

/** The table on a phone, each duty below the other. */
const DutyRows = ({ rows, results, preferences }: DutyTableProps) => {
  const words = useProjectWords().agents
  return (
    <ul className="panel rows duties">
      {rows.map(({ duty, agent }) => (
        <li key={duty} className="row tall duty">
          <div className="line">
            <b>{words.dutyNames[duty]}</b>
            <span className="cut" dir="auto" title={agent.name}>
              {agent.name}
            </span>
          </div>
          <div className="quiet">
            <AgentModel agent={agent} preferences={preferences} of={agent.role ?? 'coder'} />
          </div>
          <div>
            <LastResult result={results.get(duty)} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const WideDutyTable = ({ rows, results, preferences }: DutyTableProps) => {
  const words = useProjectWords().agents
  return (
    <div className="panel duties">
      <table className="grid">
        <thead>
          <tr>
            <th>{words.duty}</th>
            <th>{words.who}</th>
            <th>{words.model}</th>
            <th className="hide-m">{words.lastResult}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ duty, agent }) => (
            <tr key={duty}>
              <td>{words.dutyNames[duty]}</td>
              <td title={agent.description ?? undefined} dir="auto">
                <b>{agent.name}</b>
              </td>
              <td>
                <AgentModel agent={agent} preferences={preferences} of={agent.role ?? 'coder'} />
              </td>
              <td className="main hide-m">
                <LastResult result={results.get(duty)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LastResult = ({ result }: { readonly result: Milestone | undefined }) => {
  const words = useProjectWords().agents
  const { events } = useStoryWords()
  const { agoInWords } = useAges()
  const id = result && idOfThing(result)
  const things = useThings([id])
  if (!result || id === undefined) return <span className="quiet">{words.noResult}</span>
  const { eventType, payload, occurredAt } = result
  return (
    <>
      <Sentence
        sentence={eventSentence(eventType, payload, events) ?? eventType}
        thing={things.get(id)}
        check={typeof payload.name === 'string' ? payload.name : undefined}
      />{' '}
      <span className="quiet">{agoInWords(occurredAt)}</span>
    </>
  )
}
