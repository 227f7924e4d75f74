import { Toast } from '@base-ui/react/toast'
import { useEffect, useRef } from 'react'
import { useSingleKeys } from '../../preferences.ts'
import { useWords } from '../../words/shell/index.ts'
import { isTyping } from '../is-typing.ts'
import { takeWaitingToasts, toast, useWaitingToasts, type Undo } from './toast.ts'
import './toast.css'

const shownMs = 6_000
const undoMs = 10_000

/** Where toasts appear. */
export const Toasts = () => (
  <Toast.Provider limit={3}>
    <Toast.Portal>
      <Viewport />
    </Toast.Portal>
  </Toast.Provider>
)

const Viewport = () => {
  const { toasts, add, close } = Toast.useToastManager<{ readonly undo: Undo | undefined }>()
  const waiting = useWaitingToasts()
  useEffect(() => {
    for (const { message, undo } of takeWaitingToasts()) {
      add({ title: message, timeout: undo ? undoMs : shownMs, data: { undo } })
    }
  }, [waiting, add])
  const newest = toasts.find((shown) => shown.data?.undo && shown.transitionStatus !== 'ending')
  useUndoKey(newest?.data?.undo ? { id: newest.id, undo: newest.data.undo, close } : undefined)
  return (
    <Toast.Viewport className="toasts" aria-label={useWords().toasts}>
      {toasts.map((shown) => (
        <Toast.Root key={shown.id} toast={shown} className="toast-card" swipeDirection={[]}>
          <Toast.Title className="toast-text" render={<span />} />
          {shown.data?.undo ? <UndoButton id={shown.id} undo={shown.data.undo} close={close} /> : null}
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}

interface UndoableToast {
  readonly id: string
  readonly undo: Undo
  readonly close: (id: string) => void
}

/** Z undoes the newest message's action, unless a field has the focus or single keys are off. */
const useUndoKey = (newest: UndoableToast | undefined): void => {
  const isOn = useSingleKeys()
  const latest = useRef(newest)
  useEffect(() => {
    latest.current = newest
  })
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'z' || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      const undoable = latest.current
      latest.current = undefined
      if (undoable) takeBack(undoable)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}

const takeBack = ({ id, undo: { words, act }, close }: UndoableToast): void => {
  close(id)
  void act().then(
    () => toast(words.done),
    () => toast(words.failed),
  )
}

const UndoButton = (shown: UndoableToast) => (
  <Toast.Action aria-keyshortcuts="Z" title="Z" onClick={() => takeBack(shown)}>
    {shown.undo.words.undo}
  </Toast.Action>
)
