import { useState } from 'react'
import { updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { stepBodyMostChars, stepsMost, subjectMostChars } from '../../../../../../domains/growth/plays/rules.ts'
import { unknownPlaceholders } from '../../../../../../domains/growth/plays/rules/change-play.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { SelectField, TextArea, TextField } from '../../../../parts/forms/field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { FormFoot } from '../../../../parts/forms/form-foot.tsx'
import { useDraft } from '../../../../parts/forms/use-draft.ts'
import { Options } from '../../../../parts/forms/options.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import type { Play } from '../play.ts'
import { faultsOfStep, newStep, stepsOf, typedSteps, writers, type TypedStep, type Writer } from './typed-steps.ts'

/** Adds, changes and removes mails of a sequence. Typed values survive a reload. */
export const SequenceForm = ({ play, onClose }: { readonly play: Play; readonly onClose: () => void }) => {
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
