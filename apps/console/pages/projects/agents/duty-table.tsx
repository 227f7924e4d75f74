import type { ReactNode } from 'react'
import { listAiModels } from '../../../../../domains/agents/models/contract.ts'
import '../../../parts/list/wide-table.css'
import { useProjectWords } from '../../../words/project/index.ts'
import type { Agent } from './agent-actions.tsx'
import type { DutyRow } from './agent-duties.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { workingModel, type Preferences } from '../../../parts/models/working-model.ts'
import { useModelWords } from '../../../words/models/index.ts'
import { useRole } from '../../../api/use-role.ts'

interface DutyTableProps {
  readonly rows: readonly DutyRow<Agent>[]
  readonly preferences: Preferences
  /** The button that changes the agent that carries out the tasks. */
  readonly change: ReactNode
}

/** One row for each duty: its agent, its task and its model. */
export const DutyTable = ({ rows, preferences, change }: DutyTableProps) => {
  const words = useProjectWords().agents
  return (
    <div className="panel wide-table stacked duties">
      <table className="grid">
        <thead>
          <tr>
            <th>{words.who}</th>
            <th>{words.does}</th>
            <th>{words.model}</th>
            <th>
              <span className="sr">{words.change}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ duty, agent }) => (
            <tr key={duty}>
              <td title={(agent.isBuiltIn ? null : agent.description) ?? undefined} dir="auto">
                <b>{agent.name}</b>
              </td>
              <td className="main">{words.dutyTexts[duty]}</td>
              <td>
                <AgentModel agent={agent} preferences={preferences} />
              </td>
              <td className="num">{duty === 'coder' ? change : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The model that an agent works with, and its source. */
const AgentModel = ({ agent, preferences }: { readonly agent: Agent; readonly preferences: Preferences }) => {
  const words = useProjectWords().agents
  const modelWords = useModelWords()
  const { workspace } = useRole()
  const models = useLateReply(listAiModels, { params: { workspaceId: workspace.id } }).data?.data
  // The line is there before its text, so that the rows below stay.
  if (!models) return '\u00a0'
  const working = workingModel(agent.role ?? 'coder', models, preferences, agent.modelOverride)
  const name = working.kind === 'offline' ? modelWords.offline : working.id
  const chosenBy = { agent: words.byAgent, role: words.byRole, server: words.ofServer }
  return (
    <>
      <span className={working.kind === 'offline' ? undefined : 'mono'}>{name}</span>{' '}
      <span className="quiet">
        {working.kind === 'model' ? chosenBy[working.chosenBy] : working.kind === 'unusable' ? working.reason : null}
      </span>
    </>
  )
}
