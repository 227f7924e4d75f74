import Bot from 'lucide-react/icons/bot'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { listGrowthLeads } from '../../../../../../domains/growth/leads/contract.ts'
import { fill, leadValues, type Values } from '../../../../../../domains/growth/plays/rules/change-play.ts'
import { useFirstRows } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { factOf, leadName } from '../../leads/lead-facts.ts'
import type { Play } from '../play.ts'
import { SequenceForm } from './sequence-form.tsx'

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
