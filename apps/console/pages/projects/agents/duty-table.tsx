import type { ReactNode } from 'react'
import type { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import type { listModelPreferences } from '../../../../../domains/agents/models/contract.ts'
import type { listProjectTimeline } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useAges } from '../../../format.ts'
import '../../../parts/list/wide-table.css'
import { eventSentence } from '../../../parts/story/sentences.ts'
import { Sentence } from '../../../parts/story/sentence.tsx'
import { idOfThing } from '../../../parts/story/things.ts'
import { useThings } from '../../../parts/story/use-names.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useStoryWords } from '../../../words/story/index.ts'
import { hasOwnModel, type Duty, type DutyRow } from './agent-duties.ts'
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
  /** Whether an agent has another model than the server's. */
  readonly differs: boolean
  /** What changes the agent that carries out the tasks. */
  readonly change: ReactNode
}

/** One row for each duty: who has it, its model if it is not the server's, and what last came of it. */
export const DutyTable = ({ rows, results, preferences, differs, change }: DutyTableProps) => {
  const words = useProjectWords().agents
  return (
    <div className="panel wide-table stacked duties">
      <table className="grid">
        <thead>
          <tr>
            <th>{words.duty}</th>
            <th>{words.who}</th>
            {differs ? <th>{words.model}</th> : null}
            <th>{words.lastResult}</th>
            <th>
              <span className="sr">{words.change}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ duty, agent }) => (
            <tr key={duty}>
              <td className="quiet">{words.dutyNames[duty]}</td>
              <td title={(agent.isBuiltIn ? null : agent.description) ?? undefined} dir="auto">
                <b>{agent.name}</b>
              </td>
              {differs ? (
                <td>
                  {hasOwnModel(agent, preferences) ? (
                    <AgentModel agent={agent} preferences={preferences} of={agent.role ?? 'coder'} />
                  ) : (
                    <span className="quiet">{words.ofServer}</span>
                  )}
                </td>
              ) : null}
              <td className="main">
                <LastResult result={results.get(duty)} />
              </td>
              <td className="num">{duty === 'coder' ? change : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LastResult = ({ result }: { readonly result: Milestone | undefined }) => {
  const { events } = useStoryWords()
  const { agoInWords } = useAges()
  const id = result && idOfThing(result)
  const things = useThings([id])
  if (!result || id === undefined) return <span className="quiet">–</span>
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
