import Bot from 'lucide-react/icons/bot'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { Empty } from '../../../../parts/empty.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import type { Play } from '../play.ts'
import { SequenceForm } from './sequence-form.tsx'

interface SequenceSectionProps {
  readonly play: Play
  readonly isOpen: boolean
}

/** The mails of a play, one after the other, with the days between them. */
export const SequenceSection = ({ play, isOpen }: SequenceSectionProps) => {
  const words = useGrowthPlayWords()
  const [isEdited, setEdited] = useState(false)
  const { steps, status } = play
  const canEdit = isOpen && status !== 'active'
  const edit =
    canEdit && !isEdited && steps.length > 0 ? (
      <Button size="small" onClick={() => setEdited(true)}>
        {words.edit}
      </Button>
    ) : null
  return (
    <Section
      title={words.sequence}
      text={isOpen && status === 'active' ? words.fixed : words.sequenceText}
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
              {steps.map((step, at) => (
                <StepRow key={at} step={step} at={at} />
              ))}
            </ol>
          )}
        </div>
      )}
    </Section>
  )
}

interface StepRowProps {
  readonly step: Play['steps'][number]
  readonly at: number
}

const StepRow = ({ step: { delayDays, subject, body, brief }, at }: StepRowProps) => {
  const words = useGrowthPlayWords()
  const Icon = brief === null ? Mail : Bot
  const withoutSubject = brief !== null && at === 0 ? words.modelSubject : words.asAnswer
  return (
    <li>
      <Icon className="i" aria-hidden="true" />
      <div className="body">
        <b>{words.step(at + 1)}</b> <span className="quiet">{at === 0 ? words.first : words.later(delayDays)}</span>
        <div>
          {subject === null ? <span className="quiet">{withoutSubject}</span> : <span dir="auto">{subject}</span>}
        </div>
        {brief === null ? null : <p className="quiet">{words.byModel}</p>}
        <p className="mail-text" dir="auto">
          {body ?? brief}
        </p>
      </div>
    </li>
  )
}
