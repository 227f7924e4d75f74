import { useSearchParams } from 'react-router'
import { useTalkWords } from '../../../../../words/conversation/index.ts'

interface ThreadChoiceProps {
  readonly agents: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: string | null
}

/** The receiver of messages: all agents at work, or one agent. It is in the address. */
export const ThreadChoice = ({ agents, chosen }: ThreadChoiceProps) => {
  const words = useTalkWords()
  const [query, setQuery] = useSearchParams()
  const choose = (id: string) => {
    const next = new URLSearchParams(query)
    if (id === '') next.delete('with')
    else next.set('with', id)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <select
      className="thread-choice"
      aria-label={words.with}
      value={chosen ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{words.everyone}</option>
      {agents.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {chosen === null || agents.some(({ id }) => id === chosen) ? null : <option value={chosen}>{words.agent}</option>}
    </select>
  )
}
