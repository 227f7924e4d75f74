import type { ReactNode } from 'react'
import type { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import type { listModelPreferences } from '../../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import '../../../parts/list/wide-table.css'
import { useProjectWords } from '../../../words/project/index.ts'
import type { DutyRow } from './agent-duties.ts'
import { AgentModel } from './agent-model.tsx'

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
