import { useState } from 'react'
import type { Input, Reply } from '../../../../platform/client/index.ts'
import type { Operation } from '../../../../platform/contract/operation.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useCoreWords } from '../../words/core/index.ts'
import { bodyOf, faultsOf, textLimitAt, type Reads, type FieldFaults } from './request-body.ts'
import { useDraft } from './use-draft.ts'

interface FieldsOptions<Fields extends object> {
  /** The name of the draft that the tab keeps; none for a form with a secret. */
  readonly name?: string | undefined
  /** The saved or first values. A field is named after its path in the body. */
  readonly saved: Fields
  /** Whether it changes what exists: then only what was typed is sent, and nothing without a change. */
  readonly isChange?: boolean
  /** Whether it makes something new, so that other first values are no conflict. */
  readonly isNew?: boolean
  readonly reads?: Reads<Fields>
  /** What is said below a required text that is empty; by default that it is required. */
  readonly missing?: string
  /** What else is wrong, in words. */
  readonly check?: (fields: Fields) => FieldFaults<Fields>
  readonly onType?: (() => unknown) | undefined
}

/** The fields of a request: their draft, their limits by its contract, and from the first press on their faults. */
export const useFields = <Fields extends object>(operation: Operation, options: FieldsOptions<Fields>) => {
  const { name, saved, isChange = false, isNew = false, reads, missing, check, onType } = options
  const draft = useDraft(name, saved)
  const { rules } = useCoreWords()
  const [isChecked, setChecked] = useState(false)
  const conflicts = isNew ? [] : draft.conflicts
  const typed = isChange ? draft.mine : draft.fields
  const faults = {
    ...faultsOf<Fields>(operation, typed, { reads, isChange, missing: missing ?? rules.required! }),
    ...check?.(draft.fields),
  }
  const isRight = Object.values(faults).every((fault) => fault === undefined)
  const nothingWrong: FieldFaults<Fields> = {}
  return {
    ...draft,
    conflicts,
    wrong: isChecked ? faults : nothingWrong,
    set: <Field extends keyof Fields>(field: Field, value: Fields[Field]) => {
      onType?.()
      draft.set(field, value)
    },
    mostAt: (path: string) => textLimitAt(operation, path)?.most,
    clear: () => {
      draft.clear()
      setChecked(false)
    },
    /** Sends the body if nothing is wrong; else the faults are shown. */
    sendTo: (send: (body: object) => unknown) => {
      setChecked(true)
      if (!isRight || conflicts.length > 0 || (isChange && !draft.isChanged)) return
      send(bodyOf<Fields>(operation, typed, { reads, isChange }))
    },
  }
}

type Body<Op extends Operation> = NonNullable<Input<Op>['body']>

type FormOptions<Op extends Operation, Fields extends object> = FieldsOptions<Fields> & {
  /** The rest of the request. */
  readonly input?: Omit<Input<Op>, 'body'>
  readonly readsAfterRefusal?: boolean
  /** Whether typing removes the server's refusal. */
  readonly resetsOnTyping?: boolean
  readonly then?: (reply: Reply<Op>, sent: Fields) => unknown
} & ([keyof Fields] extends [keyof Body<Op>]
    ? { readonly body?: MakesBody<Op, Fields> }
    : { readonly body: MakesBody<Op, Fields> })

/** The body, from the fields and from those that were changed. */
type MakesBody<Op extends Operation, Fields> = (fields: Fields, mine: Partial<Fields>) => Body<Op>

/** A form that sends one request: limits, required texts and words of faults come from the contract. */
export const useForm = <Op extends Operation, Fields extends object>(
  operation: Op,
  options: FormOptions<Op, Fields>,
) => {
  const { input, then, body: makeBody, readsAfterRefusal = false, resetsOnTyping = false, ...rest } = options
  const form = useFields<Fields>(operation, rest)
  const change = useOperation(operation, {
    readsAfterRefusal,
    then: (reply) => {
      form.clear()
      return then?.(reply, form.fields)
    },
  })
  const submit = () =>
    form.sendTo((typed) => {
      const body = makeBody ? makeBody(form.fields, form.mine) : typed
      change.mutate({ ...input, body } as unknown as Input<Op>)
    })
  const { error, isPending, isSuccess, data, reset } = change
  const set: typeof form.set = (field, value) => {
    if (resetsOnTyping) reset()
    form.set(field, value)
  }
  return { ...form, set, submit, error, isPending, isSaved: isSuccess, data, reset }
}
