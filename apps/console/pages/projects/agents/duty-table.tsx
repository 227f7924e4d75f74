import type { ReactNode } from 'react'
import type { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import { type listModelPreferences, listAiModels } from '../../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import '../../../parts/list/wide-table.css'
import { useProjectWords } from '../../../words/project/index.ts'
import type { DutyRow } from './agent-duties.ts'
import type { AgentRole } from '../../../../../domains/agents/agents/rules.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { workingModel, type Preferences } from '../../../parts/models/working-model.ts'
import { useModelWords } from '../../../words/models/index.ts'
import { useRole } from '../../../api/use-role.ts'

interface DutyTableProps {
  readonly rows: readonly DutyRow<Reply<typeof listAgents>[number]>[]
  readonly preferences: Reply<typeof listModelPreferences>
  /** What changes the agent that carries out the tasks. */
  readonly change: ReactNode
}

/** One row for each duty: who has it, what it does, and its model. */
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
                <AgentModel agent={agent} preferences={preferences} of={agent.role ?? 'coder'} />
              </td>
              <td className="num">{duty === 'coder' ? change : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface AgentModelProps {
  readonly agent: Pick<Reply<typeof listAgents>[number], 'modelOverride'>
  readonly preferences: Preferences
  /** The role whose preference counts. */
  readonly of: AgentRole
}

/** The model that an agent works with, and who chose it. */
const AgentModel = ({ agent, preferences, of: role }: AgentModelProps) => {
  const words = useProjectWords().agents
  const modelWords = useModelWords()
  const { workspace } = useRole()
  const models = useLateReply(listAiModels, { params: { workspaceId: workspace.id } }).data?.data
  // The line is there before its text, so that the rows below stay.
  if (!models) return '\u00a0'
  const working = workingModel(role, models, preferences, agent.modelOverride)
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
