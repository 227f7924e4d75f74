import { assignGrowthLeads } from '../../../../../../domains/growth/plays/contract.ts'
import { Button, LinkButton } from '../../../../parts/button.tsx'
import { DraftField } from '../../../../parts/draft-field.tsx'
import { Form } from '../../../../parts/form.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useForm } from '../../../../parts/use-form.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'

const countMost = 100_000

/** A number of leads as typed: null for all, undefined if it is not a number. */
const countIn = (typed: string): number | null | undefined => {
  const text = typed.trim()
  if (text === '') return null
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= countMost ? count : undefined
}

/** Puts leads of the growth project into the play. */
export const AssignSection = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const form = useForm(assignGrowthLeads, {
    input: { params: { playId: play.id } },
    saved: { limit: '' },
    reads: { limit: [countIn, words.badCount] },
    body: ({ limit }) => ({ ...(limit.trim() !== '' && { limit: Number(limit) }) }),
  })
  return (
    <Section title={words.assign} text={words.assignText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField
          draft={form}
          field="limit"
          label={words.assignCount}
          hint={words.assignHint}
          inputMode="numeric"
          maxLength={6}
        />
        <PlayRefusal error={form.error} />
        <div className="line wrap">
          <Button type="submit" isPending={form.isPending}>
            {words.assignAct}
          </Button>
          <LinkButton variant="plain" to={paths.growthLeads(play.growthProjectId)}>
            {words.uploadLeads}
          </LinkButton>
          <p role="status">{form.data ? words.assigned(form.data.assigned) : ''}</p>
        </div>
      </Form>
    </Section>
  )
}
