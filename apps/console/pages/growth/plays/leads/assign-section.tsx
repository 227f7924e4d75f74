import { useState } from 'react'
import { assignGrowthLeads } from '../../../../../../domains/growth/plays/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../../parts/button.tsx'
import { TextField } from '../../../../parts/field.tsx'
import { Form } from '../../../../parts/form.tsx'
import { Section } from '../../../../parts/section.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'

const countMost = 100_000

/** A number of leads as it was typed: null for all, undefined if it is none. */
const countIn = (typed: string): number | null | undefined => {
  const text = typed.trim()
  if (text === '') return null
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= countMost ? count : undefined
}

/** Puts leads of the growth project into the play. */
export const AssignSection = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const assign = useOperation(assignGrowthLeads)
  const count = countIn(typed)
  const submit = () => {
    setChecked(true)
    if (count === undefined) return
    assign.mutate({ params: { playId: play.id }, body: count === null ? {} : { limit: count } })
  }
  return (
    <Section title={words.assign} text={words.assignText}>
      <Form className="panel pad stack" error={assign.error} onSubmit={submit}>
        <TextField
          name="limit"
          label={words.assignCount}
          hint={words.assignHint}
          inputMode="numeric"
          maxLength={6}
          wrong={isChecked && count === undefined ? words.badCount : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <PlayRefusal error={assign.error} />
        <div className="line wrap">
          <Button type="submit" isPending={assign.isPending}>
            {words.assignAct}
          </Button>
          <LinkButton variant="plain" to={paths.growthLeads(play.growthProjectId)}>
            {words.uploadLeads}
          </LinkButton>
          <p role="status">{assign.data ? words.assigned(assign.data.assigned) : ''}</p>
        </div>
      </Form>
    </Section>
  )
}
