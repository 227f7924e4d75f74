import { useState } from 'react'
import { compareGrowthProviders, type listGrowthProviders } from '../../../../../domains/growth/providers/contract.ts'
import { sampleSizeMost } from '../../../../../domains/growth/providers/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { useGrowthProviderWords } from '../../../words/growth-providers/index.ts'
import { canBeAsked } from './can-be-asked.ts'

type Providers = Reply<typeof listGrowthProviders>
type Comparison = Reply<typeof compareGrowthProviders>

const sizes = [5, 10, sampleSizeMost] as const
const counts = ['found', 'verified', 'matching', 'failed'] as const

interface CompareSectionProps {
  readonly providers: Providers
  readonly labelOf: (provider: string) => string
}

/** Looks up the same leads at several providers, and shows what each found; nothing with fewer than two providers. */
export const CompareSection = ({ providers, labelOf }: CompareSectionProps) => {
  const words = useGrowthProviderWords()
  const { columns } = words
  const { dollars } = useFormat()
  const able = providers.filter(
    (one) =>
      one.enabled &&
      canBeAsked(one) &&
      one.capabilities.some(({ capability, inBackground }) => capability === 'find_email' && !inBackground),
  )
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [size, setSize] = useState(5)
  const [comparison, setComparison] = useState<Comparison>()
  const compare = useOperation(compareGrowthProviders, { then: setComparison })
  const submit = () => {
    if (chosen.length > 0) compare.mutate({ body: { providers: [...chosen], sampleSize: size } })
  }
  if (able.length < 2) return null
  return (
    <Section title={words.compare} text={words.compareText}>
      <Form className="panel pad stack" error={compare.error} onSubmit={submit}>
        <div className="line wrap">
          {able.map(({ provider, label }) => (
            <label key={provider} className="line">
              <input
                type="checkbox"
                name="providers"
                checked={chosen.includes(provider)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, provider] : chosen.filter((one) => one !== provider))
                }
              />
              {label}
            </label>
          ))}
        </div>
        <SelectField
          name="sampleSize"
          label={words.sample}
          value={size}
          onChange={(event) => setSize(Number(event.target.value))}
        >
          <Options of={sizes} />
        </SelectField>
        <FormFoot
          of={compare}
          verb={words.compareAct}
          pendingText={words.comparing}
          variant="outline"
          isDisabled={chosen.length === 0}
        />
        {comparison ? (
          <>
            <p role="status">{words.compared(comparison.sampleSize, dollars(comparison.costUsd))}</p>
            <table className="table">
              <thead>
                <tr>
                  <th>{columns.provider}</th>
                  {[...counts, 'cost' as const].map((name) => (
                    <th key={name} className="num">
                      {columns[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {comparison.providers.map((one) => (
                  <tr key={one.provider}>
                    <td>{labelOf(one.provider)}</td>
                    {counts.map((name) => (
                      <td key={name} className="num">
                        {one[name]}
                      </td>
                    ))}
                    <td className="num">{dollars(one.costUsd)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        ) : null}
      </Form>
    </Section>
  )
}
