import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Input, Reply } from '../../../../platform/client/index.ts'
import type { Operation } from '../../../../platform/contract/operation.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from './button.tsx'
import { Confirm } from '../feedback/confirm.tsx'

type Question = Pick<ComponentProps<typeof Confirm>, 'title' | 'keep' | 'typed'>
type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'aria-label'>

interface ConfirmButtonProps<Op extends Operation> extends Question, Look {
  readonly label: string
  readonly operation: Op
  readonly input: Input<Op>
  readonly then?: (reply: Reply<Op>) => unknown
  /** The verb of the dialog; by default the label of the button. */
  readonly verb?: string
  /** The consequences of the operation. */
  readonly children: ReactNode
}

/** A button that asks before its operation, which cannot be undone. The question closes once that is done. */
export const ConfirmButton = <Op extends Operation>(props: ConfirmButtonProps<Op>) => {
  const { label, operation, input, then, title, verb = label, keep, typed, children, ...look } = props
  const [isAsking, setAsking] = useState(false)
  const change = useOperation(operation, {
    then: (reply) => {
      setAsking(false)
      return then?.(reply)
    },
  })
  const close = () => {
    setAsking(false)
    if (change.isError) change.reset()
  }
  return (
    <>
      <Button aria-haspopup="dialog" {...look} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking ? (
        <Confirm
          title={title}
          verb={verb}
          keep={keep}
          typed={typed}
          isBusy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate(input)}
          onClose={close}
        >
          {children}
        </Confirm>
      ) : null}
    </>
  )
}
