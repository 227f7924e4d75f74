import { batchForms, type BatchKind } from '../../../../../domains/agents/batches/rules.ts'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useBatchWords } from '../../../words/batches/index.ts'

export interface BatchFields {
  readonly kind: BatchKind
  readonly endpoint: (typeof batchForms)[number]
  readonly model: string
  readonly maxCost: string
}

export const firstFields: BatchFields = { kind: 'classification', endpoint: batchForms[0], model: 'auto', maxCost: '' }

interface BatchOptionsProps {
  readonly fields: BatchFields
  readonly isCapWrong: boolean
  readonly onSet: (change: Partial<BatchFields>) => BatchFields
  /** After a change that the estimate depends on. */
  readonly onChanged: (fields: BatchFields) => void
}

/** The cap of a batch; its model and the form of its requests are folded, for most batches need neither. */
export const BatchOptions = ({ fields, isCapWrong, onSet, onChanged }: BatchOptionsProps) => {
  const words = useBatchWords()
  return (
    <>
      <TextField
        name="policy.maxCostUsd"
        label={words.maxCost}
        hint={words.maxCostHint}
        inputMode="decimal"
        wrong={isCapWrong ? words.badAmount : undefined}
        value={fields.maxCost}
        onChange={({ target }) => onSet({ maxCost: target.value })}
      />
      <details>
        <summary>{words.options}</summary>
        <div className="stack batch-options">
          <TextField
            name="model"
            label={words.model}
            hint={words.modelHint}
            maxLength={150}
            value={fields.model}
            onChange={({ target }) => onSet({ model: target.value })}
            onBlur={() => onChanged(fields)}
          />
          <SelectField
            name="endpoint"
            label={words.form}
            value={fields.endpoint}
            onChange={({ target }) => onChanged(onSet({ endpoint: target.value as BatchFields['endpoint'] }))}
          >
            <Options of={batchForms} />
          </SelectField>
        </div>
      </details>
    </>
  )
}
