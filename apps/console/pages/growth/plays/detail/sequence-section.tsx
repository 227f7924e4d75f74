import Bot from 'lucide-react/icons/bot'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { listGrowthLeads } from '../../../../../../domains/growth/leads/contract.ts'
import {
  fill,
  leadValues,
  type Values,
  unknownPlaceholders,
} from '../../../../../../domains/growth/plays/rules/change-play.ts'
import { useFirstRows, useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { factOf, leadName } from '../../leads/lead-facts.ts'
import type { Play } from '../play.tsx'
import { updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { stepBodyMostChars, stepsMost, subjectMostChars } from '../../../../../../domains/growth/plays/rules.ts'
import { useFormat } from '../../../../format.ts'
import { SelectField, TextArea, TextField } from '../../../../parts/forms/field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { FormFoot } from '../../../../parts/forms/form-foot.tsx'
import { useDraft } from '../../../../parts/forms/use-draft.ts'
import { Options } from '../../../../parts/forms/options.tsx'
import { faultsOfStep, newStep, stepsOf, typedSteps, writers, type TypedStep, type Writer } from './typed-steps.ts'

/** The mails of a play, one after the other, with the days between them. */
export const SequenceSection = ({ play, isOpen }: { readonly play: Play; readonly isOpen: boolean }) => {
  const words = useGrowthPlayWords()
  const [isEdited, setEdited] = useState(false)
  const { steps, status } = play
  const [lead] = useFirstRows(listGrowthLeads, {
    params: { projectId: play.growthProjectId },
    query: { playId: play.id, limit: 1 },
  })
  const [isFilled, setFilled] = useState(true)
  const values =
    lead && isFilled ? leadValues((field) => factOf(lead, field), { ...lead, bookingUrl: play.bookingUrl }) : undefined
  const canEdit = isOpen && status !== 'active'
  const edit =
    isEdited || steps.length === 0 ? null : (
      <div className="line">
        {lead ? (
          <Button size="small" aria-pressed={!isFilled} onClick={() => setFilled(!isFilled)}>
            {words.showPlaces}
          </Button>
        ) : null}
        {canEdit ? (
          <Button size="small" onClick={() => setEdited(true)}>
            {words.edit}
          </Button>
        ) : null}
      </div>
    )
  const about = isOpen && status === 'active' ? words.fixed : words.sequenceText
  return (
    <Section
      title={words.sequence}
      text={lead && values && !isEdited && steps.length > 0 ? `${about} ${words.filledFor(leadName(lead))}` : about}
      action={edit}
    >
      {isEdited && canEdit ? (
        <SequenceForm play={play} onClose={() => setEdited(false)} />
      ) : (
        <div className="panel">
          {steps.length === 0 ? (
            <Empty title={words.noSteps} text={words.noStepsText}>
              {canEdit ? <Button onClick={() => setEdited(true)}>{words.addFirst}</Button> : null}
            </Empty>
          ) : (
            <ol className="rail sequence pad">
              {steps.map(({ delayDays, subject, body, brief }, at) => {
                const Icon = brief === null ? Mail : Bot
                const withoutSubject = brief !== null && at === 0 ? words.modelSubject : words.asAnswer
                return (
                  <li key={at}>
                    <Icon className="i" aria-hidden="true" />
                    <div className="body">
                      <b>{words.step(at + 1)}</b>{' '}
                      <span className="quiet">{at === 0 ? words.first : words.later(delayDays)}</span>
                      <div>
                        {subject === null ? (
                          <span className="quiet">{withoutSubject}</span>
                        ) : (
                          <span dir="auto">{filledIn(subject, values)}</span>
                        )}
                      </div>
                      {brief === null ? null : <p className="quiet">{words.byModel}</p>}
                      <p className="mail-text" dir="auto">
                        {body === null ? brief : filledIn(body, values)}
                      </p>
                    </div>
                  </li>
                )
              })}
            </ol>
          )}
        </div>
      )}
    </Section>
  )
}

/** The text as a lead gets it; the template itself without values, or if one is missing. */
const filledIn = (text: string, values: Values | undefined) => {
  const filled = values && fill(text, values)
  return filled && 'text' in filled ? filled.text : text
}

/** Adds, changes and removes mails of a sequence. Typed values survive a reload. */
const SequenceForm = ({ play, onClose }: { readonly play: Play; readonly onClose: () => void }) => {
  const words = useGrowthPlayWords()
  const first = play.steps.length === 0 ? [newStep(0)] : typedSteps(play.steps)
  const draft = useDraft(`growth-sequence.${play.id}`, { steps: first })
  const { steps } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const close = () => {
    draft.clear()
    onClose()
  }
  const save = useOperation(updateGrowthPlay, { then: close })
  const set = (next: readonly TypedStep[]) => draft.set('steps', [...next])
  const submit = () => {
    setChecked(true)
    if (steps.some((one, at) => faultsOfStep(one, at).length > 0)) return
    save.mutate({ params: { playId: play.id }, body: { steps: stepsOf(steps) } })
  }
  return (
    <Form className="panel pad stack" error={save.error} onSubmit={submit}>
      {steps.map((step, at) => (
        <StepFields
          key={at}
          step={step}
          at={at}
          isChecked={isChecked}
          onChange={(changed) => set(steps.map((one, index) => (index === at ? { ...one, ...changed } : one)))}
          onRemove={() => set(steps.filter((_one, index) => index !== at))}
        />
      ))}
      {steps.length < stepsMost ? (
        <div className="line">
          <Button size="small" onClick={() => set([...steps, newStep(steps.length)])}>
            {words.addStep}
          </Button>
        </div>
      ) : null}
      <FormFoot of={save} verb={words.save} codes={words.codes} onCancel={close} />
    </Form>
  )
}

interface StepFieldsProps {
  readonly step: TypedStep
  readonly at: number
  readonly isChecked: boolean
  readonly onChange: (changed: Partial<TypedStep>) => void
  readonly onRemove: () => void
}

const StepFields = ({ step, at, isChecked, onChange, onRemove }: StepFieldsProps) => {
  const words = useGrowthPlayWords()
  const { list } = useFormat()
  const { writer } = step
  const faults = isChecked ? faultsOfStep(step, at) : []
  const wrongText = (text: string) => {
    const places = unknownPlaceholders(text)
    return places.length > 0 ? words.badPlace(list(places.map((name) => `{{${name}}}`))) : words.missingText
  }
  const hints = words.subjectHints
  return (
    <fieldset className="typed-step">
      <legend>{words.step(at + 1)}</legend>
      {at === 0 ? null : (
        <TextField
          name={`steps[${at}].delayDays`}
          label={words.delay}
          inputMode="numeric"
          maxLength={2}
          wrong={faults.includes('delayDays') ? words.badDelay : undefined}
          value={step.delayDays}
          onChange={(event) => onChange({ delayDays: event.target.value })}
        />
      )}
      <SelectField
        label={words.writer}
        value={writer}
        onChange={(event) => onChange({ writer: event.target.value as Writer })}
      >
        <Options of={writers} names={words.writers} />
      </SelectField>
      <TextField
        name={`steps[${at}].subject`}
        label={words.subject}
        hint={writer === 'model' ? hints.model : at === 0 ? hints.first : hints.later}
        maxLength={subjectMostChars}
        dir="auto"
        wrong={faults.includes('subject') ? wrongText(step.subject) : undefined}
        value={step.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <TextArea
        name={`steps[${at}].${writer === 'person' ? 'body' : 'brief'}`}
        label={writer === 'person' ? words.body : words.brief}
        hint={writer === 'person' ? words.bodyHint : words.briefHint}
        rows={6}
        maxLength={stepBodyMostChars}
        wrong={faults.includes('text') ? wrongText(writer === 'person' ? step.text : '') : undefined}
        value={step.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <div className="line">
        <Button size="small" onClick={onRemove}>
          {words.removeStep(at + 1)}
        </Button>
      </div>
    </fieldset>
  )
}
