import { useState } from 'react'
import { testGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { SelectField } from '../../../../parts/forms/field.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { useRole } from '../../../../api/use-role.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'

/** Sends a mail of the sequence to the person who looks at it. */
export const TestSection = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const { me } = useRole()
  const [step, setStep] = useState(1)
  const test = useOperation(testGrowthPlay)
  return (
    <Section title={words.test} text={words.testText(me.email)}>
      <div className="panel pad stack">
        <div className="line wrap to-test">
          <SelectField
            label={words.testStep}
            value={step}
            onChange={(event) => {
              test.reset()
              setStep(Number(event.target.value))
            }}
          >
            {play.steps.map((_step, at) => (
              <option key={at} value={at + 1}>
                {words.step(at + 1)}
              </option>
            ))}
          </SelectField>
          <Button
            isPending={test.isPending}
            pendingText={words.testing}
            onClick={() => test.mutate({ params: { playId: play.id }, body: { step } })}
          >
            {words.testAct}
          </Button>
          <p role="status">{test.data ? words.tested(test.data.to) : ''}</p>
        </div>
        <PlayRefusal error={test.error} />
      </div>
    </Section>
  )
}
