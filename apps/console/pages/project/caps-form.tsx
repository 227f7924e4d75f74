import { useState, type SyntheticEvent } from 'react'
import { getProject, updateProject } from '../../../../domains/code/projects/contract.ts'
import { getProjectBudget } from '../../../../domains/delivery/spending/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useProjectWords } from '../../words/project/use-words.ts'
import { capIn, type Range } from './caps.ts'

interface CapsFormProps {
  readonly projectId: string
  readonly budget: Reply<typeof getProjectBudget>
}

const ranges = {
  costCapUsd: { most: 1_000_000, isWhole: false },
  cycleCap: { most: 1_000_000, isWhole: true },
  maxRevisions: { most: 1_000, isWhole: true },
} as const satisfies Readonly<Record<string, Range>>
type Name = keyof typeof ranges
const names = Object.keys(ranges) as Name[]

/** What is inherited where the project says nothing, and who says it. */
const useInherited = ({ inherited, defaults }: CapsFormProps['budget']): Readonly<Record<Name, string>> => {
  const words = useProjectWords().budget
  const { dollars, number } = useFormat()
  const told = (own: number | null, below: number | null, show: (value: number) => string) => {
    if (own !== null) return words.fromWorkspace(show(own))
    return below === null ? words.fromNobody : words.fromServer(show(below))
  }
  return {
    costCapUsd: told(inherited.costCapUsd, defaults.costCapUsd, dollars),
    cycleCap: words.fromNobody,
    maxRevisions: told(inherited.maxRevisions, defaults.maxRevisions, number),
  }
}

/** The caps of a project. An empty field inherits; below it stands what that means. */
export const CapsForm = ({ projectId, budget }: CapsFormProps) => {
  const words = useProjectWords().budget
  const hints = useInherited(budget)
  const before = names.map((name) => [name, String(budget.overrides[name] ?? '')] as const)
  const [texts, setTexts] = useState(Object.fromEntries(before) as Record<Name, string>)
  const save = useOperation(updateProject, { refreshes: [getProjectBudget, getProject] })
  const wrong = (name: Name) => (capIn(texts[name], ranges[name]) === undefined ? words.wrong[name] : undefined)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (names.some(wrong)) return
    const body = Object.fromEntries(names.map((name) => [name, capIn(texts[name], ranges[name]) ?? null]))
    save.mutate({ params: { id: projectId }, body })
  }
  return (
    <Form className="panel pad stack-16" error={save.error} onSubmit={submit}>
      {names.map((name) => (
        <TextField
          key={name}
          {...{ name, label: words.names[name], hint: hints[name], value: texts[name], inputMode: 'decimal' }}
          wrong={wrong(name)}
          onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
        />
      ))}
      <Refusal error={save.error} />
      <div className="line">
        <button type="submit" className="btn primary" disabled={save.isPending}>
          {words.save}
        </button>
        <span role="status" className="quiet">
          {save.isSuccess ? words.saved : ''}
        </span>
      </div>
    </Form>
  )
}
